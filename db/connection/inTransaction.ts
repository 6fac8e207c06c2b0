import { setTimeout as wait } from 'node:timers/promises';
import { ConcurrencyConflict } from '../log/conflicts.ts';
import type { Store } from '../store.ts';
import type { Tx } from './connect.ts';

const ATTEMPTS = 8;

/**
 * Runs a transaction with one command in it (`runIn`); when another command was faster, all of it is done again. The command takes its locks, or
 * runs, before anything is written. The first write draws the transaction's id, so waiting after it would come late in the tail.
 */
export async function inTransaction<T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return (await store.sql.begin(work)) as T;
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict) || left <= 1) throw error;
      await wait(Math.random() * 40);
    }
  }
}
