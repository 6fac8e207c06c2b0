import type { Sql, Tx } from '../connection/connect.ts';
import { hashOfToken } from './sessions.ts';

const CHALLENGE_MINUTES = 5;
/** Of one user; more are no person's. */
const MOST_PASSKEYS = 20;

/** Keeps a challenge for one answer. `userId`: a new passkey is made for them; null: somebody signs in. */
export async function keepChallenge(sql: Sql | Tx, challenge: string, userId: string | null): Promise<void> {
  await sql`
    insert into auth.passkey_challenges (challenge_hash, user_id, expires_at)
    values (${hashOfToken(challenge)}, ${userId}, clock_timestamp() + make_interval(mins => ${CHALLENGE_MINUTES}))`;
}

/** Uses a challenge up; false when it is none of ours, was used, or is too old. */
export async function takeChallenge(sql: Sql, challenge: string, userId: string | null): Promise<boolean> {
  const taken = await sql`
    delete from auth.passkey_challenges
    where challenge_hash = ${hashOfToken(challenge)} and user_id is not distinct from ${userId}::text
      and expires_at > clock_timestamp()
    returning 1`;
  return taken.length > 0;
}

export type Passkey = {
  id: string;
  userId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

const columns = (sql: Sql | Tx) => sql`
  credential_id as id, user_id as "userId", public_key as "publicKey", counter::float8 as counter, transports, name,
  created_at as "createdAt", used_at as "usedAt"`;

/** The passkeys of a user, the newest first. */
export const passkeysOf = (sql: Sql | Tx, userId: string): Promise<Passkey[]> =>
  sql<Passkey[]>`
    select ${columns(sql)} from auth.passkeys where user_id = ${userId} order by created_at desc limit ${MOST_PASSKEYS}`;

export async function passkeyById(sql: Sql, id: string): Promise<Passkey | null> {
  const [row] = await sql<Passkey[]>`select ${columns(sql)} from auth.passkeys where credential_id = ${id}`;
  return row ?? null;
}

/** Stores a passkey; false when it is known already, or the user has too many. The account is held (`holdAccount`). */
export async function addPasskey(
  tx: Tx,
  { id, userId, publicKey, counter, transports, name }: Omit<Passkey, 'createdAt' | 'usedAt'>,
): Promise<boolean> {
  const added = await tx`
    insert into auth.passkeys (credential_id, user_id, public_key, counter, transports, name)
    select ${id}, ${userId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name}
    where (select count(*) from auth.passkeys where user_id = ${userId}) < ${MOST_PASSKEYS}
    on conflict do nothing returning 1`;
  return added.length > 0;
}

/** Notes a use, in the transaction that opens the session; false when the passkey was removed, or this use was counted before. */
export async function countPasskeyUse(tx: Tx, { id, counter }: Pick<Passkey, 'id' | 'counter'>): Promise<boolean> {
  const used = await tx`
    update auth.passkeys set counter = ${counter}, used_at = clock_timestamp()
    where credential_id = ${id} and (counter < ${counter} or ${counter} = 0) returning 1`;
  return used.length > 0;
}

export async function removePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const gone = await tx`delete from auth.passkeys where user_id = ${userId} and credential_id = ${id} returning 1`;
  return gone.length > 0;
}
