import { useCallback } from 'react';
import type { AnswerDraftView } from '../../../api/views.ts';
import { type DraftChange, keptDrafts } from '../../lib/keptDrafts.ts';
import { useCurrentUser } from '../session/api.ts';

/**
 * A typed answer that is not sent yet. `step`: the thread's, when it was begun. `replaced`: the typed text that an AI draft took the place of.
 * `awaits`: an AI draft is asked for, other than the one of this id. `drafted`: the AI draft that the text began as.
 */
export type AnswerDraft = {
  step: string;
  body: string;
  replaced: string | null;
  awaits: { other: string | null } | null;
  drafted?: AnswerDraftView | null;
};

const useDrafts = keptDrafts<AnswerDraft>('answers');

/** The draft of a conversation; null when nothing was typed. */
export function useAnswerDraft(conversation: string): [AnswerDraft | null, (change: DraftChange<AnswerDraft>) => void] {
  const [drafts, change] = useDrafts(useCurrentUser().data?.id ?? '');
  const keep = useCallback((next: DraftChange<AnswerDraft>) => change(conversation, next), [change, conversation]);
  return [drafts[conversation] ?? null, keep];
}
