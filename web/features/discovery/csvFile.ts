import { IMPORT_LIMIT } from '../../../events/shared/options.ts';
import { wholeNumber } from '../../lib/numbers.ts';

export type CsvFile = { text: string } | { problem: string };

/**
 * The text of a chosen file: UTF-8, UTF-16 with its mark ("Unicode text" in spreadsheets), or else Windows-1252 of older spreadsheets. A file that is
 * no text is refused, with what to do instead.
 */
export async function readCsvFile(file: File): Promise<CsvFile> {
  if (file.size > IMPORT_LIMIT.bytes)
    return {
      problem: `This file is larger than ${IMPORT_LIMIT.bytes / 1_000_000} MB. Split it into files of at most ${wholeNumber(IMPORT_LIMIT.rows)} rows.`,
    };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return { problem: 'This is a spreadsheet file. Open it in your spreadsheet program and save it as CSV.' };
  }
  const text = decoded(bytes);
  if (text.trim() === '') return { problem: 'This file is empty. Choose a CSV file with a header row.' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a picture or a program from a list.
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) {
    return { problem: 'This file is not text. Choose a CSV file with a header row.' };
  }
  return { text };
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
