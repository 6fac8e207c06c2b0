import { REPLY_LABELS } from '../../../events/conversations/labels.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import type { InboxFilter } from './inbox.ts';

/** The filter of the list, kept in the address so that a reload and Back show the same list. */
export function useInboxFilter(): [InboxFilter, (part: Record<string, string | null>) => void] {
  const [params, change] = useUrlParams();
  const label = REPLY_LABELS.find((known) => known === params.get('label'));
  const filter: InboxFilter = {
    show: params.get('show') === 'done' ? 'done' : 'open',
    search: params.get('search')?.slice(0, 200) ?? '',
    ...(label && { label }),
    ...(params.get('unread') === 'true' && { unread: true }),
  };
  return [filter, change];
}
