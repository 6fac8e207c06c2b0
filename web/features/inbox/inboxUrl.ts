import { VARIANTS, type Variant } from '../../../events/campaigns/variants.ts';
import { REPLY_LABELS, type ReplyLabel } from '../../../events/messages/replyLabels.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import type { InboxFilter } from './api.ts';

const SHOWN = ['open', 'done', 'all'] as const;

/** The address of the replies that a number counts, also those that are done. */
export const repliesTo = (of: { campaign: string; variant?: Variant; label?: ReplyLabel }): string =>
  `/inbox?${new URLSearchParams({ ...of, show: 'all' })}`;

/** The filter of the list, kept in the address so that a reload and Back show the same list. */
export function useInboxFilter(): [InboxFilter, (part: Record<string, string | null>) => void] {
  const [params, change] = useUrlParams();
  const label = REPLY_LABELS.find((known) => known === params.get('label'));
  const campaign = params.get('campaign');
  const variant = VARIANTS.find((known) => known === params.get('variant'));
  const unread = params.get('unread') === 'true';
  const unanswered = params.get('unanswered') === 'true';
  const filter: InboxFilter = {
    // one that is done may be marked as unread: the number of unread ones counts it
    show: SHOWN.find((known) => known === params.get('show')) ?? (unread ? 'all' : 'open'),
    search: params.get('search')?.slice(0, 200) ?? '',
    ...(campaign && { campaign, ...(variant && { variant }) }),
    ...(label && { label }),
    ...(unread && { unread }),
    ...(unanswered && { unanswered }),
  };
  return [filter, change];
}
