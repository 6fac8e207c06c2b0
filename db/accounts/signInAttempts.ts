import { createHash } from 'node:crypto';
import type { SignInAt } from '../../events/shared/accountWords.ts';
import type { Sql } from '../connection/connect.ts';
import { pack, unpack } from '../vault/envelope.ts';
import type { MasterKey } from '../vault/masterKey.ts';

const MINUTES = 15;

/**
 * A sign-in under way at Google or Microsoft: the request, its mailbox and session, and the secrets of the exchange. `code`: once there is one.
 */
export type SignInAttempt = {
  at: SignInAt;
  tenant: string;
  mailbox: string;
  sessionId: string;
  verifier: string;
  redirectUri: string;
  code: string | null;
};

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
const place = (requestId: string) => `system|mailbox-attempt|${requestId}`;
const seal = (master: MasterKey, requestId: string, attempt: SignInAttempt) =>
  pack(master.seal, Buffer.from(JSON.stringify(attempt)), place(requestId));

type AttemptRow = { request_id: string; sealed: Buffer };
const unsealed = (master: MasterKey, row: AttemptRow): SignInAttempt =>
  JSON.parse(unpack(master.seal, row.sealed, place(row.request_id)).toString()) as SignInAttempt;

/** Keeps what a sign-in was begun with, sealed, under the hash of its state. */
export async function beginSignInAttempt(
  sql: Sql,
  master: MasterKey,
  begun: { requestId: string; state: string } & Omit<SignInAttempt, 'code'>,
): Promise<void> {
  const { requestId, state, ...attempt } = begun;
  await sql`
    insert into auth.mailbox_attempts (state_hash, request_id, sealed, expires_at)
    values (${hashOf(state)}, ${requestId}, ${seal(master, requestId, { ...attempt, code: null })},
      clock_timestamp() + make_interval(mins => ${MINUTES}))`;
}

/** Takes the answer to a state once, with its request and mailbox. null: it is too old, was used, or is of another session or provider. */
export async function takeSignInCode(
  sql: Sql,
  master: MasterKey,
  answer: { state: string; code: string } & Pick<SignInAttempt, 'at' | 'tenant' | 'sessionId'>,
): Promise<{ requestId: string; mailbox: string } | null> {
  const [row] = await sql<AttemptRow[]>`
    update auth.mailbox_attempts set used = true
    where state_hash = ${hashOf(answer.state)} and not used and expires_at > clock_timestamp()
    returning request_id, sealed`;
  if (!row) return null;
  const attempt = unsealed(master, row);
  const isOurs = attempt.tenant === answer.tenant && attempt.sessionId === answer.sessionId && attempt.at === answer.at;
  if (!isOurs) return null;
  const sealed = seal(master, row.request_id, { ...attempt, code: answer.code });
  await sql`update auth.mailbox_attempts set sealed = ${sealed} where request_id = ${row.request_id}`;
  return { requestId: row.request_id, mailbox: attempt.mailbox };
}

/** The part that the worker exchanges. null: it is too old, or was exchanged. */
export async function signInAttemptOf(sql: Sql, master: MasterKey, requestId: string): Promise<SignInAttempt | null> {
  const [row] = await sql<AttemptRow[]>`
    select request_id, sealed from auth.mailbox_attempts
    where request_id = ${requestId} and expires_at > clock_timestamp()`;
  return row ? unsealed(master, row) : null;
}

export async function dropSignInAttempt(sql: Sql, requestId: string): Promise<void> {
  await sql`delete from auth.mailbox_attempts where request_id = ${requestId}`;
}

/** Those that are over, whether they were used or not. */
export async function sweepSignInAttempts(sql: Sql): Promise<void> {
  await sql`delete from auth.mailbox_attempts where expires_at < clock_timestamp()`;
}
