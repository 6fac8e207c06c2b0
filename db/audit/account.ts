import { ownerOf } from '../accounts/workspace.ts';
import type { Store } from '../store.ts';

/** The stream of the account that owns a tenant. It lies in the tenant `system`, and is part of the tenant's own history. */
export async function accountStream(store: Store, tenant: string): Promise<string | null> {
  const owner = tenant === 'system' ? null : await ownerOf(store, tenant);
  return owner && `user-${owner}`;
}

/** In which tenant a stream lies that is named within a tenant's history. */
export const tenantHolding = async (store: Store, tenant: string, stream: string): Promise<string> =>
  stream === (await accountStream(store, tenant)) ? 'system' : tenant;
