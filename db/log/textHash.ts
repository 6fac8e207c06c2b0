import { createHash } from 'node:crypto';

/**
 * The hash by which a message is approved: it covers the address, so that a text approved for one address never leaves for another.
 * null while there is nothing to approve.
 */
export function textHash(recipient: string | null, text: { subject: string; body: string } | null): string | null {
  if (!recipient || !text) return null;
  return createHash('sha256')
    .update(JSON.stringify([recipient.toLowerCase(), text.subject, text.body]))
    .digest('hex');
}
