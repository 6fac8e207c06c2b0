import { useCallback } from 'react';
import { keptForTab } from './keptForTab.ts';

/** The new draft. null: none. */
export type DraftChange<Draft> = (before: Draft | null) => Draft | null;
type Drafts<Draft> = Readonly<Record<string, Draft>>;

/**
 * Unsaved or unsent text by the id of its subject, kept for this tab over screens and reloads. `owner`: the user's id; somebody else who signs in on
 * this tab sees none of it.
 */
export function keptDrafts<Draft extends object>(key: string) {
  const kept = keptForTab<{ owner: string; drafts: Drafts<Draft> }>(key);
  const none: Drafts<Draft> = {};
  return function useDrafts(owner: string): [Drafts<Draft>, (id: string, change: DraftChange<Draft>) => void] {
    const all = kept.use();
    const change = useCallback(
      (id: string, next: DraftChange<Draft>): void => {
        const now = kept.get();
        const { [id]: before, ...others } = now?.owner === owner ? now.drafts : none;
        const draft = next(before ?? null);
        const drafts = draft ? { ...others, [id]: draft } : others;
        kept.keep(Object.keys(drafts).length > 0 ? { owner, drafts } : null);
      },
      [owner],
    );
    return [all?.owner === owner ? all.drafts : none, change];
  };
}
