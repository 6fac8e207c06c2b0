import type { FirstMessage } from '../campaigns/variants.ts';
import { sequenceNumber } from './followUp.ts';
import { CALLED_OFF, type MessageState } from './messageState.ts';
import { isUnplanned } from './resend.ts';

type Message = { id: string; state: MessageState };

/** Picks the messages that a run writes. Regenerating includes approved texts, but nothing planned or on its way. */
export function textsToWrite(messages: readonly Message[], regenerate: boolean) {
  const open = messages.filter(
    ({ state }) => !state.erased && (state.status === 'drafted' || (regenerate && state.status === 'approved')),
  );
  const ids = (suits: (state: MessageState) => boolean) => open.filter(({ state }) => suits(state)).map(({ id }) => id);
  return {
    missing: ids((state) => !state.hasText),
    written: ids((state) => state.hasText && !state.edited),
    edited: ids((state) => state.hasText && state.edited),
    firstMessages: firstMessages(messages),
  };
}

const getsNone = ({ status }: Pick<MessageState, 'status'>): boolean => CALLED_OFF.has(status) || status === 'unfit';

/** The first emails of a campaign, among which an A/B test is split. */
const firstMessages = (messages: readonly Message[]): FirstMessage[] =>
  messages
    .filter(({ state }) => sequenceNumber(state) === 0 && !isUnplanned(state.step) && !getsNone(state))
    .map(({ id, state }) => ({ id, variant: state.variant }));

/** The unedited ones whose text waits for approval. */
export const unapprovedTexts = (messages: readonly Message[]): FirstMessage[] =>
  firstMessages(
    messages.filter(({ state }) => state.status === 'drafted' && state.hasText && !state.edited && !state.erased),
  );
