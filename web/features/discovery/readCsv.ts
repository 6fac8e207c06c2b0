import Papa from 'papaparse';
import { IMPORT_LIMIT } from '../../../events/shared/options.ts';
import { counted } from '../../lib/numbers.ts';

export type CsvRow = { line: number; cells: string[] };
/** `unclosed`: the line on which a quoted cell begins that nothing ends, or only a mark of a later line. */
export type CsvTable = { headers: string[]; rows: CsvRow[]; unclosed?: number };

/** Reads a list with a header row. Each row knows the line of the file where it begins, since a quoted cell may hold line breaks. */
export function readCsv(text: string): CsvTable {
  const source = text.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let start = 0;
  let line = 1;
  let unclosed: number | undefined;
  Papa.parse<string[]>(source, {
    skipEmptyLines: 'greedy',
    step: ({ data, errors, meta }) => {
      const piece = source.slice(start, meta.cursor);
      const blank = /^(?:[\s,;\t]*\r?\n)*/.exec(piece)?.[0] ?? '';
      const swallowed = newlines(piece.trim()) > 0;
      if (errors.some(({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && swallowed)))
        unclosed ??= line + newlines(blank);
      rows.push({ line: line + newlines(blank), cells: data.map(unguarded) });
      line += newlines(piece);
      start = meta.cursor;
    },
  });
  const [head, ...body] = rows;
  return { headers: head?.cells.map((cell) => cell.trim()) ?? [], rows: body, ...(unclosed && { unclosed }) };
}

/** Removes the apostrophe that an export, such as ours, puts before a formula (api/present/partnersCsv.ts). */
const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\p{Cc}\uFF1D\uFF0B\uFF0D\uFF20])/u, '');

/** Why a list cannot be imported whatever its columns mean, or null. */
export function tableProblem({ headers, rows, unclosed }: CsvTable): string | null {
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

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
