import { client, unwrap } from '../../lib/client.ts';
import { query } from '../../lib/query.ts';

/** All campaigns of the workspace. Apart from the other calls, because the dashboard needs no more. */
export const [useCampaigns, campaignsQuery] = query(() => ({
  key: ['campaigns', 'list'],
  call: () => unwrap(client.api.campaigns.$get()),
}));
