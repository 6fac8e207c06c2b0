import { setTimeout as pause } from 'node:timers/promises';
import { assertKey } from '../migrate/migrate.ts';
import { createStore, type Store } from '../store.ts';
import { masterKey } from '../vault/masterKey.ts';
import { pseudonyms } from '../vault/secrets.ts';
import { assertAddressKey } from '../verify/addressKey.ts';
import { type ClockReport, watchClock } from './clock.ts';
import { connect, isAway, type Role, readAs, type Sql } from './connect.ts';
import { assertSession, loginUrl, withKeys } from './logins.ts';

type Options = {
  url: string;
  secretKey: string;
  role: Role;
  name: string;
  max?: number;
  now?: () => Date;
  /** Through a pooler in transaction mode. */
  pooled?: boolean;
  /** Hears of wrong clocks. With it, the store commits nothing while this process's clock is wrong. */
  onClock?: (report: ClockReport, store: Store) => void;
  /** Waits until the database answers, and says once what it waits for. */
  wait?: (line: string) => void;
};

/** The log and its keys, without the address key. */
export type Log = Pick<Store, 'sql' | 'master'>;

/**
 * Opens the log of a migrated database, and asserts SECRET_KEY, the login, its settings and row-level security. Throws CannotStart when one is wrong or
 * the migration is missing.
 */
export async function openLog(options: Options): Promise<Log> {
  const { role } = options;
  const master = masterKey(options.secretKey);
  const sql = connect(role === 'owner' ? options.url : loginUrl(options.url, role, master), {
    ...options,
    name: withKeys(options.name, master),
  });
  try {
    if (options.wait) await answering(sql, options.wait);
    if (role !== 'owner') await assertSession(sql, role, master);
    await assertKey(sql, master);
    return { sql, master };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

const PAUSE_MS = 250;

/** Waits until the database takes a connection, however long it is full or away. */
async function answering(sql: Sql, say: (line: string) => void): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (!isAway(error)) return;
      if (!told) say(`The database does not answer (${(error as { code: string }).code}). Waiting for it.`);
      await pause(PAUSE_MS);
    }
  }
}

/** Opens a migrated database for a process and answers the store. Throws CannotStart as openLog does, and when the address key is lost. */
export async function openStore(options: Options): Promise<Store> {
  const { sql, master } = await openLog(options);
  const names = await pseudonyms(sql, master);
  await readAs(sql, 'system', (tx) => assertAddressKey(tx, master, names));
  const { onClock, now = () => new Date() } = options;
  const clock = onClock
    ? watchClock(
        sql,
        (report) => onClock(report, store),
        () => now().getTime(),
      )
    : null;
  const store = createStore(sql, master, names, now, clock);
  await clock?.start();
  return store;
}
