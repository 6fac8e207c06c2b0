import { once } from 'node:events';
import { counted } from '../../events/shared/format.ts';
import type { Tx } from '../connection/connect.ts';
import type { Log } from '../connection/open.ts';
import { pollLog } from '../log/poll.ts';
import type { Output } from '../process/command.ts';
import { type Followed, followFromNow, RecordFollower } from '../verify/follow.ts';
import type { WrongPlace } from '../verify/verifyLog.ts';

/** As the worker. More often, each look reads the same streams again. */
const EVERY_MS = 5_000;
/** A log that is wrong everywhere is said to be so by its count. */
const MOST_KEPT = 1_000;

/** `wrongCount`: of all; `wrong`: the first of them. */
export type FollowedLog = { events: number; seals: number; wrongCount: number; wrong: WrongPlace[] };

/** Marks where the log ends now, and verifies what comes after it until `stop`. It keeps its place in memory, so that a reader can do it. */
export async function followLog(
  { sql, master }: Log,
  { rows }: { rows: boolean },
  { say }: Pick<Output, 'say'>,
): Promise<(stop: AbortSignal) => Promise<FollowedLog>> {
  const follower = new RecordFollower(master, rows);
  const inSnapshot = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    (await sql.begin('isolation level repeatable read read only', work)) as T;
  let followed: Followed = await inSnapshot(followFromNow);
  return async (stop) => {
    const seen: FollowedLog = { events: 0, seals: 0, wrongCount: 0, wrong: [] };
    const known = new Set<string>();
    const polling = pollLog(
      async () => {
        const look = await inSnapshot((tx) => follower.look(tx, followed));
        followed = look.followed;
        seen.events += look.events;
        seen.seals += look.seals;
        for (const one of look.wrong) {
          const line = `WRONG  ${one.at}: ${one.reason}`;
          if (known.has(line)) continue;
          seen.wrongCount += 1;
          if (seen.wrong.length >= MOST_KEPT) continue;
          known.add(line);
          seen.wrong.push(one);
          say(line);
        }
        return look.caughtUp ? 'none' : 'full';
      },
      (error, again) => again || say(`Not verified (${(error as Error).name}). Trying again.`),
      () => say('Verifying again.'),
      { busy: EVERY_MS, idle: EVERY_MS },
    );
    if (!stop.aborted) await once(stop, 'abort');
    await polling.stop();
    say(`Followed ${counted(seen.events, 'event')} and ${counted(seen.seals, 'seal')}.`);
    return seen;
  };
}

/** Aborts at Ctrl-C, or when the process is asked to end. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}
