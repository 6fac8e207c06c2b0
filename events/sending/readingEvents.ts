/** What the readings of a mailbox tell. They are part of its stream, because every dispatch reads it. */
import { z } from 'zod';
import { ACCOUNT_TROUBLES, type AccountTrouble } from '../shared/accountWords.ts';
import type { EventOf, Recorded } from '../shared/event.ts';

/** `account`: SendingAccount.id. */
const account = z.string();

export const readingDefinitions = {
  /** Its mail cannot be read. Another trouble of the same time is no event. */
  MailReadingFailed: { version: 1, data: z.object({ account, trouble: z.enum(ACCOUNT_TROUBLES) }) },
  /** All that had come until now was read, with these credentials: the first time, or after trouble. */
  MailReadThrough: { version: 1, data: z.object({ account, secretId: z.string() }) },
} as const;
export type ReadingEvent = EventOf<typeof readingDefinitions>;

/** `through`: the credentials by which it was last read to the end; null: never. `since`: when its trouble began. */
export type AccountReading = { through: string | null; trouble: AccountTrouble | null; since: string | null };

/** By account. */
export type ReadingState = Readonly<Record<string, AccountReading>>;

const isReadingEvent = (event: { type: string }): event is Recorded<ReadingEvent> => event.type in readingDefinitions;

/** The state after an event of a reading; any other event leaves it as it is. */
export function evolveReading(state: ReadingState, event: { type: string }): ReadingState {
  if (!isReadingEvent(event)) return state;
  const { account: id } = event.data;
  if (event.type === 'MailReadThrough')
    return { ...state, [id]: { through: event.data.secretId, trouble: null, since: null } };
  const before = state[id];
  const { trouble } = event.data;
  return { ...state, [id]: { through: before?.through ?? null, trouble, since: before?.since ?? event.at } };
}
