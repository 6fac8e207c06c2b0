import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerDraftView, SentMailView, ThreadMailView, ThreadView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { outcomeUncertain } from '../campaigns/outcomeUncertain.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';

/** `replaces`: the step of the unconfirmed answer that is sent again. */
export type Answer = { step: string; body: string; replaces?: string };

/** Sends to the address that was shown, or not at all; the same step and text twice is one email. POST /api/inbox/{id}/answer */
export function sendAnswer({ id, answer: { subject, to } }: ThreadView, answer: Answer) {
  const json = { ...answer, subject, ...(to !== null && { to }) };
  return unwrap(client.api.inbox[':id'].answer.$post({ param: { id }, json }));
}

const notSent = failure('Not Sent', 'Failed to send the answer');

export function useSendAnswer(thread: ThreadView) {
  const queries = useQueryClient();
  const whom = thread.answer.to ?? 'the partner';
  // its form says whether it may have been sent all the same
  const inForm = () => decodeURIComponent(window.location.pathname) === `/inbox/${thread.id}`;
  return useMutation({
    mutationFn: (answer: Answer) => sendAnswer(thread, answer),
    meta: {
      failure: (error) => {
        if (!outcomeUncertain(error)) return notSent(error);
        return inForm()
          ? null
          : { title: 'Not Confirmed', text: `The answer to ${whom} may have been sent. Open it again to see.` };
      },
      connectionInPlace: inForm,
    },
    onSuccess: (sent) => {
      if (isAccepted(sent)) showToast({ title: 'Sending', text: `The answer to ${whom} is on its way.` });
      else showToast({ title: 'Answer Sent', text: `Sent to ${whom}.` });
    },
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['inbox', 'thread', thread.id] }), refetchCampaigns(queries)]),
  });
}

/** An AI draft with what is held against it; null while it is still written: then the thread has it later. POST /api/inbox/{id}/draft */
export async function draftAnswer(id: string): Promise<AnswerDraftView | null> {
  const drafted = await unwrap(client.api.inbox[':id'].draft.$post({ param: { id } }));
  return isAccepted(drafted) ? null : drafted;
}

/** The sent mail of a step. */
export const answerOf = (mails: readonly ThreadMailView[], step: string): SentMailView | undefined =>
  mails.find((mail): mail is SentMailView => mail.kind === 'sent' && mail.answer === step);
