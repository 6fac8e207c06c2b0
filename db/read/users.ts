import type { UserState } from '../../events/accounts/user.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';

export type UserRow = { id: string; version: number; state: UserState };

/** The addresses of accounts by their streams (`user-…`), deleted ones included; erased ones are missing. */
export async function accountEmails(store: Store, streams: readonly string[]): Promise<Map<string, string>> {
  if (streams.length === 0) return new Map();
  const rows = await readAs(
    store.sql,
    'system',
    (tx) => tx<{ stream_id: string; email: string }[]>`
      select stream_id, state->'account'->>'email' as email from read.users
      where tenant_id = 'system' and stream_id = any (${streams as string[]}) and state->'account'->>'email' is not null`,
  );
  return new Map(rows.map(({ stream_id, email }) => [stream_id, email]));
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
