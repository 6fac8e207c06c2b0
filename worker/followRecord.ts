import { isAway } from '../db/connection/connect.ts';
import { pollLog } from '../db/log/poll.ts';
import { RecordFollower } from '../db/verify/follow.ts';
import { followStep, stopFollowing } from '../db/verify/followed.ts';
import type { WrongPlace } from '../db/verify/verifyLog.ts';
import { UnknownEvent } from '../events/catalog.ts';
import type { Needs } from './context.ts';
import { codeOf, errorName } from './errorName.ts';

/** A log that is wrong everywhere needs no line for each event. */
const LINES = 10;

/** Another worker took over between the lock and the write: it has looked. */
const isOvertaken = (error: unknown): boolean => codeOf(error) === '40001';

function troubleOf(error: unknown): string {
  if (error instanceof UnknownEvent) return `record: waits at an event of a newer program. ${error.message}`;
  if (isAway(error)) return `record: the database does not answer (${codeOf(error)}); trying again`;
  return `record: not verified by a fault of the program (${errorName(error)}); trying again`;
}

/** Verifies the log as it grows until stopped. One worker does at a time. `report` hears of each wrong place once, and of no person. */
export async function followRecord(
  { store: { sql, master }, followEveryMs }: Needs<'store' | 'followEveryMs'>,
  report: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  if (followEveryMs === null) {
    await stopFollowing(sql);
    return { stop: async () => undefined };
  }
  const follower = new RecordFollower(master, true);
  const tell = ({ at, reason }: WrongPlace) =>
    report(`record: WRONG at ${at}: ${reason}. Run npm run audit -- verify.`);
  const polling = pollLog(
    async () => {
      const step = await followStep(sql, follower).catch((error: unknown) => {
        if (isOvertaken(error)) return null;
        throw error;
      });
      for (const one of step?.news.slice(0, LINES) ?? []) tell(one);
      return step && !step.look.caughtUp ? 'full' : 'none';
    },
    (error, again) => again || report(troubleOf(error)),
    undefined,
    { busy: followEveryMs, idle: followEveryMs },
  );
  return { stop: polling.stop };
}
