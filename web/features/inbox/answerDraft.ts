import { useCallback } from 'react';
import { keptForTab } from '../../lib/keptForTab.ts';
import { useCurrentUser } from '../session/currentUser.ts';

/**
 * What was typed to answer a conversation and is not sent yet. `step`: the thread's, when it was begun. `replaced`: the typed text that an AI
 * draft took the place of. `awaits`: an AI draft is asked for, other than the one of this id.
 */
export type AnswerDraft = {
  step: string;
  body: string;
  replaced: string | null;
  awaits: { other: string | null } | null;
};

/** `owner`: the user's id; somebody else who signs in on this tab sees none of it. */
type Kept = { owner: string; drafts: Readonly<Record<string, AnswerDraft>> };

const kept = keptForTab<Kept>('answers');

type Change = (before: AnswerDraft | null) => AnswerDraft | null;

/** The draft of a conversation, kept for this tab over screens and reloads; null when nothing was typed. */
export function useAnswerDraft(conversation: string): [AnswerDraft | null, (change: Change) => void] {
  const owner = useCurrentUser().data?.id ?? '';
  const all = kept.use();
  const keep = useCallback(
    (change: Change) => {
      const now = kept.get();
      const { [conversation]: before, ...others } = now?.owner === owner ? now.drafts : {};
      const draft = change(before ?? null);
      const drafts = draft ? { ...others, [conversation]: draft } : others;
      kept.keep(Object.keys(drafts).length > 0 ? { owner, drafts } : null);
    },
    [owner, conversation],
  );
  return [(all?.owner === owner && all.drafts[conversation]) || null, keep];
}
