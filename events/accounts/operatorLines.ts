/** What an operator should act on. The admin page shows it, and OPERATOR_EMAIL gets it when it lasts. */
export type OperatorFacts = {
  /** The least free space of a DATA_DIR, in bytes; null: no worker has one. */
  diskFree: number | null;
  /** The age of the oldest event without its jobs. `holder`: the transaction that hides it. */
  unreadMs: number;
  holder: { pid: number | null; application: string; database: string } | null;
  /** Processes with a wrong clock, and how far each is ahead, in seconds. */
  wrongClocks: readonly { process: string; seconds: number }[];
  /** How long events have waited for a seal; null: none waits. */
  unsealedMs: number | null;
  /** Places that the worker found wrong, and the first. `behindMs`: since all of the log was verified; null: no worker follows it. */
  record: { wrong: number; first: string | null; behindMs: number | null };
  failedJobs: number;
  heldAccounts: number;
};

export type OperatorLine = {
  code: 'disk' | 'unread' | 'clock' | 'unsealed' | 'record' | 'unverified' | 'failed_jobs' | 'held_accounts';
  tone: 'bad' | 'warn';
  title: string;
  text: string;
};

const GB = 1_000_000_000;
const LEAST_DISK = GB;
const LATE_MS = { unread: 60_000, seal: 10 * 60_000, verified: 10 * 60_000 };
/** A process commits nothing from here on (db/connection/clock.ts). */
const CLOCK_SECONDS = 5;

export const isClockWrong = (seconds: number | null): seconds is number =>
  seconds !== null && Math.abs(seconds) > CLOCK_SECONDS;

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const minutes = (ms: number): string => counted(Math.round(ms / 60_000), 'minute');

function holderText(holder: OperatorFacts['holder']): string {
  if (!holder) return 'The worker has not read them. Check its log.';
  const { pid, application, database } = holder;
  const where = `${application || 'an unnamed program'} in the database ${database}`;
  const end = pid === null ? 'Roll it back.' : `End it: select pg_terminate_backend(${pid}).`;
  return `An open transaction hides them. It is ${pid === null ? 'a ' : ''}${where}. ${end}`;
}

const clockText = ({ process, seconds }: OperatorFacts['wrongClocks'][number]): string =>
  `${process} is ${counted(Math.abs(Math.round(seconds)), 'second')} ${seconds > 0 ? 'ahead' : 'behind'}.`;

/** The lines that these facts call for. */
export function operatorLines(facts: OperatorFacts): OperatorLine[] {
  const { diskFree, unreadMs, holder, wrongClocks, unsealedMs, record, failedJobs, heldAccounts } = facts;
  const all: (OperatorLine | false)[] = [
    record.wrong > 0 && {
      code: 'record',
      tone: 'bad',
      title: `The record is wrong at ${counted(record.wrong, 'place')}.`,
      text: `${record.first}. Keep a copy of the database, and run npm run audit -- verify. This line ends when it finds nothing wrong.`,
    },
    failedJobs > 0 && {
      code: 'failed_jobs',
      tone: 'bad',
      title: `${counted(failedJobs, 'job')} failed permanently.`,
      text: 'The admin page lists them. Fix the cause, then retry. One without an error is removed after 7 days.',
    },
    wrongClocks.length > 0 && {
      code: 'clock',
      tone: 'bad',
      title: 'A clock is wrong.',
      text: `${wrongClocks.map(clockText).join(' ')} It saves nothing until then. Set the clock of its host (NTP).`,
    },
    diskFree !== null &&
      diskFree < LEAST_DISK && {
        code: 'disk',
        tone: 'bad',
        title: `The disk of DATA_DIR has ${(diskFree / GB).toFixed(1)} GB left.`,
        text: 'When it is full, nothing can be saved. Free space, or move DATA_DIR to a larger disk.',
      },
    unreadMs > LATE_MS.unread && {
      code: 'unread',
      tone: 'warn',
      title: `New events have waited for ${minutes(unreadMs)}.`,
      text: holderText(holder),
    },
    unsealedMs !== null &&
      unsealedMs > LATE_MS.seal && {
        code: 'unsealed',
        tone: 'warn',
        title: `Events have not been sealed for ${minutes(unsealedMs)}.`,
        text: 'A running worker seals every minute. Check its log.',
      },
    record.behindMs !== null &&
      record.behindMs > LATE_MS.verified && {
        code: 'unverified',
        tone: 'warn',
        title: `New events have not been verified for ${minutes(record.behindMs)}.`,
        text: 'A running worker verifies them as they come. Check its log.',
      },
    heldAccounts > 0 && {
      code: 'held_accounts',
      tone: 'warn',
      title: `${counted(heldAccounts, 'sending account')} cannot send.`,
      text: 'Its user sees in Settings, under Sending accounts, what to do.',
    },
  ];
  return all.filter((line) => line !== false);
}
