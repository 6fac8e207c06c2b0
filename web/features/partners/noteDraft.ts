import { useCallback } from 'react';
import { type DraftChange, keptDrafts } from '../../lib/keptDrafts.ts';
import { useCurrentUser } from '../session/api.ts';

/** Text typed over a saved note. */
type NoteDraft = { text: string; over: string };

const useDrafts = keptDrafts<NoteDraft>('notes');

export function useNoteDraft(id: string) {
  const [drafts, change] = useDrafts(useCurrentUser().data?.id ?? '');
  const keep = useCallback((next: DraftChange<NoteDraft>) => change(id, next), [change, id]);
  return { draft: drafts[id], keep };
}
