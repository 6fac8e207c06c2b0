import type { Store } from '../../../db/store.ts';
import { readSecret, replaceSecret } from '../../../db/vault/secrets.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import type { Credentials } from '../../providers/mailProvider.ts';

/** The credentials of an account from the vault; null: they are gone. */
export async function credentialsOf(
  store: Store,
  tenant: string,
  { secretId }: Pick<SendingAccount, 'secretId'>,
): Promise<Credentials | null> {
  const secret = await readSecret(store.sql, store.master, tenant, secretId);
  return credentialsIn(store, tenant, { secretId }, () => secret);
}

/** The same from secrets that were read before. */
export function credentialsIn(
  { sql, master }: Store,
  tenant: string,
  { secretId }: Pick<SendingAccount, 'secretId'>,
  secretOf: (secretId: string) => string | null,
): Credentials | null {
  const secret = secretOf(secretId);
  if (secret === null) return null;
  return { secretId, secret, replace: (next) => replaceSecret(sql, master, tenant, secretId, next) };
}
