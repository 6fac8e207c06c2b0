import type { ImportProblemView } from '../../../api/views.ts';
import { isWholeDomain, MOST_SUPPRESSIONS, suppressionRow } from '../../../events/privacy/suppressionsInput.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { readAddress } from '../discovery/importFields.ts';
import { type CsvRow, readCsv, tableProblem } from '../discovery/readCsv.ts';

export type ReadList = {
  /** The header of the column that the addresses come from; null when the list has none. */
  column: string | null;
  rows: { line: number; email: string }[];
  problems: ImportProblemView[];
};

/** Finds addresses and domains (@company.com), whatever names, brackets and separators are around them. A handle such as @ada is none. */
function addressesIn(text: string): string[] {
  const parts = text.split(/[\s,;<>()[\]]+|"(?!@)/).map((part) => part.replace(/^'|['.]+$/g, ''));
  const wanted = parts.filter((part) => /[^@]@|^@+$/.test(part) || isWholeDomain(part));
  return [...new Set(wanted.map((part) => (isWholeDomain(part) ? part : readAddress(part))))];
}

const isAddress = (cell: string | undefined): boolean => addressesIn(cell ?? '').length > 0;

type ListLine = { line: number; text: string };

/**
 * Reads a list of addresses: a table with a line of headers, or lines with one address or more. Answers the problem if there is nothing to import.
 * Else it answers every address once, with its first line, and the rest.
 */
export function readAddresses(text: string): ReadList | { problem: string } {
  const table = readCsv(text);
  const { headers, rows: below, unclosed } = table;
  if (headers.length === 0) return { problem: 'This list is empty. Put one email address on each line.' };
  const headless = isAddress(text.trimStart().split(/[\r\n]/, 1)[0]);
  const column = headless ? null : columnOf(headers, below);
  if ((below.length === 0 || column === null) && !isAddress(text)) {
    return { problem: 'No email address was found in this list. Put one on each line, or name their column "email".' };
  }
  // read line by line, the addresses of its other columns would be taken, too
  const broken = unclosed && headers.length > 1 && namedColumn(headers) >= 0 && tableProblem(table);
  if (broken) return { problem: broken };
  const asTable = !unclosed && column !== null;
  const lines = asTable
    ? below.map((row) => inColumn(row, column, headers.length))
    : linesOf(text, headless || namedColumn(headers) < 0);
  const rows: ReadList['rows'] = [];
  const problems: ImportProblemView[] = [];
  const seen = new Set<string>();
  for (const { line, text: plain } of lines) {
    const found = addressesIn(plain);
    for (const email of found.length > 0 ? found : [plain]) {
      const read = suppressionRow.safeParse({ line, email });
      if (!read.success)
        problems.push({ line, problem: `${email ? `${email}: ` : ''}${read.error.issues[0]?.message}` });
      else if (!seen.has(email.toLowerCase())) rows.push(read.data);
      seen.add(email.toLowerCase());
    }
  }
  if (rows.length > MOST_SUPPRESSIONS) {
    return {
      problem: `This list has ${wholeNumber(rows.length)} addresses. Import it in parts of at most ${wholeNumber(MOST_SUPPRESSIONS)}.`,
    };
  }
  return { column: asTable ? (headers[column] ?? null) : null, rows, problems };
}

/** A row's text in the column and beyond all headers, where a separator in the cell moves the rest. */
const inColumn = ({ line, cells }: CsvRow, column: number, headers: number): ListLine => ({
  line,
  text: [cells[column] ?? '', ...cells.slice(headers)].join(' ').trim(),
});

const linesOf = (text: string, withFirst: boolean): ListLine[] =>
  text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => /[^\s,;"]/.test(line.text))
    .slice(withFirst ? 0 : 1);

const namedColumn = (headers: readonly string[]): number =>
  headers.findIndex((header) => /^e-?mail( address)?$/i.test(header.replace(/_/g, ' ')));

/** The column named as one of addresses, else the one that holds the most of them. */
function columnOf(headers: readonly string[], lines: readonly CsvRow[]): number | null {
  const named = namedColumn(headers);
  if (named >= 0) return named;
  const counts = headers.map((_header, index) => lines.filter(({ cells }) => isAddress(cells[index])).length);
  const most = Math.max(...counts);
  return most > 0 ? counts.indexOf(most) : null;
}
