import { columnMeaning, isHeader, isRecipient } from '../partners/listColumns.ts';
import { asciiHost, findAddresses } from '../shared/emailAddress.ts';
import { wholeNumber } from '../shared/format.ts';
import { readTable, type Table, type TableRow, tableProblem } from '../shared/readTable.ts';
import { isWholeDomain, MOST_SUPPRESSIONS, suppressionRow } from './suppressionsInput.ts';

export type AddressEntry = { line: number; email: string };
/** `cell`: what was left out, if a part of a line was. */
export type SkippedEntry = { line: number; cell: string; problem: string };
export type AddressColumn = { header: string; isTaken: boolean; hasAddresses: boolean };

export type ReadList = {
  /** Empty for a list that is read line by line. */
  columns: AddressColumn[];
  /** The first rows, as they are. */
  sample: TableRow[];
  rowCount: number;
  rows: AddressEntry[];
  skipped: SkippedEntry[];
};

const SAMPLE_ROWS = 10;
/** Enough rows to know a column by what is in it. */
const LOOKED_AT = 200;
const LONGEST_SHOWN = 80;

const hasAddress = (cell: string | undefined): boolean => entriesIn(cell ?? '').found.length > 0;
const isDomain = (text: string): boolean => isWholeDomain(`@${text}`);

/** Finds addresses and domains, whatever names, brackets and separators are around them. `rest`: what looks like one and is none. */
function entriesIn(text: string): { found: string[]; rest: string[] } {
  const { addresses, rest } = findAddresses(text);
  const parts = rest
    .split(/[\s,;<>()[\]]+|"(?!@)/)
    .map((part) => part.replace(/^(?:'|\*(?=@)|mailto:)+|['.]+$/g, ''))
    .filter((part) => part !== '');
  const domains = parts.filter(isWholeDomain);
  const single = text.trim().replace(/^(?:https?:\/\/)?(?:www\.)?|\/$|^\*[.@]|^["']|["']$/g, '');
  // a cell that is nothing but a host means everyone with an address there
  if (addresses.length === 0 && domains.length === 0 && isDomain(single)) domains.push(`@${single}`);
  const found = [...addresses, ...domains.map((domain) => `@${asciiHost(domain.slice(1))}`)];
  return { found, rest: parts.filter((part) => /[^@]@|^@+$/.test(part)) };
}

type ListLine = { line: number; text: string };

/**
 * Reads a list of addresses: a table with a line of headers, or lines with one address or more. Answers every address once, with its first line, and
 * what was left out. `taken`: which columns the user has chosen.
 */
export function readAddressList(text: string, taken?: readonly boolean[]): ReadList | { problem: string } {
  const table = readTable(text, isHeader);
  const { headers, hasHeaders, rows: below, unclosed } = table;
  if (headers.length === 0) return { problem: 'This list is empty. Put one email address on each line.' };
  const columns = hasHeaders ? columnsOf(table, taken) : [];
  const isNamed = headers.some((header) => columnMeaning(header).kind === 'email');
  const isTable = columns.some(({ isTaken }) => isTaken);
  if (!(isTable ? below.some(({ cells }) => cells.some(hasAddress)) : below.length > 0 && hasAddress(text)) && !taken)
    return { problem: 'No email address was found in this list. Put one on each line, or name their column "email".' };
  // read line by line, the addresses of its other columns would be taken, too
  const broken = unclosed && headers.length > 1 && isNamed && tableProblem(table);
  if (broken) return { problem: broken };
  const asTable = taken !== undefined || (!unclosed && isTable);
  const lines = asTable ? below.map((row) => inColumns(row, columns)) : linesOf(text, table);
  const list = collect(lines);
  if (list.rows.length > MOST_SUPPRESSIONS)
    return {
      problem: `This list has ${wholeNumber(list.rows.length)} addresses. Import it in parts of at most ${wholeNumber(MOST_SUPPRESSIONS)}.`,
    };
  const sample = asTable ? below : lines.map(({ line, text: cell }) => ({ line, cells: [cell] }));
  return { columns: asTable ? columns : [], sample: sample.slice(0, SAMPLE_ROWS), rowCount: lines.length, ...list };
}

function collect(lines: readonly ListLine[]): Pick<ReadList, 'rows' | 'skipped'> {
  const rows: AddressEntry[] = [];
  const skipped: SkippedEntry[] = [];
  const seen = new Set<string>();
  for (const { line, text } of lines) {
    const { found, rest } = entriesIn(text);
    for (const email of [...found, ...(rest.length > 0 ? rest : found.length > 0 ? [] : [text])]) {
      const read = suppressionRow.safeParse({ line, email });
      const cell = email.slice(0, LONGEST_SHOWN);
      if (!read.success) skipped.push({ line, cell, problem: read.error.issues[0]?.message ?? '' });
      else if (!seen.has(read.data.email)) rows.push(read.data);
      if (read.success) seen.add(read.data.email);
    }
  }
  return { rows, skipped };
}

/** A row's text in its columns and beyond all headers, where a separator in the cell moves the rest. A domain counts where the row has no address. */
function inColumns({ line, cells }: TableRow, columns: readonly AddressColumn[]): ListLine {
  const own = columns.flatMap(({ header, isTaken }, at) =>
    isTaken && cells[at] ? [{ cell: cells[at], isDomain: columnMeaning(header).kind === 'domain' }] : [],
  );
  const texts = [...own.filter((one) => !one.isDomain).map(({ cell }) => cell), ...cells.slice(columns.length)];
  const usable = texts.some(hasAddress)
    ? texts
    : [...texts, ...own.filter((one) => one.isDomain).map(({ cell }) => cell)];
  return { line, text: usable.filter(Boolean).join(' ').trim() };
}

const linesOf = (text: string, { hasHeaders, rows, headers }: Table): ListLine[] => {
  const first = hasHeaders && headers.some(isHeader) ? (rows[0]?.line ?? 1) : 1;
  return text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ line, text: plain }) => line >= first && /[^\s,;"]/.test(plain) && !/^"?sep=.{0,2}$/i.test(plain));
};

/** The columns of a table: taken are those named as ones of addresses, else the one that holds the most of them. The user's own people never are. */
function columnsOf({ headers, rows }: Table, taken?: readonly boolean[]): AddressColumn[] {
  const kinds = headers.map((header) => columnMeaning(header).kind);
  const counts = headers.map(
    (_header, at) => rows.slice(0, LOOKED_AT).filter(({ cells }) => hasAddress(cells[at])).length,
  );
  const isNamed = (at: number) => kinds[at] === 'email';
  const named = headers.map((_header, at) => isNamed(at) || kinds[at] === 'domain');
  const recipients = headers.map((header, at) => isRecipient(header) && (counts[at] ?? 0) > 0);
  const free = counts.map((count, at) => (kinds[at] === 'owner' || kinds[at] === 'domain' ? 0 : count));
  const fullest = free.reduce((best, count, at) => (count > (free[best] ?? 0) ? at : best), 0);
  const most = free.map((count, at) => count > 0 && at === fullest);
  const guess = headers.some((_header, at) => isNamed(at))
    ? named
    : [recipients, named, most].find((one) => one.includes(true));
  return headers.map((header, at) => ({
    header,
    isTaken: (taken ?? guess)?.[at] ?? false,
    hasAddresses: (counts[at] ?? 0) > 0,
  }));
}
