import type { Store } from '../../../db/store.ts';
import { readSecret } from '../../../db/vault/secrets.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import type { Credentials } from '../../providers/mailProvider.ts';

/** The credentials of an account from the vault; null: they are gone. */
export async function credentialsOf(
  store: Store,
  tenant: string,
  { secretId }: Pick<SendingAccount, 'secretId'>,
): Promise<Credentials | null> {
  const secret = await readSecret(store.sql, store.master, tenant, secretId);
  return secret === null ? null : { secretId, secret };
}
