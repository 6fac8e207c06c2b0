import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { UserState } from '../../events/accounts/userState.ts';
import type { Scope } from '../../events/shared/tokenScopes.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import type { LoadedRow } from '../log/load.ts';
import type { Store } from '../store.ts';
import { accountIn, FACTOR_RULE, factorRuleIn, hashOfToken, type SessionOwner } from './sessions.ts';

const SEEN_EVERY_SECONDS = 60;

const checksum = (secret: string): string => crc32(secret).toString(16).padStart(8, '0');

/** A token of 160 random bits. Scanners find it by its prefix, and tell a real one by the checksum at its end. */
export function newAccessToken(): string {
  const secret = randomBytes(20).toString('hex');
  return `pp_${secret}${checksum(secret)}`;
}

/** A mistyped token costs no statement. */
function isAccessToken(text: string): boolean {
  const [, secret, sum] = /^pp_([0-9a-f]{40})([0-9a-f]{8})$/.exec(text) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

type AccessToken = { tokenId: string; name: string; scopes: Scope[]; expiresAt: string };

/** Keeps a token as its SHA-256. */
export async function keepAccessToken(
  tx: Tx,
  { userId, workspaceId }: SessionOwner,
  token: string,
  { tokenId, name, scopes, expiresAt }: AccessToken,
): Promise<void> {
  await tx`
    insert into auth.access_tokens (token_hash, token_id, user_id, workspace_id, name, scopes, expires_at)
    values (${hashOfToken(token)}, ${tokenId}, ${userId}, ${workspaceId}, ${name}, ${scopes}::text[], ${expiresAt}::text::timestamptz)`;
}

/** Ends a token of a user. false: it had ended already. */
export async function dropAccessToken(tx: Tx, userId: string, tokenId: string): Promise<boolean> {
  const dropped = await tx`
    delete from auth.access_tokens where user_id = ${userId} and token_id = ${tokenId} and expires_at > clock_timestamp() returning 1`;
  return dropped.length > 0;
}

export type AccessTokenRow = Omit<AccessToken, 'tokenId' | 'expiresAt'> & {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
};

/** The tokens of a user that work, the newest first. */
export async function accessTokensOf(sql: Sql | Tx, userId: string): Promise<AccessTokenRow[]> {
  return sql<AccessTokenRow[]>`
    select token_id as id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
    from auth.access_tokens where user_id = ${userId} and expires_at > clock_timestamp()
    order by created_at desc`;
}

/** What a token opens: its owner, and the scopes that it was made for. */
export type TokenUse = SessionOwner & {
  token: { id: string; scopes: readonly Scope[] };
  user: UserState;
  secondFactorRule: string | null;
};

/** The use of a token with its user, in one statement. null: it is unknown or has ended. Notes at most once a minute that it was used. */
export async function openToken(store: Store, token: string): Promise<TokenUse | null> {
  if (!isAccessToken(token)) return null;
  const { sql } = store;
  const hash = hashOfToken(token);
  const [row] = await sql<
    (SessionOwner & {
      id: string;
      scopes: Scope[];
      stale: boolean;
      account: LoadedRow | null;
      rule: LoadedRow | null;
    })[]
  >`
    select token_id as id, user_id as "userId", workspace_id as "workspaceId", scopes,
      coalesce(last_used_at < clock_timestamp() - make_interval(secs => ${SEEN_EVERY_SECONDS}), true) as stale,
      (select to_jsonb(u) from log.load('system', array['user-' || user_id]) u) as account,
      (select to_jsonb(r) from log.load('system', array[${FACTOR_RULE}]) r) as rule
    from auth.access_tokens where token_hash = ${hash} and expires_at > clock_timestamp()`;
  if (!row) return null;
  const { id, scopes, stale, account, rule, ...owner } = row;
  if (stale) {
    await sql`
      update auth.access_tokens set last_used_at = clock_timestamp() where token_hash = ${hash}
      and coalesce(last_used_at < clock_timestamp() - make_interval(secs => ${SEEN_EVERY_SECONDS}), true)`;
  }
  const user = await accountIn(store, owner.userId, account);
  return { ...owner, token: { id, scopes }, user, secondFactorRule: await factorRuleIn(store, rule) };
}
