import { readAs } from '../connect.ts';
import { ref, type Store } from '../store.ts';

/** Whether nobody could administer the installation any more without this user: no other admin can sign in. */
export async function isLastAdmin(store: Store, userId: string): Promise<boolean> {
  const { state } = await store.load('system', ref('user', userId));
  if (!state.isAdmin || state.status === 'deleted') return false;
  const others = await readAs(
    store.sql,
    'system',
    (tx) => tx`
      select from read.users
      where tenant_id = 'system' and stream_id <> ${`user-${userId}`}
        and state->>'status' = 'active' and (state->>'isAdmin')::boolean limit 1`,
  );
  return others.length === 0;
}
