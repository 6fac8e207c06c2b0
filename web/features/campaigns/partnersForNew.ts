import { keptDrafts } from '../../lib/keptDrafts.ts';
import type { Chosen } from '../partners/decisions.ts';
import { useCurrentUser } from '../session/api.ts';

const useDrafts = keptDrafts<Chosen>('partners-for-new');
const NOBODY: Chosen = { ids: [] };

/** The partners who join the next new campaign; null leaves them out. This tab keeps them until it is created. */
export function usePartnersForNew(): [Chosen, (partners: Chosen | null) => void] {
  const owner = useCurrentUser().data?.id ?? '';
  const [drafts, change] = useDrafts(owner);
  return [drafts.new ?? NOBODY, (partners) => change('new', () => partners)];
}
