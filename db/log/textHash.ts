import { createHash } from 'node:crypto';

/** The hash that an approval names. It covers the address, so a text approved for one address never leaves for another. null: nothing to approve. */
export function textHash(recipient: string | null, text: { subject: string; body: string } | null): string | null {
  if (!recipient || !text) return null;
  return createHash('sha256')
    .update(JSON.stringify([recipient.toLowerCase(), text.subject, text.body]))
    .digest('hex');
}

/** The hash of a text without its recipient. A judge read this very text. */
export const textAloneHash = ({ subject, body }: { subject: string; body: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('hex');
