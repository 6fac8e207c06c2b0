import type { ImportProblemView } from '../../../api/views.ts';
import { MOST_SUPPRESSIONS, suppressionRow } from '../../../events/inputs/suppressions.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { type CsvRow, readCsv } from '../discovery/readCsv.ts';

export type ReadList = {
  /** The header of the column that the addresses come from; null when the list has none. */
  column: string | null;
  rows: { line: number; email: string }[];
  problems: ImportProblemView[];
};

const isAddress = (cell: string | undefined): boolean => cell?.includes('@') ?? false;

/**
 * Reads a list of addresses, one a row: with or without a line of headers, and any other columns. Answers what is wrong
 * when there is nothing to import, else every row with its line, and those that are no address.
 */
export function readAddresses(text: string): ReadList | { problem: string } {
  const { headers, rows: below } = readCsv(text);
  if (headers.length === 0) return { problem: 'This list is empty. Put one email address on each line.' };
  const headless = headers.some(isAddress);
  const lines: CsvRow[] = headless ? [{ line: 1, cells: headers }, ...below] : below;
  const column = columnOf(headers, lines);
  if (lines.length === 0 || column === null) {
    return { problem: 'No email address was found in this list. Put one on each line, or name their column "email".' };
  }
  if (lines.length > MOST_SUPPRESSIONS) {
    return {
      problem: `This list has ${wholeNumber(lines.length)} rows. Import it in parts of at most ${wholeNumber(MOST_SUPPRESSIONS)} rows.`,
    };
  }
  const rows: ReadList['rows'] = [];
  const problems: ImportProblemView[] = [];
  for (const { line, cells } of lines) {
    const email = cells[column]?.trim() ?? '';
    const read = suppressionRow.safeParse({ line, email });
    if (read.success) rows.push(read.data);
    else problems.push({ line, problem: `${email ? `${email}: ` : ''}${read.error.issues[0]?.message}` });
  }
  return { column: headless ? null : (headers[column] ?? null), rows, problems };
}

/** The column named as one of addresses, else the one that holds the most of them. */
function columnOf(headers: readonly string[], lines: readonly CsvRow[]): number | null {
  const named = headers.findIndex((header) => /^e-?mail( address)?$/i.test(header.replace(/_/g, ' ')));
  if (named >= 0) return named;
  const counts = headers.map((_header, index) => lines.filter(({ cells }) => isAddress(cells[index])).length);
  const most = Math.max(...counts);
  return most > 0 ? counts.indexOf(most) : null;
}
