import { IMPORT_LIMIT } from './options.ts';

/** Why a file is no list, whatever is in it. */
export type NoList = 'too_large' | 'spreadsheet' | 'empty' | 'not_text';

const WORDS: Record<NoList, string> = {
  too_large: `This file is larger than ${IMPORT_LIMIT.bytes / 1_000_000} MB. Split it into files of at most ${IMPORT_LIMIT.rows.toLocaleString('en')} rows.`,
  spreadsheet: 'This is a spreadsheet file. Open it in your spreadsheet program and save it as CSV.',
  empty: 'This file is empty. Choose a CSV file with a header row.',
  not_text: 'This file is not text. Choose a CSV file with a header row.',
};
export const noListWords = (reason: NoList): string => WORDS[reason];

/** The text of a file: UTF-8, UTF-16 ("Unicode text" of spreadsheets), or else Windows-1252 of older spreadsheets. */
export function listText(bytes: Uint8Array): { text: string } | { refused: NoList } {
  if (bytes.length > IMPORT_LIMIT.bytes) return { refused: 'too_large' };
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { refused: 'spreadsheet' };
  const text = decoded(bytes);
  if (text.trim() === '') return { refused: 'empty' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a picture or a program from a list.
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return { refused: 'not_text' };
  return { text };
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function decoded(bytes: Uint8Array): string {
  const wide = wideOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(oldEncodingOf(bytes)).decode(bytes);
  }
}

const LINE_FEED = 10;
/** Polish letters of Windows-1250, read as Windows-1252. */
const POLISH = /\p{L}{2}[¹³]|[¹³]\p{Ll}|\p{Ll}¿\p{Ll}/u;

/** Excel for the Mac ends lines with CR alone, and Excel in Poland writes Windows-1250. */
function oldEncodingOf(bytes: Uint8Array): string {
  if (!bytes.includes(LINE_FEED)) return 'macintosh';
  return POLISH.test(new TextDecoder('windows-1252').decode(bytes)) ? 'windows-1250' : 'windows-1252';
}

/** UTF-16 by its mark, or by a first letter of ASCII. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[0] !== 0 && bytes[1] === 0 && bytes[3] === 0)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0)) return 'utf-16be';
  return null;
}
