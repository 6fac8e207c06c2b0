import Papa from 'papaparse';
import { findAddresses, isHost, withoutInvisible } from './emailAddress.ts';
import { counted } from './format.ts';
import { IMPORT_LIMIT } from './options.ts';

export type TableRow = { line: number; cells: string[] };
export type Table = {
  /** Empty texts if the list has no line of headers. */
  headers: string[];
  hasHeaders: boolean;
  rows: TableRow[];
  /** The lines above the headers, which hold no people: notes and titles. */
  above: number[];
  /** The line on which a quoted cell begins that nothing ends, or only a mark of a later line. */
  unclosed?: number;
};

const DELIMITERS = [',', ';', '\t', '|'];
/** The headers are among the first rows with text. */
const HEADERS_WITHIN = 12;
const HEAD_LENGTH = 20_000;

const holdsData = (cell: string): boolean =>
  /:\/\/|^www\./i.test(cell) ||
  isHost(cell.replace(/^\*?@/, '').toLowerCase()) ||
  findAddresses(cell).addresses.length > 0;

/** The row of the headers: the one with the most of them, above all data. null: none. */
function headersAt(
  rows: readonly TableRow[],
  isHeader: (cell: string) => boolean,
): { at: number; known: number } | null {
  let best: { at: number; known: number } | null = null;
  let isBelowData = false;
  const width = Math.max(0, ...rows.slice(0, HEADERS_WITHIN).map(({ cells }) => cells.filter(Boolean).length));
  for (const [at, { cells }] of rows.slice(0, HEADERS_WITHIN).entries()) {
    if (cells.some((cell) => !isHeader(cell) && holdsData(cell))) {
      isBelowData = true;
      continue;
    }
    const known = cells.filter(isHeader).length;
    const isFilled = cells.filter(Boolean).length >= Math.min(2, width);
    if (best === null ? known > 0 || (isFilled && !isBelowData) : known > best.known) best = { at, known };
  }
  return best;
}

/**
 * Reads a list. Each row knows the line of the file where it begins, since a quoted cell may hold line breaks. Line ends may be mixed, `sep=;` is
 * obeyed, and lines above the headers are no rows. `isHeader` tells the headers that are known.
 */
export function readTable(text: string, isHeader: (cell: string) => boolean): Table {
  // papaparse takes one line end for the whole list, and another one then glues rows
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [separator, given] = /^"?sep=(.)"?[^\n]*\n/i.exec(whole) ?? [''];
  const source = whole.slice(separator.length);
  const offset = separator ? 1 : 0;
  const head = source.slice(0, HEAD_LENGTH);
  const known = (delimiter: string) => headersAt(parsed(head, delimiter, 0).rows, isHeader)?.known ?? 0;
  const guesses = given ? [] : DELIMITERS.map((delimiter) => ({ delimiter, known: known(delimiter) }));
  const best = guesses.reduce((one, other) => (other.known > one.known ? other : one), { delimiter: '', known: 0 });
  const { rows, unclosed } = parsed(source, given ?? best.delimiter, offset);
  const found = headersAt(rows, isHeader);
  const at = found?.at ?? -1;
  const width = Math.max(0, ...rows.slice(0, HEADERS_WITHIN).map(({ cells }) => cells.length));
  return {
    headers: rows[at]?.cells.map((cell) => withoutInvisible(cell).trim()) ?? Array.from({ length: width }, () => ''),
    hasHeaders: found !== null,
    rows: rows.slice(at + 1),
    above: [...(separator ? [1] : []), ...rows.slice(0, Math.max(at, 0)).map(({ line }) => line)],
    ...(unclosed && { unclosed }),
  };
}

function parsed(source: string, delimiter: string, offset: number): { rows: TableRow[]; unclosed?: number } {
  const rows: TableRow[] = [];
  let start = 0;
  let line = 1 + offset;
  let unclosed: number | undefined;
  Papa.parse<string[]>(source, {
    delimiter,
    newline: '\n',
    skipEmptyLines: 'greedy',
    step: ({ data, errors, meta }) => {
      const piece = source.slice(start, meta.cursor);
      const blank = /^(?:[\s,;|\t]*\n)*/.exec(piece)?.[0] ?? '';
      const swallowed = newlines(piece.trim()) > 0;
      if (errors.some(({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && swallowed)))
        unclosed ??= line + newlines(blank);
      rows.push({ line: line + newlines(blank), cells: data.map((cell) => unguarded(cell.trim())) });
      line += newlines(piece);
      start = meta.cursor;
    },
  });
  return { rows, ...(unclosed && { unclosed }) };
}

/** Removes the apostrophe that an export, such as ours, puts before a formula (api/present/partnersCsv.ts). */
const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\p{Cc}\uFF1D\uFF0B\uFF0D\uFF20])/u, '');

/** Why a list cannot be imported whatever its columns mean, or null. */
export function tableProblem({ headers, rows, unclosed }: Table): string | null {
  if (unclosed)
    return `The quotation mark on line ${unclosed} is never closed, so all that follows it is one cell. Close it, or remove it.`;
  if (headers.length === 0)
    return 'This list is empty. The first line names the columns, each further line is a person.';
  if (rows.length === 0) return 'This list has a first line with names of columns, but no people below it.';
  if (rows.length > IMPORT_LIMIT.rows) {
    return `This list has ${counted(rows.length, 'row')}. Split it into files of at most ${counted(IMPORT_LIMIT.rows, 'row')}.`;
  }
  return null;
}

const newlines = (text: string): number => text.split('\n').length - 1;
