import { useCallback } from 'react';
import type { AnswerDraftView, ThreadView } from '../../../api/views.ts';
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
  recipients?: Recipients;
};

/** `to` null: where the writer of the newest mail wants it. `without`: who gets no copy. */
export type Recipients = { to: string | null; without: readonly string[] };

/** An answer that was not sent, to be changed. */
export const draftAgain = (
  { body, to = null, copies }: { body: string; to?: string | null | undefined; copies: readonly string[] },
  answer: Pick<ThreadView['answer'], 'step' | 'copies'>,
): AnswerDraft => ({
  ...{ step: answer.step, body, replaced: null, awaits: null },
  recipients: { to, without: answer.copies.filter((copy) => !copies.includes(copy)) },
});

const useDrafts = keptDrafts<AnswerDraft>('answers');

/** The draft of a conversation; null when nothing was typed. */
export function useAnswerDraft(conversation: string): [AnswerDraft | null, (change: DraftChange<AnswerDraft>) => void] {
  const [drafts, change] = useDrafts(useCurrentUser().data?.id ?? '');
  const keep = useCallback((next: DraftChange<AnswerDraft>) => change(conversation, next), [change, conversation]);
  return [drafts[conversation] ?? null, keep];
}
