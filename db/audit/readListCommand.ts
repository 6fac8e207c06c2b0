import { Argument, Command, Option } from '@commander-js/extra-typings';
import { problemText, problemWords } from '../../events/partners/importProblems.ts';
import { isHeader } from '../../events/partners/listColumns.ts';
import { readImportRow } from '../../events/partners/readImportRow.ts';
import { guessColumns, missingColumn, readPeople } from '../../events/partners/readPeople.ts';
import { readAddressList } from '../../events/privacy/readAddressList.ts';
import { counted } from '../../events/shared/format.ts';
import { listText, noListWords } from '../../events/shared/listText.ts';
import { readTable, type Table, tableProblem } from '../../events/shared/readTable.ts';
import { operatorCommand } from '../process/command.ts';
import { fileLines } from './fileLines.ts';

const KINDS = ['people', 'do-not-contact'] as const;
type Kind = (typeof KINDS)[number];

/** What the product makes of a list, as the dialogs show it before an import. */
type ListLine = {
  kind: Kind;
  columns: Record<string, string | null>;
  rows: number;
  entries: readonly (string | object)[];
  skipped: readonly { line: number; column?: string; cell?: string; code?: string | undefined; reason: string }[];
  /** Why the list as a whole is not taken. */
  refused: string | null;
};

const nothing = (kind: Kind, refused: string): ListLine => ({
  ...{ kind, columns: {}, rows: 0, entries: [], skipped: [], refused },
});

/** Headers as the keys of an object: one that is empty or repeated gets its number. */
const byHeader = <T>(headers: readonly string[], values: readonly T[]): Record<string, T> =>
  Object.fromEntries(
    headers.map((header, at) => [
      header !== '' && headers.indexOf(header) === at ? header : `${header}#${at + 1}`,
      values[at] as T,
    ]),
  );

const above = ({ above: lines }: Table) =>
  lines.map((line) => ({ line, code: 'above_headers', reason: 'the line is above the headers' }));

function people(table: Table): ListLine {
  const columns = guessColumns(table);
  const { rows, problems, leftOut, repeated } = readPeople(table, columns);
  const refused = tableProblem(table) ?? missingColumn(columns);
  const wrong = new Set([...problems.map(({ line }) => line), ...repeated]);
  const entries = rows.flatMap((cells) => {
    const read = wrong.has(cells.line) ? null : readImportRow(cells);
    return read && 'row' in read ? [read.row] : [];
  });
  const skipped = [
    ...above(table),
    ...problems.map((one) => ({ line: one.line, code: one.problems[0], reason: problemWords(one) })),
    ...repeated.map((line) => ({ line, code: 'repeated', reason: 'the row repeats a person in the list' })),
    ...leftOut.map(({ problem, ...cell }) => ({ ...cell, code: problem, reason: problemText(problem) })),
  ];
  const columnsByHeader = byHeader(table.headers, columns);
  return { kind: 'people', columns: columnsByHeader, rows: table.rows.length, entries, skipped, refused };
}

function addresses(text: string, table: Table): ListLine {
  const list = readAddressList(text);
  if ('problem' in list) return nothing('do-not-contact', list.problem);
  const headers = list.columns.map(({ header }) => header);
  const taken = list.columns.map(({ isTaken }) => (isTaken ? 'email' : null));
  return {
    kind: 'do-not-contact',
    columns: byHeader(headers, taken),
    rows: list.rowCount,
    entries: list.rows.map(({ email }) => email),
    skipped: [
      ...(headers.length > 0 ? above(table) : []),
      ...list.skipped.map(({ line, cell, problem }) => ({ line, cell, reason: problem })),
    ],
    refused: null,
  };
}

function readList(bytes: Uint8Array, asked: Kind | undefined): ListLine {
  const read = listText(bytes);
  if ('refused' in read) return nothing(asked ?? 'people', noListWords(read.refused));
  const table = readTable(read.text, isHeader);
  const isPeople = missingColumn(guessColumns(table)) === null;
  return (asked ?? (isPeople ? 'people' : 'do-not-contact')) === 'people' ? people(table) : addresses(read.text, table);
}

/** What an import would take from lists, and what not, and why. */
export const readListCommand = operatorCommand(
  () =>
    new Command('read-list')
      .description(
        'Says what an import would make of lists: columns, rows, entries, and what is skipped and why. It needs no installation and changes nothing. `--kind` is guessed from the columns.',
      )
      .addArgument(new Argument('<files...>', 'the lists'))
      .addOption(new Option('--kind <kind>', 'what the lists hold').choices(KINDS))
      .option('--json', 'print JSON, one line a file'),
  ({ kind, json = false }, output, files) =>
    fileLines(files, json, output, (bytes) => {
      const line = readList(bytes, kind);
      const { refused, entries, skipped } = line;
      return {
        line,
        words: [
          ...(refused
            ? [refused]
            : [`${line.kind}: ${counted(entries.length, 'entry', 'entries')} of ${counted(line.rows, 'row')}`]),
          ...skipped.map(({ line: at, column, cell, reason }) =>
            [`line ${at}`, column, cell, reason].filter(Boolean).join(': '),
          ),
        ],
      };
    }),
);
