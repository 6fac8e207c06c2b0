/** What the readings of a mailbox tell. They are part of its stream, because every dispatch reads it. */
import { z } from 'zod';
import { ACCOUNT_TROUBLES, type AccountTrouble } from '../shared/accountWords.ts';
import type { EventOf, Recorded } from '../shared/event.ts';

/** `account`: SendingAccount.id. */
const account = z.string();
const trouble = z.enum(ACCOUNT_TROUBLES);

export const readingDefinitions = {
  /** Its mail cannot be read. Another trouble of the same time is no event, but for a sign-in that is refused again. */
  MailReadingFailed: { version: 1, data: z.object({ account, trouble }) },
  /** All that had come until now was read, with these credentials: the first time, or after trouble. `but`: a folder beside the inbox was not. */
  MailReadThrough: { version: 1, data: z.object({ account, secretId: z.string(), but: trouble.optional() }) },
  /** A mail that its server did not hand over is passed over. `email`: its id in the mailbox. */
  MailPassedOver: { version: 1, data: z.object({ account, email: z.string() }) },
  /** Mails leave without a copy in the Sent folder, from the first one on. */
  SentCopyFailed: { version: 1, data: z.object({ account, trouble }) },
  SentCopyFiled: { version: 1, data: z.object({ account }) },
} as const;
export type ReadingEvent = EventOf<typeof readingDefinitions>;

type Since = { trouble: AccountTrouble; since: string };
/**
 * `through`: the credentials by which it was last read to the end; null: never. `since`: when its trouble began. `failures`: when it failed since.
 * `but`: a folder that is not read. `passedOver`: the last mails that could not be read. `sentCopy`: why there is none.
 */
export type AccountReading = {
  through: string | null;
  trouble: AccountTrouble | null;
  since: string | null;
  failures: Since[];
  but: Since | null;
  passedOver: { email: string; at: string }[];
  sentCopy: AccountTrouble | null;
};
export const NOT_READ: AccountReading = {
  ...{ through: null, trouble: null, since: null, failures: [], but: null, passedOver: [], sentCopy: null },
};
const MOST_PASSED_OVER = 20;
const MOST_FAILURES = 10;

/** By account. */
export type ReadingState = Readonly<Record<string, AccountReading>>;

const isReadingEvent = (event: { type: string }): event is Recorded<ReadingEvent> => event.type in readingDefinitions;

/** The state after an event of a reading; any other event leaves it as it is. */
export function evolveReading(state: ReadingState, event: { type: string }): ReadingState {
  if (!isReadingEvent(event)) return state;
  const before = state[event.data.account] ?? NOT_READ;
  return { ...state, [event.data.account]: next(before, event) };
}

function next(before: AccountReading, event: Recorded<ReadingEvent>): AccountReading {
  const { at } = event;
  switch (event.type) {
    case 'MailReadThrough': {
      const { secretId: through, but: trouble } = event.data;
      const but = trouble ? { trouble, since: before.but?.since ?? at } : null;
      return { ...before, through, trouble: null, since: null, failures: [], but };
    }
    case 'MailReadingFailed': {
      const { trouble } = event.data;
      const failures = [...before.failures, { trouble, since: at }].slice(-MOST_FAILURES);
      return { ...before, trouble, since: before.since ?? at, failures };
    }
    case 'MailPassedOver': {
      const passedOver = [...before.passedOver, { email: event.data.email, at }].slice(-MOST_PASSED_OVER);
      return { ...before, passedOver };
    }
    case 'SentCopyFailed':
      return { ...before, sentCopy: event.data.trouble };
    case 'SentCopyFiled':
      return { ...before, sentCopy: null };
  }
}
