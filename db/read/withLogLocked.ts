import { setTimeout as wait } from 'node:timers/promises';
import type { Sql, Tx } from '../connection/connect.ts';

/** All new writers queue behind a lock that waits, so a try is short. Later tries wait longer: a slow disk may need more. */
const FIRST_TRY_MS = 50;
const LONGEST_TRY_MS = 1_000;
const TRIES = 100;
/** Lets the writers go on between two tries. */
const PAUSE_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';

type Work = {
  /** Runs while no one else can write; its transaction is committed afterwards. */
  locked(tx: Tx): Promise<void>;
  /** Runs after a try that did not get the lock, while writers go on. */
  missed(): Promise<void>;
};

/** Locks the log against writers for `locked`. `lockedMs`: the longest time that a writer waited for it. */
export async function withLogLocked(sql: Sql, { locked, missed }: Work): Promise<{ lockedMs: number }> {
  let longest = 0;
  let from = 0;
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '10s'`;
    // An automatic vacuum ends only after a second of waiting. Writers do not wait for this lock.
    await tx`lock table log.events in share update exclusive mode`;
    for (let tried = 1; ; tried += 1) {
      from = performance.now();
      if (await tryLock(tx, Math.min(LONGEST_TRY_MS, FIRST_TRY_MS * 1.1 ** tried), tried === TRIES)) break;
      longest = Math.max(longest, performance.now() - from);
      await missed();
      await wait(PAUSE_MS);
    }
    await locked(tx);
  });
  return { lockedMs: Math.max(longest, performance.now() - from) };
}

/** false: a transaction that has written did not end in time. The last try throws. */
async function tryLock(tx: Tx, ms: number, last: boolean): Promise<boolean> {
  try {
    await tx.savepoint(async (part) => {
      await part`select set_config('lock_timeout', ${`${Math.round(ms)}ms`}, true)`;
      await part`lock table log.events in exclusive mode`;
      await part`set local lock_timeout = '10s'`;
    });
    return true;
  } catch (error) {
    if (last || !(error instanceof Error) || !('code' in error) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}
