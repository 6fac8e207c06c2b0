import type { Sql, Tx } from '../connection/connect.ts';

export async function storePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx`
    insert into auth.credentials (user_id, password_hash) values (${userId}, ${passwordHash})
    on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = clock_timestamp()`;
}

export async function passwordHashOf(sql: Sql | Tx, userId: string): Promise<string | null> {
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
