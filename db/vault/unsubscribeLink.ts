import type { Sql } from '../connection/connect.ts';
import { type MailToken, mailToken, type Prover, readMailTokens, type Send } from './mailToken.ts';

/** The address at which the recipient of this mail unsubscribes. */
export const unsubscribeLink = (publicUrl: string, prover: Prover, send: Send): string =>
  `${publicUrl}/u/${mailToken(prover, 'unsubscribe', send).toString('base64url')}`;

/** The tokens of the links of ours in a text. */
export const tokensIn = (text: string): string[] =>
  [...text.matchAll(/\/u\/([\w-]{22})(?![\w-])/g)].map(([, token = '']) => token);

/** A page beside the links that shows an installation from outside whether they lead to it. It is about no email. */
export const SELF_TEST = 'self-test';
export const selfTestLink = (publicUrl: string): string => `${publicUrl}/u/${SELF_TEST}`;
/** The content of that page. Only this installation knows it, and it opens nothing. */
export const selfTestProof = (prover: Prover): string => prover.linkProof(SELF_TEST);

/** The headers by which a mail program offers to unsubscribe with one click (RFC 8058). `list`: the name that mails of this kind share (RFC 2919). */
export const oneClickUnsubscribe = (link: string, list: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'List-Id': `<${list}>`,
});

export const unsubscribeToken = (token: string): MailToken => ({
  use: 'unsubscribe',
  bytes: Buffer.from(token, 'base64url'),
});

/** The email of an unsubscribe token. null: it was not made here, or was altered. */
export async function readUnsubscribeToken(sql: Sql, prover: Prover, token: string): Promise<Send | null> {
  const read = unsubscribeToken(token);
  // Node reads more spellings than one
  if (read.bytes.toString('base64url') !== token) return null;
  return (await readMailTokens(sql, prover, [read]))[0] ?? null;
}
