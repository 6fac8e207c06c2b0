import { client, unwrap } from '../../lib/client.ts';
import { query } from '../../lib/query.ts';

/** How much waits for the user. The sidebar and the dashboard need it, on every screen. */
export const [useTodayCount, todayCountQuery] = query(() => ({
  key: ['today', 'count'],
  call: () => unwrap(client.api.today.count.$get()),
}));
