import type { QueryKey } from '@tanstack/react-query';
import type { AcceptedView, SendView, SteeredView } from '../../../api/views.ts';
import type { MessageSave } from '../../../events/messages/messageInput.ts';
import { STEERED_AT_ONCE, type Steer } from '../../../events/messages/steerNames.ts';
import { serverWords } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, fixedFailure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS, PARTNERS } from '../../lib/liveKeys.ts';
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

/** Approves and sends one message at once. */
export const useSendNow = () =>
  useSending((message: Message) => unwrap(calls['send-now'].$post(toShown(message))), nextAddress);

/** Sends a message once more, whatever its outcome. */
export const useResend = () => useSending(resend, nextAddress);

/** Sends an email that came back to another address. */
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

/** `done`: the past participle. `back`: the act that takes it back. */
export const STEER_WORDS = {
  hold: { label: 'Hold', title: 'On Hold', done: 'on hold', back: 'release' },
  release: { label: 'Release', title: 'Released', done: 'released', back: 'hold' },
  cancel: { label: 'Cancel email', title: 'Cancelled', done: 'cancelled', back: 'restore' },
  take_out: { label: 'Take out of campaign', title: 'Taken Out', done: 'cancelled', back: 'restore' },
  restore: { label: 'Restore', title: 'Restored', done: 'restored', back: null },
} as const satisfies Record<Steer, { label: string; title: string; done: string; back: Steer | null }>;

/** The acts that fit one of the messages, in the order of the menus. */
export const steersFor = (messages: readonly Pick<SendView, 'steers'>[]): Steer[] =>
  (Object.keys(STEER_WORDS) as Steer[]).filter((act) => messages.some(({ steers }) => steers.includes(act)));

type Steering = { act: Steer; ids: readonly string[] };

/** All in a few calls. */
async function steerAll({ act, ids }: Steering): Promise<SteeredView> {
  const all: SteeredView = { changed: [], refused: [] };
  for (let from = 0; from < ids.length; from += STEERED_AT_ONCE) {
    const json = { act, ids: ids.slice(from, from + STEERED_AT_ONCE) };
    const part = await unwrap(client.api['campaign-sends'].steer.$post({ json }));
    all.changed.push(...part.changed);
    all.refused.push(...part.refused);
  }
  return all;
}

/** Holds, releases, cancels or restores messages that wait. The notice takes it back. */
export function useSteer() {
  const action = useAction({
    call: steerAll,
    failed: failure('Not Changed', 'Failed to change the emails. Please try again.'),
    done: ({ changed, refused }, { act }): ToastText => {
      const { title, done, back } = STEER_WORDS[act];
      const undo = back &&
        changed.length > 0 && {
          action: {
            label: 'Undo',
            instead: 'Undo: change the emails back',
            act: () => action.mutate({ act: back, ids: changed }),
          },
        };
      const said = `${counted(changed.length, 'email')} ${done}.`;
      const [first] = refused;
      if (!first) return { title, text: said, ...undo };
      const others = refused.length > 1 ? ` ${refused.length - 1} more could not be changed.` : '';
      return { title: 'Not Changed', text: `${said} ${first.reason}${others}`, variant: 'destructive', ...undo };
    },
    stale: CAMPAIGNS,
  });
  return action;
}

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
