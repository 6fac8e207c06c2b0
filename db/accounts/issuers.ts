import { createHash } from 'node:crypto';
import type { Sql, Tx } from '../connection/connect.ts';
import { pack, unpack } from '../vault/envelope.ts';
import type { MasterKey } from '../vault/masterKey.ts';

const ATTEMPT_MINUTES = 15;

/** A person at an issuer, as the ID token names them. */
export type Claims = {
  issuer: string;
  sub: string;
  email: string | null;
  /** null: the issuer does not say. */
  emailVerified: boolean | null;
  firstName: string | null;
  lastName: string | null;
  picture: string | null;
};

/** What we sent for a sign-in under way, the query that the browser brought back, and what the issuer said. */
export type IssuerAttempt = {
  nonce: string;
  verifier: string;
  state: string;
  next: string;
  came: string | null;
  claims: Claims | null;
};

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
const place = (accessId: string) => `system|issuer-attempt|${accessId}`;
const seal = (master: MasterKey, accessId: string, attempt: IssuerAttempt) =>
  pack(master.seal, Buffer.from(JSON.stringify(attempt)), place(accessId));

/** Keeps what a sign-in at an issuer was begun with, sealed, under its state. */
export async function beginIssuerAttempt(
  sql: Sql,
  master: MasterKey,
  accessId: string,
  attempt: IssuerAttempt,
): Promise<Date> {
  const expiresAt = new Date(Date.now() + ATTEMPT_MINUTES * 60_000);
  await sql`
    insert into auth.issuer_attempts (state_hash, access_id, sealed, expires_at)
    values (${hashOf(attempt.state)}, ${accessId}, ${seal(master, accessId, attempt)}, ${expiresAt})`;
  return expiresAt;
}

type IssuerAttemptRow = { access_id: string; sealed: Buffer };
const opened = (master: MasterKey, row: IssuerAttemptRow | undefined): (IssuerAttempt & { accessId: string }) | null =>
  row
    ? { accessId: row.access_id, ...JSON.parse(unpack(master.seal, row.sealed, place(row.access_id)).toString()) }
    : null;

/** The attempt of a state, while it holds. */
export async function attemptOfState(sql: Sql, master: MasterKey, state: string) {
  const [row] = await sql<IssuerAttemptRow[]>`
    select access_id, sealed from auth.issuer_attempts
    where state_hash = ${hashOf(state)} and expires_at > clock_timestamp()`;
  return opened(master, row);
}

/** The attempt of a request, while it holds. */
export async function attemptOf(sql: Sql, master: MasterKey, accessId: string) {
  const [row] = await sql<IssuerAttemptRow[]>`
    select access_id, sealed from auth.issuer_attempts where access_id = ${accessId} and expires_at > clock_timestamp()`;
  return opened(master, row);
}

export async function keepAttempt(
  sql: Sql | Tx,
  master: MasterKey,
  { accessId, ...attempt }: IssuerAttempt & { accessId: string },
): Promise<void> {
  await sql`update auth.issuer_attempts set sealed = ${seal(master, accessId, attempt)} where access_id = ${accessId}`;
}

export async function dropAttempt(sql: Sql | Tx, accessId: string): Promise<void> {
  await sql`delete from auth.issuer_attempts where access_id = ${accessId}`;
}

export type KnownIssuer = { authorizationEndpoint: string | null; trouble: string | null };

/** The worker's last finding about an issuer. null: it has not looked yet. */
export async function issuerOf(sql: Sql, issuer: string): Promise<KnownIssuer | null> {
  const [row] = await sql<KnownIssuer[]>`
    select authorization_endpoint as "authorizationEndpoint", trouble from auth.issuers where issuer = ${issuer}`;
  return row ?? null;
}

export async function noteIssuer(sql: Sql, issuer: string, found: KnownIssuer): Promise<void> {
  await sql`
    insert into auth.issuers (issuer, authorization_endpoint, trouble)
    values (${issuer}, ${found.authorizationEndpoint}, ${found.trouble})
    on conflict (issuer) do update set trouble = excluded.trouble, checked_at = clock_timestamp(),
      authorization_endpoint = coalesce(excluded.authorization_endpoint, issuers.authorization_endpoint)`;
}

/** The user whom an identity (an HMAC of issuer and sub) was linked to. */
export async function userByIdentity(sql: Sql, identity: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`select user_id from auth.identities where identity_hmac = ${identity}`;
  return row?.user_id ?? null;
}

/** Links an identity; false when it, or another one of the user's at this issuer, is linked already. */
export async function linkIdentity(tx: Tx, identity: string, issuer: string, userId: string): Promise<boolean> {
  const linked = await tx`
    insert into auth.identities (identity_hmac, issuer, user_id) values (${identity}, ${issuer}, ${userId})
    on conflict do nothing returning 1`;
  return linked.length > 0;
}

/** The issuers that a user can sign in at. */
export async function issuersOf(sql: Sql | Tx, userId: string): Promise<string[]> {
  const rows = await sql<{ issuer: string }[]>`
    select distinct issuer from auth.identities where user_id = ${userId} order by issuer`;
  return rows.map(({ issuer }) => issuer);
}
