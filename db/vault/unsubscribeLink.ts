import { createHash, timingSafeEqual } from 'node:crypto';
import { readAs, type Sql } from '../connection/connect.ts';
import type { Pseudonyms } from './secrets.ts';

/** One mail on its way: the attempt of a message of a tenant. */
export type Send = { tenant: string; messageId: string; attempt: number };

type Prover = Pick<Pseudonyms, 'linkProof'>;

/*
 * A line in a mail is short, so the token has 22 characters. It is base64url of 16 bytes:
 *   5 of the message's fingerprint · 2 the attempt · 9 of the proof
 * The proof is over all ids, so a fingerprint that two messages share opens nothing.
 */
const FINGERPRINT_BYTES = 5;
const PROOF_AT = FINGERPRINT_BYTES + 2;
const BYTES = PROOF_AT + 9;
const TOKEN = /^[\w-]{22}$/;

/** The same as read.messages.fingerprint. It hides nothing and proves nothing. */
const fingerprintOf = ({ messageId }: Send): string =>
  createHash('md5')
    .update(messageId)
    .digest('hex')
    .slice(0, 2 * FINGERPRINT_BYTES);

function tokenOf(prover: Prover, send: Send): string {
  const token = Buffer.alloc(BYTES);
  token.write(fingerprintOf(send), 'hex');
  token.writeUInt16BE(send.attempt, FINGERPRINT_BYTES);
  token.write(prover.linkProof(`${send.tenant}.${send.messageId}.${send.attempt}`), PROOF_AT, 'base64url');
  return token.toString('base64url');
}

/** The address at which the recipient of this mail unsubscribes. It names the mail by ids alone; nothing of it is stored. */
export const unsubscribeLink = (publicUrl: string, prover: Prover, send: Send): string =>
  `${publicUrl}/u/${tokenOf(prover, send)}`;

/** The tokens of the links of ours in a text. */
export const tokensIn = (text: string): string[] =>
  [...text.matchAll(/\/u\/([\w-]{22})(?![\w-])/g)].map(([, token = '']) => token);

/** A page beside the links that shows an installation from outside whether they lead to it. It is about no email. */
export const SELF_TEST = 'self-test';
export const selfTestLink = (publicUrl: string): string => `${publicUrl}/u/${SELF_TEST}`;
/** The content of that page. Only this installation knows it, and it opens nothing. */
export const selfTestProof = (prover: Prover): string => prover.linkProof(SELF_TEST);

/** The headers by which a mail program offers to unsubscribe with one click (RFC 8058). */
export const oneClickUnsubscribe = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The email of an unsubscribe token. null: it was not made here, or was altered. */
export async function readUnsubscribeToken(sql: Sql, prover: Prover, token: string): Promise<Send | null> {
  if (!TOKEN.test(token)) return null;
  const given = Buffer.from(token, 'base64url');
  const fingerprint = given.toString('hex', 0, FINGERPRINT_BYTES);
  const found = await readAs(
    sql,
    'system',
    (tx) => tx<{ tenant_id: string; stream_id: string }[]>`
      select tenant_id, stream_id from read.messages_by_fingerprint(${fingerprint})`,
  );
  const sends = found.map(({ tenant_id, stream_id }) => ({
    ...{ tenant: tenant_id, messageId: stream_id.replace(/^message-/, '') },
    attempt: given.readUInt16BE(FINGERPRINT_BYTES),
  }));
  return sends.find((send) => timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(prover, send)))) ?? null;
}
