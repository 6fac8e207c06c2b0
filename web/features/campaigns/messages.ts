import type { AcceptedView, SendView } from '../../../api/views.ts';
import type { MessageSave } from '../../../events/messages/messageInput.ts';
import { serverWords } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, fixedFailure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { stepsOf } from './messageState.ts';

const calls = client.api['campaign-sends'][':id'];

/** Changes and approves one text; 409 when another than `seen` was saved first. */
export const editMessage = (id: string, json: MessageSave) => unwrap(calls.$patch({ param: { id }, json }));

/** The address that a message would go to if it left now. */
export const nextAddress = ({ partner }: Pick<SendView, 'partner'>): string | null => partner.contactInfo.email;

type Message = Pick<SendView, 'id' | 'partner'>;

/** The server sends to the address that was shown, or not at all. */
const toShown = (message: Message) => {
  const to = nextAddress(message);
  return { param: { id: message.id }, json: to === null ? {} : { to } };
};

const resend = (message: Message) => unwrap(calls.resend.$post(toShown(message)));

const stopFollowUps = ({ id }: Pick<SendView, 'id'>) => unwrap(calls['stop-follow-ups'].$post({ param: { id } }));

const useSending = (call: (message: Message) => Promise<SendView | AcceptedView>) =>
  useAction({
    call,
    failed: failure('Send Failed', 'Failed to send email'),
    done: (result, message) => {
      const whom = nextAddress(message) ?? 'the partner';
      return isAccepted(result)
        ? { title: 'Sending', text: `The email to ${whom} is on its way.` }
        : { title: 'Email Sent', text: `Sent to ${whom}.` };
    },
    stale: CAMPAIGNS,
  });

/** Approves and sends one message at once. */
export const useSendNow = () => useSending((message) => unwrap(calls['send-now'].$post(toShown(message))));

/** Sends a message once more, whatever its outcome. */
export const useResend = () => useSending(resend);

const NOT_UPDATED = ['Error', 'Failed to update message status. Please try again.'] as const;

export const useMarkReplied = () =>
  useAction({
    call: ({ id }: Pick<SendView, 'id'>) => unwrap(calls.status.$patch({ param: { id }, json: { status: 'replied' } })),
    failed: fixedFailure(...NOT_UPDATED),
    done: { title: 'Status Updated', text: 'The message is marked as replied.' },
    stale: CAMPAIGNS,
  });

/** Says that a message with an unknown outcome was sent. */
export const useMarkSent = () =>
  useAction({
    call: ({ id }: Pick<SendView, 'id'>) => unwrap(calls['mark-sent'].$post({ param: { id } })),
    failed: failure(...NOT_UPDATED),
    done: { title: 'Status Updated', text: 'The message counts as sent.' },
    stale: CAMPAIGNS,
  });

/** Dismisses a message of a deleted campaign. Its outcome stays unknown. */
export const useSetAside = () =>
  useAction({
    call: ({ id }: Pick<SendView, 'id'>) => unwrap(calls['set-aside'].$post({ param: { id } })),
    failed: failure(...NOT_UPDATED),
    done: { title: 'Status Updated', text: 'The message is dismissed.' },
    stale: CAMPAIGNS,
  });

/** Has the AI write to a person in spite of its reasons. */
export const useWriteAnyway = () =>
  useAction({
    call: ({ id }: Pick<SendView, 'id'>) => unwrap(calls['write-anyway'].$post({ param: { id } })),
    failed: failure('Not Written', 'Failed to write the message'),
    done: (result) =>
      isAccepted(result)
        ? { title: 'Writing the message', text: 'This continues in the background.' }
        : { title: 'Message Written', text: 'Read it before you approve it.' },
    stale: CAMPAIGNS,
  });

const NOT_STOPPED = ['Error', 'Failed to stop the follow-ups. Please try again.'] as const;

/** Ends a follow-up that waits, so that no further one comes. */
export const useStopFollowUps = () =>
  useAction({
    call: stopFollowUps,
    failed: failure(...NOT_STOPPED),
    done: { title: 'Follow-ups Stopped', text: 'This partner gets no further follow-up.' },
    stale: CAMPAIGNS,
  });

type BulkAction = {
  /** Picks its messages from the selected ones. */
  fits: (message: SendView) => boolean;
  act: (message: SendView) => Promise<unknown>;
  title: string;
  /** The past participle: "approved". */
  done: string;
  failed: readonly [title: string, text: string];
};

/** A person reads a flagged text before it is approved. */
export const BULK_ACTIONS = {
  approve: {
    fits: (message) => stepsOf(message).includes('review') && message.flaws.length === 0,
    act: ({ id, subject, body }) => {
      const text = { subject: subject ?? '', body: body ?? '' };
      return editMessage(id, { ...text, seen: text });
    },
    ...{ title: 'Messages Approved', done: 'approved' },
    failed: ['Error', 'Failed to update message. Please try again.'],
  },
  retry: {
    fits: (message) => stepsOf(message).includes('retry'),
    act: resend,
    ...{ title: 'Emails Sent', done: 'sent again' },
    failed: ['Send Failed', 'Failed to send email'],
  },
  stop: {
    fits: (message) => stepsOf(message).includes('stopFollowUps'),
    act: stopFollowUps,
    ...{ title: 'Follow-ups Stopped', done: 'stopped' },
    failed: NOT_STOPPED,
  },
} as const satisfies Record<string, BulkAction>;

export type BulkActionName = keyof typeof BULK_ACTIONS;

/** Does it to one after the other, until one is refused. A limit or the mailbox mostly refuses all. */
export function useBulkMessages(name: BulkActionName) {
  const { act, title, done: verb, failed }: BulkAction = BULK_ACTIONS[name];
  return useAction({
    call: async (messages: readonly SendView[]) => {
      let done = 0;
      let refused: string | null = null;
      for (const message of messages) {
        try {
          await act(message);
          done += 1;
        } catch (error) {
          refused = serverWords(error, failed[1]);
          break;
        }
      }
      return { done, refused };
    },
    failed: failure(...failed),
    done: ({ done, refused }, { length }): ToastText => {
      const noun = name === 'retry' ? 'email' : 'message';
      if (refused === null) return { title, text: `${counted(done, noun)} ${verb}.` };
      const text = `${done} of ${counted(length, noun)} ${verb}. ${refused}`;
      return { title: failed[0], text, variant: 'destructive' };
    },
    stale: CAMPAIGNS,
  });
}
