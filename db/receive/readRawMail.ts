import type { ParsedMail } from '../../events/conversations/incomingMail.ts';

/**
 * Parses a mail as it came (RFC 5322), see parseMail. Loading the parser takes longer than starting the rest of the API, so that is done when
 * the first mail comes.
 */
export async function readRawMail(raw: Buffer): Promise<ParsedMail> {
  const { parseMail } = await import('./parseMail.ts');
  return parseMail(raw);
}
