/**
 * The short name of one mail on its way: in its link to unsubscribe, its Message-ID and its address for replies. It is made of ids by a secret, so
 * nothing is stored, and a restored database knows it. It has 16 bytes:
 *   5 of the message's fingerprint · 2 the attempt · 9 of the proof
 * The proof is over all ids, so a fingerprint that two messages share opens nothing. Each use has its own proof: a Message-ID opens no link.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readAs, type Sql } from '../connection/connect.ts';
import type { Pseudonyms } from './secrets.ts';

/** One mail on its way: the attempt of a message of a tenant. */
export type Send = { tenant: string; messageId: string; attempt: number };

export type Prover = Pick<Pseudonyms, 'linkProof'>;

export type TokenUse = 'unsubscribe' | 'message-id' | 'reply';
export type MailToken = { use: TokenUse; bytes: Buffer };

const FINGERPRINT_BYTES = 5;
const PROOF_AT = FINGERPRINT_BYTES + 2;
const BYTES = PROOF_AT + 9;

/** The same as read.messages.fingerprint. It hides nothing and proves nothing. */
const fingerprintOf = ({ messageId }: Send): string =>
  createHash('md5')
    .update(messageId)
    .digest('hex')
    .slice(0, 2 * FINGERPRINT_BYTES);

export function mailToken(prover: Prover, use: TokenUse, send: Send): Buffer {
  const token = Buffer.alloc(BYTES);
  token.write(fingerprintOf(send), 'hex');
  token.writeUInt16BE(send.attempt, FINGERPRINT_BYTES);
  token.write(prover.linkProof(`${use} ${send.tenant}.${send.messageId}.${send.attempt}`), PROOF_AT, 'base64url');
  return token;
}

/** The mails of some tokens, in their order. Left out: what was not made here, or was altered. */
export async function readMailTokens(sql: Sql, prover: Prover, tokens: readonly MailToken[]): Promise<Send[]> {
  const whole = tokens.filter(({ bytes }) => bytes.length === BYTES);
  if (whole.length === 0) return [];
  const fingerprints = whole.map(({ bytes }) => bytes.toString('hex', 0, FINGERPRINT_BYTES));
  const found = await readAs(
    sql,
    'system',
    (tx) => tx<{ tenant_id: string; stream_id: string }[]>`
      select tenant_id, stream_id from read.messages_by_fingerprint(${fingerprints})`,
  );
  return whole.flatMap(({ use, bytes }) => {
    const attempt = bytes.readUInt16BE(FINGERPRINT_BYTES);
    const sends = found.map(({ tenant_id: tenant, stream_id }) => ({
      ...{ tenant, messageId: stream_id.replace(/^message-/, ''), attempt },
    }));
    return sends.find((send) => timingSafeEqual(bytes, mailToken(prover, use, send))) ?? [];
  });
}

/** Base32 for names that mail servers may write in another case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const nameOf = (bytes: number) => `[a-z2-7]{${Math.ceil((bytes * 8) / 5)}}`;

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text.toLowerCase()].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The part of our Message-ID before the "@". With the domain it should have 48 characters at most, since programs break long ones. */
export const messageIdName = (prover: Prover, send: Send): string => base32(mailToken(prover, 'message-id', send));

const OUR_MESSAGE_ID = new RegExp(`^<(${nameOf(BYTES)})@`, 'i');

/** The token in a Message-ID (in brackets) that may be ours. */
export function messageIdToken(id: string): MailToken[] {
  const [, name] = OUR_MESSAGE_ID.exec(id) ?? [];
  return name ? [{ use: 'message-id', bytes: fromBase32(name) }] : [];
}

/** Anyone may post a mail to an address for replies. Its second proof is over the token's beginning, so strangers never reach the database. */
const OWN_BYTES = 7;
const ownProof = (prover: Prover, token: Buffer): Buffer =>
  Buffer.from(prover.linkProof(`reply ${token.toString('hex', 0, PROOF_AT)}`), 'base64url').subarray(0, OWN_BYTES);

/** The address to which the recipient of a mail replies: 39 characters before the "@". */
export function replyAddress(domain: string, prover: Prover, send: Send): string {
  const token = mailToken(prover, 'reply', send);
  return `r.${base32(Buffer.concat([token, ownProof(prover, token)]))}@${domain}`;
}

const OUR_ADDRESS = new RegExp(`\\br\\.(${nameOf(BYTES + OWN_BYTES)})@([a-z0-9.-]+)`, 'gi');

/** The tokens of the domain's addresses in a text that were made here. */
export const replyTokensIn = (domain: string, prover: Prover, text: string): MailToken[] =>
  [...text.matchAll(OUR_ADDRESS)].flatMap(([, name = '', host]) => {
    const given = fromBase32(name);
    const bytes = given.subarray(0, BYTES);
    const isOurs =
      host?.toLowerCase() === domain.toLowerCase() && timingSafeEqual(given.subarray(BYTES), ownProof(prover, bytes));
    return isOurs ? [{ use: 'reply', bytes }] : [];
  });
