import { createHash, randomBytes } from 'node:crypto';
import type { SettingState } from '../../events/accounts/setting.ts';
import { SECOND_FACTOR_RULE } from '../../events/accounts/settingNames.ts';
import { isActive } from '../../events/accounts/user.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { type LoadedRow, trustedRow } from '../log/load.ts';
import { senderLock } from '../log/locks.ts';
import { ref, type Store, streamIdOf } from '../store.ts';

export type OpenedBy = 'password' | 'passkey' | 'sign-up' | 'invitation' | 'reset' | 'confirmation' | 'issuer';
/** Why a session holds no more before its time: its browser hears of it once more. */
export type SessionEnd = 'revoked' | 'password' | 'paused' | 'closed' | 'second_factor';

/** The stream of the setting that demands second factors. */
export const FACTOR_RULE = `setting-${SECOND_FACTOR_RULE}`;

const SEEN_EVERY_MINUTES = 5;
/** An ended session is remembered for this long, to say why it ended. */
const REMEMBERED_DAYS = 7;
/** Of one user; more are no person's. */
const MOST_SESSIONS = 50;

/** `days`: the most that a session lasts. `idleHours`: unused for this long, it ends before. */
export type SessionLimits = { days: number; idleHours: number };
const IDLE_DAYS = 14;

/** The limits of a user's sessions. Those of admins and auditors reach the data of others, so they are shorter. */
export const sessionLimits = (user: Pick<UserState, 'isAdmin' | 'isAuditor'>, idleDays = IDLE_DAYS): SessionLimits =>
  user.isAdmin || user.isAuditor
    ? { days: 7, idleHours: 24 * Math.min(idleDays, 2) }
    : { days: 30, idleHours: 24 * idleDays };

/** A random token for a cookie; stored as `hashOfToken` only. */
export const newToken = (): string => randomBytes(32).toString('hex');
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Holds the account for a change of how its user signs in, as a transaction's first statement. Until its end no sign-in and no other such change
 * comes in between. Before anything is written, since it waits.
 */
export async function holdAccount(tx: Tx, userId: string): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(${String(senderLock(userId))}::bigint), set_config('app.tenant', 'system', true)`;
}

/**
 * Whether a user's proof still holds, for a held account (`holdAccount`). The session must be open, and `passwordHash` must be the present one. null:
 * there is no password. Unset: not checked.
 */
export async function stillProven(
  tx: Tx,
  { userId, sessionId, passwordHash }: { userId: string; sessionId: string; passwordHash?: string | null },
): Promise<boolean> {
  const found = await tx`
    select from auth.sessions s left join auth.credentials c using (user_id)
    where s.session_id = ${sessionId} and s.user_id = ${userId} and s.ended is null and s.expires_at > clock_timestamp()
      and s.last_seen_at > clock_timestamp() - make_interval(hours => s.idle_hours)
      and (${passwordHash === undefined}::boolean or c.password_hash is not distinct from ${passwordHash ?? null}::text)`;
  return found.length > 0;
}

/**
 * Whether a user may still be let in: the account is active, and `passwordHash`, if given, is the present one. Neither changes unseen until the end
 * of the transaction. Changes of them end sessions, wait for this lock, and then find the new session.
 */
export async function mayStillEnter(tx: Tx, userId: string, passwordHash: string | null = null): Promise<boolean> {
  await tx`
    select pg_advisory_xact_lock_shared(${String(senderLock(userId))}::bigint), set_config('app.tenant', 'system', true)`;
  const [found] = await tx<{ state: UserState }[]>`
    select state from read.users
    where tenant_id = 'system' and stream_id = ${`user-${userId}`}
      and (${passwordHash}::text is null
        or exists (select from auth.credentials where user_id = ${userId} and password_hash = ${passwordHash}))`;
  return found !== undefined && isActive(found.state);
}

/** Of whom a session is, and in which workspace it works. */
export type SessionOwner = { userId: string; workspaceId: string };

/**
 * Opens a session and answers its token, which is stored only as its SHA-256. `browser`: such as "Firefox on Linux". The user's sessions that
 * were not used for longest give way when there are too many.
 */
export async function openSession(
  sql: Sql | Tx,
  { userId, workspaceId }: SessionOwner,
  how: { openedBy: OpenedBy; browser: string | null; limits?: SessionLimits },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const { days, idleHours } = how.limits ?? sessionLimits({ isAdmin: false, isAuditor: false });
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  await sql`
    insert into auth.sessions (token_hash, user_id, workspace_id, expires_at, opened_by, browser, idle_hours)
    values (${hashOfToken(token)}, ${userId}, ${workspaceId}, ${expiresAt}, ${how.openedBy}, ${how.browser},
      ${idleHours})`;
  // two at once must not wait for each other
  await sql`
    delete from auth.sessions where token_hash in (
      select token_hash from auth.sessions where user_id = ${userId} and token_hash not in (
        select token_hash from auth.sessions where user_id = ${userId}
        order by (ended is null) desc, last_seen_at desc limit ${MOST_SESSIONS})
      for update skip locked)`;
  return { token, expiresAt };
}

/** The account of a user, of which a statement has read the row. */
export async function accountIn(store: Store, userId: string, row: LoadedRow | null): Promise<UserState> {
  const stream = ref('user', userId);
  const trusted = trustedRow(streamIdOf(stream), row);
  return trusted ? (trusted.state as UserState) : (await store.load('system', stream)).state;
}

/** The users who need a second factor here, of which a statement has read the row. */
export async function factorRuleIn(store: Store, row: LoadedRow | null): Promise<string | null> {
  const trusted = trustedRow(FACTOR_RULE, row);
  const setting = trusted?.state ?? (await store.load('system', ref('setting', SECOND_FACTOR_RULE))).state;
  return (setting as SettingState).value;
}

/** `secondFactorRule`: the users who need a second factor here. */
export type OpenSession = SessionOwner & {
  sessionId: string;
  ageSeconds: number;
  user: UserState;
  secondFactorRule: string | null;
};
export type EndedSession = { userId: string; ended: SessionEnd; user: UserState };

/**
 * The session of a token with its user, in one statement: null when it is unknown or ran out. Notes at most every few minutes that an open
 * one was seen.
 */
export async function sessionOf(store: Store, token: string): Promise<OpenSession | EndedSession | null> {
  const { sql } = store;
  const hash = hashOfToken(token);
  const [row] = await sql<
    (Omit<OpenSession, 'user' | 'secondFactorRule'> & {
      ended: SessionEnd | null;
      stale: boolean;
      account: LoadedRow | null;
      rule: LoadedRow | null;
    })[]
  >`
    select session_id as "sessionId", user_id as "userId", workspace_id as "workspaceId", ended,
      extract(epoch from clock_timestamp() - created_at)::int as "ageSeconds",
      last_seen_at < clock_timestamp() - make_interval(mins => ${SEEN_EVERY_MINUTES}) as stale,
      (select to_jsonb(u) from log.load('system', array['user-' || user_id]) u) as account,
      (select to_jsonb(r) from log.load('system', array[${FACTOR_RULE}]) r) as rule
    from auth.sessions where token_hash = ${hash} and expires_at > clock_timestamp()
      and last_seen_at > clock_timestamp() - make_interval(hours => idle_hours)`;
  if (!row) return null;
  const { ended, stale, account, rule, ...facts } = row;
  const user = await accountIn(store, facts.userId, account);
  const session = { ...facts, user, secondFactorRule: await factorRuleIn(store, rule) };
  if (ended) return { userId: session.userId, ended, user };
  if (stale) {
    await sql`
      update auth.sessions set last_seen_at = clock_timestamp() where token_hash = ${hash}
      and last_seen_at < clock_timestamp() - make_interval(mins => ${SEEN_EVERY_MINUTES})`;
  }
  return session;
}

/** Logs out: nothing is left of the session. Answers the user, or null if it was over. */
export async function closeSession(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    delete from auth.sessions where token_hash = ${hashOfToken(token)} returning user_id`;
  return row?.user_id ?? null;
}

/** Gives a user's open sessions these limits if theirs are longer: the user may now do more. */
export async function shortenSessions(tx: Tx, userId: string, { days, idleHours }: SessionLimits): Promise<void> {
  await tx`
    update auth.sessions set idle_hours = least(idle_hours, ${idleHours}),
      expires_at = least(expires_at, clock_timestamp() + make_interval(days => ${days}))
    where user_id = ${userId} and ended is null`;
}

/**
 * Ends sessions of a user at once and answers how many: all but `except`, or `only` one. Access tokens end with them unless the user ends sessions
 * by hand. It waits for sign-ins that are under way, and later ones see
 * what the transaction changed (`mayStillEnter`). Hold the account, or commit for it, before.
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  why: SessionEnd,
  which: { except?: string; only?: string } = {},
): Promise<number> {
  await tx`select pg_advisory_xact_lock(${String(senderLock(userId))}::bigint)`;
  if (why !== 'revoked') await tx`delete from auth.access_tokens where user_id = ${userId}`;
  const ended = await tx`
    update auth.sessions set ended = ${why},
      expires_at = least(expires_at, clock_timestamp() + make_interval(days => ${REMEMBERED_DAYS}))
    where user_id = ${userId} and ended is null and expires_at > clock_timestamp()
      and (${which.except ?? null}::text is null or session_id <> ${which.except ?? null})
      and (${which.only ?? null}::text is null or session_id = ${which.only ?? null})
    returning 1`;
  return ended.length;
}

export type SessionRow = {
  id: string;
  browser: string | null;
  openedBy: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

/** The open sessions of a user, the one used last first. */
export async function sessionsOf(sql: Sql, userId: string): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select session_id as id, browser, opened_by as "openedBy", created_at as "createdAt", last_seen_at as "lastSeenAt",
      least(expires_at, last_seen_at + make_interval(hours => idle_hours)) as "expiresAt"
    from auth.sessions where user_id = ${userId} and ended is null and expires_at > clock_timestamp()
      and last_seen_at > clock_timestamp() - make_interval(hours => idle_hours)
    order by last_seen_at desc, created_at desc`;
}
