import type { MessageRow } from '../../db/read/messages.ts';
import { BEGINS_THREAD, recipientOf } from '../../events/messages/messageState.ts';
import { holdsAddress, isFirstEmail } from '../../events/messages/sharedAddress.ts';
import { readable } from '../../events/shared/unreadable.ts';

export const nameOf = ({ partner }: Pick<MessageRow, 'partner'>): string | null =>
  partner ? readable(partner, partner.person?.name) : null;

/**
 * Picks the messages that leave at Start, out of `ready`. Partners who share an address get one first email; the others' wait for its outcome
 * (worker/tasks/oneForEachAddress.ts). `duplicates`: who shares which.
 */
export function oneForEachAddress(
  ready: readonly MessageRow[],
  messages: readonly MessageRow[],
): { waiting: MessageRow[]; duplicates: { address: string; names: (string | null)[] }[] } {
  const hasLeft = ({ state }: MessageRow) => BEGINS_THREAD.has(state.status);
  const holders = messages
    .filter(({ state }) => holdsAddress(state))
    .toSorted((a, b) => Number(hasLeft(b)) - Number(hasLeft(a)));
  const byAddress = new Map<string, Map<string, string | null>>();
  const addressOf = ({ state, partner }: MessageRow) => recipientOf(state, partner?.contact?.email)?.toLowerCase();
  const sharing = (row: MessageRow) => byAddress.get(addressOf(row) ?? '');
  for (const row of [...holders, ...ready.filter(({ state }) => isFirstEmail(state))]) {
    const address = addressOf(row);
    if (!address) continue;
    const people = byAddress.get(address) ?? new Map();
    byAddress.set(address, people.set(row.state.partnerId, nameOf(row)));
  }
  const leaves = (row: MessageRow): boolean => {
    const [first = row.state.partnerId] = sharing(row)?.keys() ?? [];
    return !isFirstEmail(row.state) || first === row.state.partnerId;
  };
  const left = new Set(ready.filter((row) => !leaves(row)).map(sharing));
  return {
    waiting: ready.filter(leaves),
    duplicates: [...byAddress]
      .filter(([, people]) => left.has(people))
      .map(([address, people]) => ({ address, names: [...people.values()] })),
  };
}
