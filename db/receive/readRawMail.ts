import type { ReadMail } from './readMail.ts';

/**
 * Parses a mail as it came (RFC 5322), see parseMail. Loading the parser takes longer than starting the rest of the API, so that is done when
 * the first mail comes.
 */
export async function readRawMail(raw: Buffer, about?: { cut: boolean }): Promise<ReadMail> {
  const { parseMail } = await import('./parseMail.ts');
  return parseMail(raw, about);
}
