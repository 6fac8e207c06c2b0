import type { QueryKey } from '@tanstack/react-query';
import type { AcceptedView, SendView } from '../../../api/views.ts';
import type { MessageSave } from '../../../events/messages/messageInput.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, fixedFailure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS, PARTNERS } from '../../lib/liveKeys.ts';
import { useAction } from '../../lib/useAction.ts';

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

/** `addressOf`: where it goes. */
const useSending = <M>(
  call: (message: M) => Promise<SendView | AcceptedView>,
  addressOf: (message: M) => string | null,
  stale: readonly QueryKey[] = CAMPAIGNS,
) =>
  useAction({
    call,
    failed: failure('Send Failed', 'Failed to send email'),
    done: (result, message) => {
      const address = addressOf(message) ?? 'the partner';
      return isAccepted(result)
        ? { title: 'Sending', text: `The email to ${address} is on its way.` }
        : { title: 'Email Sent', text: `Sent to ${address}.` };
    },
    stale,
  });

export const useSendNow = () =>
  useSending((message: Message) => unwrap(calls['send-now'].$post(toShown(message))), nextAddress);

/** Sends a message once more, whatever its outcome. */
export const useResend = () =>
  useSending((message: Message) => unwrap(calls.resend.$post(toShown(message))), nextAddress);

export const useReaddress = () =>
  useSending(
    ({ message: { id }, email }: { message: Message; email: string }) =>
      unwrap(calls.resend.$post({ param: { id }, json: { newAddress: email } })),
    ({ email }) => email,
    [...CAMPAIGNS, ...PARTNERS, ['today']],
  );

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
