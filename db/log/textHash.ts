import { createHash } from 'node:crypto';
import { WITH_KIT } from '../../events/messages/mediaKit.ts';

/**
 * The hash that an approval names. It covers the address, so a text approved for one address never leaves for another. `kit`: the file that leaves
 * with it, whose hash follows. null: nothing to approve.
 */
export function textHash(
  recipient: string | null,
  text: { subject: string; body: string } | null,
  kit: { hash: string } | null,
): string | null {
  if (!recipient || !text) return null;
  const hash = createHash('sha256')
    .update(JSON.stringify([recipient.toLowerCase(), text.subject, text.body]))
    .digest('hex');
  return kit ? `${hash}${WITH_KIT}${kit.hash}` : hash;
}

/** The hash of a text without its recipient. A judge read this very text. */
export const textAloneHash = ({ subject, body }: { subject: string; body: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('hex');
