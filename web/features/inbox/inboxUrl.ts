import { useSearchParams } from 'wouter';
import { REPLY_LABELS } from '../../../events/conversations/labels.ts';
import type { InboxFilter } from './inbox.ts';

/** The filter of the list, kept in the address so that a reload and Back show the same list. */
export function useInboxFilter(): [InboxFilter, (part: Record<string, string | null>) => void] {
  const [params, setParams] = useSearchParams();
  const label = REPLY_LABELS.find((known) => known === params.get('label'));
  const filter: InboxFilter = {
    show: params.get('show') === 'done' ? 'done' : 'open',
    search: params.get('search')?.slice(0, 200) ?? '',
    ...(label && { label }),
    ...(params.get('unread') === 'true' && { unread: true }),
  };
  const change = (part: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [filter, change];
}
