import { assertKey } from '../migrate/migrate.ts';
import { createStore, type Store } from '../store.ts';
import { masterKey } from '../vault/masterKey.ts';
import { pseudonyms } from '../vault/secrets.ts';
import { assertAddressKey } from '../verify/addressKey.ts';
import { connect, type Role, readAs } from './connect.ts';

type Options = { url: string; secretKey: string; role: Role; name: string; max?: number; now?: () => Date };

/** The log and its keys, without the address key. */
export type Log = Pick<Store, 'sql' | 'master'>;

/** Opens the log of a migrated database: checks SECRET_KEY. Throws CannotStart when the key is wrong or the migration is missing. */
export async function openLog(options: Options): Promise<Log> {
  const sql = connect(options.url, options);
  const master = masterKey(options.secretKey);
  await assertKey(sql, master);
  return { sql, master };
}

/** Opens a migrated database for a process and answers the store. Throws CannotStart as openLog does, and when the address key is lost. */
export async function openStore(options: Options): Promise<Store> {
  const { sql, master } = await openLog(options);
  const names = await pseudonyms(sql, master);
  await readAs(sql, 'system', (tx) => assertAddressKey(tx, master, names));
  return createStore(sql, master, names, options.now);
}
