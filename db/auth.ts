import { sha256 } from 'oslo/crypto';
import { encodeHex } from 'oslo/encoding';
import type { Sql, Tx } from './connect.ts';

const SESSION_DAYS = 30;

async function hashOf(token: string): Promise<Buffer> {
  return Buffer.from(await sha256(new TextEncoder().encode(token)));
}

/** Opens a session and answers its token, which is stored only as its SHA-256. */
export async function openSession(sql: Sql, userId: string): Promise<{ token: string; expiresAt: Date }> {
  const token = encodeHex(crypto.getRandomValues(new Uint8Array(32)));
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000);
  await sql`insert into auth.sessions (token_hash, user_id, expires_at) values (${await hashOf(token)}, ${userId}, ${expiresAt})`;
  return { token, expiresAt };
}

/** The user of a session that is still open, or null. */
export async function sessionUser(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from auth.sessions where token_hash = ${await hashOf(token)} and expires_at > clock_timestamp()`;
  return row?.user_id ?? null;
}

export async function closeSession(sql: Sql, token: string): Promise<void> {
  await sql`delete from auth.sessions where token_hash = ${await hashOf(token)}`;
}

export async function storePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx`insert into auth.credentials (user_id, password_hash) values (${userId}, ${passwordHash})`;
}

export async function passwordHashOf(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<
    { password_hash: string }[]
  >`select password_hash from auth.credentials where user_id = ${userId}`;
  return row?.password_hash ?? null;
}

/** The user who has an address, by its HMAC, or null. */
export async function userByAddress(sql: Sql, emailHmac: string): Promise<string | null> {
  const rows = await sql.begin('read only', async (tx) => {
    await tx`select set_config('app.tenant', 'system', true)`;
    return tx<{ stream_id: string }[]>`
      select stream_id from read.users where tenant_id = 'system' and email_hmac = ${emailHmac}`;
  });
  const stream = rows[0]?.stream_id;
  return stream ? stream.slice('user-'.length) : null;
}
