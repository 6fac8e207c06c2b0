import { createHash } from 'node:crypto';
import type { Sql } from './connect.ts';
import { pack, unpack } from './vault/envelope.ts';
import type { MasterKey } from './vault/masterKey.ts';

const MINUTES = 15;

/** A Gmail sign-in under way: who asked, for which mailbox, from which session, and what the code is exchanged with. `code`: once Google gave one. */
export type GmailAttempt = {
  tenant: string;
  mailbox: string;
  sessionId: string;
  verifier: string;
  redirectUri: string;
  code: string | null;
};

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
const place = (requestId: string) => `system|gmail-attempt|${requestId}`;
const seal = (master: MasterKey, requestId: string, attempt: GmailAttempt) =>
  pack(master.seal, Buffer.from(JSON.stringify(attempt)), place(requestId));

type AttemptRow = { request_id: string; sealed: Buffer };
const unsealed = (master: MasterKey, row: AttemptRow): GmailAttempt =>
  JSON.parse(unpack(master.seal, row.sealed, place(row.request_id)).toString()) as GmailAttempt;

/** Keeps what a sign-in was begun with, sealed, under the hash of its state. */
export async function beginGmailAttempt(
  sql: Sql,
  master: MasterKey,
  begun: { requestId: string; state: string } & Omit<GmailAttempt, 'code'>,
): Promise<void> {
  const { requestId, state, ...attempt } = begun;
  await sql`
    insert into auth.gmail_attempts (state_hash, request_id, sealed, expires_at)
    values (${hashOf(state)}, ${requestId}, ${seal(master, requestId, { ...attempt, code: null })},
      clock_timestamp() + make_interval(mins => ${MINUTES}))`;
}

/** Takes the answer to a state, once, and answers for which request and mailbox. null: the state is of another session, was used before, or is too old. */
export async function takeGmailCode(
  sql: Sql,
  master: MasterKey,
  answer: { state: string; code: string; tenant: string; sessionId: string },
): Promise<{ requestId: string; mailbox: string } | null> {
  const [row] = await sql<AttemptRow[]>`
    update auth.gmail_attempts set used = true
    where state_hash = ${hashOf(answer.state)} and not used and expires_at > clock_timestamp()
    returning request_id, sealed`;
  if (!row) return null;
  const attempt = unsealed(master, row);
  if (attempt.tenant !== answer.tenant || attempt.sessionId !== answer.sessionId) return null;
  const sealed = seal(master, row.request_id, { ...attempt, code: answer.code });
  await sql`update auth.gmail_attempts set sealed = ${sealed} where request_id = ${row.request_id}`;
  return { requestId: row.request_id, mailbox: attempt.mailbox };
}

/** What the worker exchanges; null when it is too old, or was exchanged. */
export async function gmailAttemptOf(sql: Sql, master: MasterKey, requestId: string): Promise<GmailAttempt | null> {
  const [row] = await sql<AttemptRow[]>`
    select request_id, sealed from auth.gmail_attempts
    where request_id = ${requestId} and expires_at > clock_timestamp()`;
  return row ? unsealed(master, row) : null;
}

export async function dropGmailAttempt(sql: Sql, requestId: string): Promise<void> {
  await sql`delete from auth.gmail_attempts where request_id = ${requestId}`;
}

/** Those that are over, whether they were used or not. */
export async function sweepGmailAttempts(sql: Sql): Promise<void> {
  await sql`delete from auth.gmail_attempts where expires_at < clock_timestamp()`;
}
