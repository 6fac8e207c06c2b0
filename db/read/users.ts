import type { UserState } from '../../events/accounts/userState.ts';
import { throughToken, userOf } from '../../events/shared/actor.ts';
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

/** The accounts of actors who are users, by their ids. An erased one is missing. */
async function usersAmong(store: Store, actors: readonly ReturnType<typeof userOf>[]) {
  const streams = [...new Set(actors.flatMap((actor) => (actor ? [`user-${actor.userId}`] : [])))];
  if (streams.length === 0) return [];
  return readAs(
    store.sql,
    'system',
    (tx) => tx<{ id: string; account: NonNullable<UserState['account']>; tokens: UserState['tokens'] }[]>`
      select substr(stream_id, 6) as id, state->'account' as account, state->'tokens' as tokens from read.users
      where tenant_id = 'system' and stream_id = any (${streams}) and state->'account' <> 'null'::jsonb`,
  );
}

/** The names of access tokens and incoming webhooks by their ids, with what each is. */
export const tokenNames = (tokens: UserState['tokens']): ReadonlyMap<string, string> =>
  new Map(tokens.map(({ id, name, webhook }) => [id, `${webhook ? 'webhook' : 'token'} ${name}`]));

/** The names of the access tokens by which actors did something. */
export async function tokensOf(store: Store, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const users = await usersAmong(
    store,
    actors.map(userOf).filter((actor) => actor?.tokenId != null),
  );
  return tokenNames(users.flatMap(({ tokens }) => tokens));
}

/** The actors of events who are users, by name and address, with the access token. An erased one is missing. */
export async function namesOf(store: Store, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const users = await usersAmong(store, actors.map(userOf));
  const byId = new Map(users.map((user) => [user.id, user]));
  return new Map(
    actors.flatMap((actor) => {
      const { userId, tokenId = null } = userOf(actor) ?? {};
      const user = byId.get(userId ?? '');
      if (!user) return [];
      const { firstName, lastName, email } = user.account;
      const name = [firstName, lastName].filter(Boolean).join(' ');
      const token = tokenNames(user.tokens).get(tokenId ?? '');
      return [[actor, `${name ? `${name} (${email})` : email}${throughToken(tokenId, token)}`] as const];
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
