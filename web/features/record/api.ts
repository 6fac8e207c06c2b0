import type { PartnerTimelineView } from '../../../api/views.ts';
import type { TimelineShow } from '../../../events/shared/options.ts';
import { client, unwrap } from '../../lib/client.ts';
import { pages } from '../../lib/query.ts';

export type TimelineEntry = PartnerTimelineView['entries'][number];
export type PlannedEmail = PartnerTimelineView['planned'][number];

/** What happened with one partner, the newest first. The first page of all has what is planned, too. */
export const [useTimeline] = pages((id: string, show: TimelineShow = 'all') => ({
  key: ['partners', 'timeline', id, show],
  call: (after) =>
    unwrap(
      client.api.partners[':id'].timeline.$get({
        param: { id },
        query: { limit: '50', show, ...(after && { after }) },
      }),
    ),
}));
