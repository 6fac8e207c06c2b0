import { createHash, randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../connection/connect.ts';

/** How long the link in an email holds, by its purpose. */
export const LINK_HOURS = { 'sign-up': 24, invitation: 7 * 24, reset: 1, confirmation: 24 } as const;
export type LinkWhat = keyof typeof LINK_HOURS;

/** `userId` is null for a sign-up: there is no account yet. */
type MadeLink = { accessId: string; what: LinkWhat; userId: string | null; now: Date };
export type Link = { accessId: string; what: LinkWhat; userId: string | null; state: 'open' | 'used' | 'expired' };

type Row = { access_id: string; what: LinkWhat; user_id: string | null; used_at: Date | null; expires_at: Date };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const linkEnds = (what: LinkWhat, now: Date): Date => new Date(now.getTime() + LINK_HOURS[what] * 3_600_000);

/** Makes the only link of a request and answers its token, which is kept nowhere else. null: the request has one already. */
export async function makeLink(sql: Sql | Tx, { accessId, what, userId, now }: MadeLink): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const rows = await sql`
    insert into auth.links (token_hash, access_id, what, user_id, expires_at)
    values (${hashOf(token)}, ${accessId}, ${what}, ${userId}, ${linkEnds(what, now)})
    on conflict (access_id) do nothing returning access_id`;
  return rows.length > 0 ? token : null;
}

/**
 * Makes every open link of a user void that is for this. Its row stays, under a token that nobody has: a job that was interrupted finds it and mails
 * nothing again.
 */
export async function dropOpenLinks(tx: Tx, userId: string, what: LinkWhat): Promise<void> {
  await tx`
    update auth.links set token_hash = sha256(gen_random_uuid()::text::bytea)
    where user_id = ${userId} and what = ${what} and used_at is null`;
}

/** Takes back a link that certainly reached nobody. */
export async function dropLink(sql: Sql | Tx, accessId: string): Promise<void> {
  await sql`delete from auth.links where access_id = ${accessId}`;
}

const linkFrom = (row: Row, now: Date): Link => ({
  accessId: row.access_id,
  what: row.what,
  userId: row.user_id,
  state: row.used_at ? 'used' : row.expires_at <= now ? 'expired' : 'open',
});

export async function linkOf(sql: Sql | Tx, token: string, now: Date): Promise<Link | null> {
  const [row] = await sql<Row[]>`
    select access_id, what, user_id, used_at, expires_at from auth.links where token_hash = ${hashOf(token)}`;
  return row ? linkFrom(row, now) : null;
}

/**
 * Uses a link, once: a second transaction waits here for the first. Open links of this kind for the same user become void. False when it is no longer
 * open.
 */
export async function markLinkUsed(tx: Tx, token: string, now: Date): Promise<boolean> {
  const hash = hashOf(token);
  const [row] = await tx<Row[]>`
    update auth.links set used_at = ${now} where token_hash = ${hash} and used_at is null and expires_at > ${now}
    returning what, user_id`;
  if (!row) return false;
  if (row.user_id) await dropOpenLinks(tx, row.user_id, row.what);
  return true;
}
