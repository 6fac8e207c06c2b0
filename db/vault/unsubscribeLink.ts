import { timingSafeEqual } from 'node:crypto';
import type { Pseudonyms } from './secrets.ts';

/** One mail on its way: the attempt of a message of a tenant. */
export type Send = { tenant: string; messageId: string; attempt: number };

type Prover = Pick<Pseudonyms, 'linkProof'>;

const nameOf = ({ tenant, messageId, attempt }: Send): string => `${tenant}.${messageId}.${attempt}`;

/** The address at which the recipient of this mail unsubscribes. It names the mail by ids alone; nothing of it is stored. */
export const unsubscribeLink = (publicUrl: string, prover: Prover, send: Send): string =>
  `${publicUrl}/unsubscribe/${nameOf(send)}.${prover.linkProof(nameOf(send))}`;

/** A page beside the links, by which an installation sees from outside whether they lead to it; it is about no mail. */
export const SELF_TEST = 'self-test';
export const selfTestLink = (publicUrl: string): string => `${publicUrl}/unsubscribe/${SELF_TEST}`;
/** What that page says: only this installation knows it, and it opens nothing. */
export const selfTestProof = (prover: Prover): string => prover.linkProof(SELF_TEST);

/** The headers by which a mail program offers to unsubscribe with one click (RFC 8058). */
export const oneClickUnsubscribe = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Of which mail the last part of such an address speaks; null when it was not made here, or was altered. */
export function readUnsubscribeToken(prover: Prover, token: string): Send | null {
  const end = token.lastIndexOf('.');
  const name = token.slice(0, Math.max(0, end));
  const proof = Buffer.from(token.slice(end + 1));
  const right = Buffer.from(prover.linkProof(name));
  if (proof.length !== right.length || !timingSafeEqual(proof, right)) return null;
  const [tenant = '', ...rest] = name.split('.');
  return { tenant, messageId: rest.slice(0, -1).join('.'), attempt: Number(rest.at(-1)) };
}
