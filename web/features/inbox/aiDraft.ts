import { useCallback, useEffect } from 'react';
import type { AnswerDraftView, ThreadView } from '../../../api/views.ts';
import { showToast } from '../../lib/toasts.ts';
import { type AnswerDraft, useAnswerDraft } from './answerDraft.ts';
import { useDraftAnswer } from './api.ts';

/** The flaws of the AI draft behind the text, as far as their words are still there. */
export function openFlawsOf({ body, drafted }: AnswerDraft): AnswerDraftView['flaws'] {
  if (!drafted || !body.trim()) return [];
  return drafted.flaws.filter(({ quote }) => !drafted.body.includes(quote) || body.includes(quote));
}

/**
 * Has the AI write into the form. The request is kept with the typed draft, so the text also arrives after a reload. The replaced text can be
 * restored.
 */
export function useAiDraft({ id, answer: { step }, draft: written }: ThreadView) {
  const [draft, keep] = useAnswerDraft(id);
  const take = useCallback(
    (drafted: AnswerDraftView) =>
      keep((now) => {
        if (!now?.awaits) return now;
        const typed = now.body.trim() !== '';
        const replaced = typed ? now.body : now.replaced;
        return { step: typed ? now.step : step, body: drafted.body, replaced, awaits: null, drafted };
      }),
    [keep, step],
  );
  const endWait = useCallback(
    () => keep((now) => now && (now.body || now.replaced ? { ...now, awaits: null } : null)),
    [keep],
  );
  const ask = useDraftAnswer(id, { after: (drafted) => drafted && take(drafted), onError: endWait });
  const awaits = draft?.awaits ?? null;
  const arrived = awaits && written && written.id !== awaits.other && written.status !== 'open' ? written : null;
  const asking = ask.isPending;
  useEffect(() => {
    // the call that asked for it answers itself
    if (!arrived || asking) return;
    if (arrived.body !== null) take({ body: arrived.body, flaws: arrived.flaws });
    else {
      endWait();
      showToast({ title: 'No Draft', text: arrived.reason ?? 'Failed to draft an answer', variant: 'destructive' });
    }
  }, [arrived, asking, take, endWait]);
  return {
    pending: asking || (awaits !== null && written?.status === 'open'),
    ask: (wish: string) => {
      const other = written && written.status !== 'open' ? written.id : null;
      keep((now) => ({ step, body: '', replaced: null, ...now, awaits: { other } }));
      ask.mutate(wish);
    },
  };
}
