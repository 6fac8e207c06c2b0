import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SendView } from '../../../api/views.ts';
import { serverWords } from '../../lib/apiError.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { editMessage } from '../review/editMessage.ts';
import { waitsForReview } from './messageOrder.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';
import { resend, stopFollowUps } from './sendMessage.ts';

type BulkAction = {
  /** Which of the selected ones it is for. */
  fits: (message: SendView) => boolean;
  act: (message: SendView) => Promise<unknown>;
  title: string;
  /** What was done to them: "approved". */
  done: string;
  failed: { title: string; text: string };
};

/** A flagged text is read by a person before it is approved, and an answer is dealt with in its conversation. */
export const BULK_ACTIONS = {
  approve: {
    fits: (message) => waitsForReview(message) && message.flaws.length === 0 && message.answer === null,
    act: ({ id, subject, body }) => {
      const text = { subject: subject ?? '', body: body ?? '' };
      return editMessage(id, { ...text, seen: text });
    },
    ...{ title: 'Messages Approved', done: 'approved' },
    failed: { title: 'Error', text: 'Failed to update message. Please try again.' },
  },
  retry: {
    fits: ({ status, answer }) => status === 'failed' && answer === null,
    act: resend,
    ...{ title: 'Emails Sent', done: 'sent again' },
    failed: { title: 'Send Failed', text: 'Failed to send email' },
  },
  stop: {
    fits: ({ status, followUp, answer, sentAgain }) =>
      status === 'pending' && followUp !== null && answer === null && !sentAgain,
    act: ({ id }) => stopFollowUps(id),
    ...{ title: 'Follow-ups Stopped', done: 'stopped' },
    failed: { title: 'Error', text: 'Failed to stop the follow-ups. Please try again.' },
  },
} as const satisfies Record<string, BulkAction>;

export type BulkActionName = keyof typeof BULK_ACTIONS;

/** Does it to one after the other, until one is refused: what refuses one, such as a limit or the mailbox, mostly refuses all. */
async function inTurn(
  messages: readonly SendView[],
  action: BulkAction,
): Promise<{ done: number; refused: string | null }> {
  let done = 0;
  for (const message of messages) {
    try {
      await action.act(message);
      done += 1;
    } catch (error) {
      return { done, refused: serverWords(error, action.failed.text) };
    }
  }
  return { done, refused: null };
}

export function useBulkMessages(name: BulkActionName) {
  const queries = useQueryClient();
  const action: BulkAction = BULK_ACTIONS[name];
  return useMutation({
    mutationFn: (messages: readonly SendView[]) => inTurn(messages, action),
    meta: { failure: failure(action.failed.title, action.failed.text) },
    onSuccess: ({ done, refused }, messages) => {
      const noun = name === 'retry' ? 'email' : 'message';
      showToast(
        refused === null
          ? { title: action.title, text: `${counted(done, noun)} ${action.done}.` }
          : {
              title: action.failed.title,
              text: `${done} of ${counted(messages.length, noun)} ${action.done}. ${refused}`,
              variant: 'destructive',
            },
      );
    },
    onSettled: () => refetchCampaigns(queries),
  });
}
