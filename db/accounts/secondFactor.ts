import { createHash, randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { forgetSecretIn, readSecret, storeSecretIn } from '../vault/secrets.ts';
import { hashOfToken, newToken, type OpenedBy } from './sessions.ts';

const STEP_MINUTES = 10;
const WRONG_CODES = 5;
const RECOVERY_CODES = 10;
const KEY_BYTES = 20;

/** Somebody has proved themselves but for the second factor. The token is theirs alone; it is stored as its SHA-256. */
export async function openSecondStep(
  tx: Tx,
  step: { userId: string; openedBy: OpenedBy; next: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + STEP_MINUTES * 60_000);
  await tx`
    insert into auth.second_steps (token_hash, user_id, opened_by, next, expires_at)
    values (${hashOfToken(token)}, ${step.userId}, ${step.openedBy}, ${step.next}, ${expiresAt})`;
  return { token, expiresAt };
}

export type SecondStep = { userId: string; openedBy: OpenedBy; next: string };

/** A step that is still open; one with too many wrong codes is none. */
export async function secondStepOf(sql: Sql, token: string): Promise<SecondStep | null> {
  const [row] = await sql<SecondStep[]>`
    select user_id as "userId", opened_by as "openedBy", next from auth.second_steps
    where token_hash = ${hashOfToken(token)} and expires_at > clock_timestamp() and wrong < ${WRONG_CODES}`;
  return row ?? null;
}

/** Counts a code before it is checked. false: the step has had its codes, or is over. */
export async function countCode(sql: Sql, token: string): Promise<boolean> {
  const counted = await sql`
    update auth.second_steps set wrong = wrong + 1
    where token_hash = ${hashOfToken(token)} and expires_at > clock_timestamp() and wrong < ${WRONG_CODES} returning 1`;
  return counted.length > 0;
}

/** Ends a step; false when it was ended before: of two that use it at once, one goes on. */
export async function endSecondStep(tx: Tx, token: string): Promise<boolean> {
  const ended = await tx`delete from auth.second_steps where token_hash = ${hashOfToken(token)} returning 1`;
  return ended.length > 0;
}

/** Ends every sign-in of a user that still owes the second factor. */
export async function dropSecondSteps(tx: Tx, userId: string): Promise<void> {
  await tx`delete from auth.second_steps where user_id = ${userId}`;
}

/**
 * Makes a key that asks for nothing until it is confirmed. It replaces one that was not confirmed. null: there is a confirmed one. The account is
 * held (`holdAccount`). So of two calls at once, the second finds the key of the first and forgets it.
 */
export async function newSecondFactor(tx: Tx, master: MasterKey, userId: string): Promise<Uint8Array | null> {
  const [before] = await tx<{ secret_id: string; confirmed: boolean }[]>`
    select secret_id, confirmed_at is not null as confirmed from auth.second_factors where user_id = ${userId}`;
  if (before?.confirmed) return null;
  const key = randomBytes(KEY_BYTES);
  const secretId = await storeSecretIn(tx, master, 'system', 'second-factor', key.toString('hex'));
  await tx`
    insert into auth.second_factors (user_id, secret_id) values (${userId}, ${secretId})
    on conflict (user_id) do update set secret_id = excluded.secret_id, last_step = 0`;
  if (before) await forgetSecretIn(tx, 'system', before.secret_id);
  return key;
}

/** The key of a user's codes, confirmed or not, and the id that confirms it. null: there is none. */
export async function keyOf(
  sql: Sql,
  master: MasterKey,
  userId: string,
  confirmed: boolean,
): Promise<{ key: Uint8Array; secretId: string } | null> {
  const [row] = await sql<{ secret_id: string }[]>`
    select secret_id from auth.second_factors where user_id = ${userId} and (confirmed_at is not null) = ${confirmed}`;
  const hex = row ? await readSecret(sql, master, 'system', row.secret_id) : null;
  return row && hex ? { key: Buffer.from(hex, 'hex'), secretId: row.secret_id } : null;
}

/** Whether a user has a confirmed authenticator app. */
export async function hasApp(sql: Sql | Tx, userId: string): Promise<boolean> {
  const found = await sql`select from auth.second_factors where user_id = ${userId} and confirmed_at is not null`;
  return found.length > 0;
}

/** Takes the code of a time step once; false when it, or a later one, was taken before. */
export async function takeStep(sql: Sql | Tx, userId: string, step: number): Promise<boolean> {
  const taken = await sql`
    update auth.second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning 1`;
  return taken.length > 0;
}

/** Makes the key count from now on; false when that was done before, or another key was made since. */
export async function confirmKey(tx: Tx, userId: string, secretId: string): Promise<boolean> {
  const confirmed = await tx`
    update auth.second_factors set confirmed_at = clock_timestamp()
    where user_id = ${userId} and secret_id = ${secretId} and confirmed_at is null returning 1`;
  return confirmed.length > 0;
}

/** Forgets the second factor with its codes, and the sign-ins that wait for one: none would be right any more. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await dropSecondSteps(tx, userId);
  await tx`delete from auth.recovery_codes where user_id = ${userId}`;
  await tx`delete from auth.passkeys where user_id = ${userId}`;
  const [gone] = await tx<{ secret_id: string }[]>`
    delete from auth.second_factors where user_id = ${userId} returning secret_id`;
  if (gone) await forgetSecretIn(tx, 'system', gone.secret_id);
}

/** Letters and digits that are not confused in handwriting; 32 of them: 5 bits each. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz';
const recoveryCode = () =>
  [...randomBytes(28)].map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${LETTERS[byte % 32]}`).join('');

const hashOfCode = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId}|${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)
    .digest();

/** Makes new recovery codes in place of all others. They are shown once, and stored as their SHA-256; 140 random bits each need no slow hash. */
export async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await tx`delete from auth.recovery_codes where user_id = ${userId}`;
  for (const code of codes) {
    await tx`insert into auth.recovery_codes (user_id, code_hash) values (${userId}, ${hashOfCode(userId, code)})`;
  }
  return codes;
}

/** Uses a recovery code up; answers how many are left, or null when it is none, or was used. */
export async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<number | null> {
  const taken = await tx`
    update auth.recovery_codes set used_at = clock_timestamp()
    where user_id = ${userId} and code_hash = ${hashOfCode(userId, code)} and used_at is null returning 1`;
  return taken.length > 0 ? recoveryCodesLeft(tx, userId) : null;
}

export async function recoveryCodesLeft(sql: Sql | Tx, userId: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from auth.recovery_codes where user_id = ${userId} and used_at is null`;
  return row?.left ?? 0;
}
