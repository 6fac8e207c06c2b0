import { canAdminister } from '../../events/accounts/user.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { ref, type Store } from '../store.ts';

/** Whether the installation would have no admin without this user: no other admin can sign in. */
export async function isLastAdmin(store: Store, userId: string): Promise<boolean> {
  const { state } = await store.load('system', ref('user', userId));
  if (!state.isAdmin || state.status === 'deleted') return false;
  return !(await readAs(store.sql, 'system', (tx) => someAdmin(tx, userId)));
}

/** Whether another admin than `besides` can sign in, neither paused nor still to accept an invitation. `tx`: of the tenant `system`. */
export async function someAdmin(tx: Tx, besides?: string): Promise<boolean> {
  const admins = await tx<{ state: UserState }[]>`
    select state from read.users
    where tenant_id = 'system' and stream_id <> ${`user-${besides ?? ''}`} and (state->>'isAdmin')::boolean`;
  return admins.some(({ state }) => canAdminister(state));
}
