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

/** The actors of events who are users, by name and address. An erased one is missing. */
export async function namesOf(store: Store, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const streams = [...new Set(actors)]
    .filter((actor) => actor.startsWith('user:'))
    .map((actor) => actor.replace(':', '-'));
  if (streams.length === 0) return new Map();
  const rows = await readAs(
    store.sql,
    'system',
    (tx) => tx<{ stream_id: string; account: NonNullable<UserState['account']> }[]>`
      select stream_id, state->'account' as account from read.users
      where tenant_id = 'system' and stream_id = any (${streams}) and state->'account' <> 'null'::jsonb`,
  );
  return new Map(
    rows.map(({ stream_id, account: { firstName, lastName, email } }) => {
      const name = [firstName, lastName].filter(Boolean).join(' ');
      return [stream_id.replace('-', ':'), name ? `${name} (${email})` : email];
    }),
  );
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
