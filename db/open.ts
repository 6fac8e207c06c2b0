import { connect, type Role } from './connect.ts';
import { assertKey } from './migrate/migrate.ts';
import { createStore, type Store } from './store.ts';
import { masterKey } from './vault/masterKey.ts';
import { pseudonyms } from './vault/secrets.ts';

/**
 * Opens a migrated database for a process: checks SECRET_KEY and answers the store. Throws CannotStart when the key is wrong or the
 * migration is missing.
 */
export async function openStore(options: {
  url: string;
  secretKey: string;
  role: Role;
  name: string;
  max?: number;
  now?: () => Date;
}): Promise<Store> {
  const sql = connect(options.url, options);
  const key = masterKey(options.secretKey);
  await assertKey(sql, key);
  return createStore(sql, key, await pseudonyms(sql, key), options.now);
}
