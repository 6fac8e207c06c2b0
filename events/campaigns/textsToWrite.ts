import type { MessageState } from '../messages/messageState.ts';

type Message = { id: string; state: MessageState };

/** Which messages a run writes, by what they have. Regenerating reaches what is approved, too, but nothing that is planned or on its way. */
export function textsToWrite(messages: readonly Message[], regenerate: boolean) {
  const open = messages.filter(
    ({ state }) => !state.erased && (state.status === 'drafted' || (regenerate && state.status === 'approved')),
  );
  const ids = (suits: (state: MessageState) => boolean) => open.filter(({ state }) => suits(state)).map(({ id }) => id);
  return {
    missing: ids((state) => !state.hasText),
    written: ids((state) => state.hasText && !state.edited),
    edited: ids((state) => state.hasText && state.edited),
  };
}
