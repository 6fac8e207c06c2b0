import { keptDrafts } from '../../lib/keptDrafts.ts';
import { useCurrentUser } from '../session/api.ts';

const useDrafts = keptDrafts<{ ids: readonly string[] }>('partners-for-new');
const NOBODY: readonly string[] = [];

/** The ids of the partners who join the next new campaign. This tab keeps them until it is created, or they are left out. */
export function usePartnersForNew(): [readonly string[], (ids: readonly string[]) => void] {
  const owner = useCurrentUser().data?.id ?? '';
  const [drafts, change] = useDrafts(owner);
  return [drafts.new?.ids ?? NOBODY, (ids) => change('new', () => (ids.length > 0 ? { ids } : null))];
}
