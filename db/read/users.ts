import type { UserState } from '../../events/accounts/userState.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';

export type UserRow = { id: string; version: number; state: UserState };

/** The addresses of accounts by their streams (`user-…`), deleted ones included; an erased one has none. */
export async function accountsOf(
  store: Store,
  streams: readonly string[],
): Promise<Map<string, { email: string | null; workspaceId: string | null }>> {
  if (streams.length === 0) return new Map();
  const rows = await readAs(
    store.sql,
    'system',
    (tx) => tx<{ stream_id: string; email: string | null; workspaceId: string | null }[]>`
      select stream_id, state->'account'->>'email' as email, owned_workspace_id as "workspaceId" from read.users
      where tenant_id = 'system' and stream_id = any (${streams as string[]})`,
  );
  return new Map(rows.map(({ stream_id, ...account }) => [stream_id, account]));
}

/** All accounts that were not deleted, the newest first. */
export async function listUsers(store: Store): Promise<UserRow[]> {
  const rows = await readAs(
    store.sql,
    'system',
    (tx) => tx<{ stream_id: string; version: number; state: UserState }[]>`
      select stream_id, version, state from read.users
      where tenant_id = 'system' and state->>'status' in ('active', 'paused')`,
  );
  // by the rules of the database's language it would take as long as all the rest
  const newestFirst = (a: UserRow, b: UserRow) => (a.state.createdAt < b.state.createdAt ? 1 : -1);
  return rows.map(({ stream_id, version, state }) => ({ id: idOf(stream_id), version, state })).sort(newestFirst);
}
