import type { ProblemLine } from '../../../events/partners/importProblems.ts';
import { type ImportCells, type ImportField, LONGEST_BIO } from '../../../events/partners/partnersInput.ts';
import { readImportRow } from '../../../events/partners/readImportRow.ts';
import { readCell } from './importFields.ts';
import type { CsvTable } from './readCsv.ts';

/** Reads a table by its column meanings: its rows as they are sent, and every wrong one. The server checks them again. */
export function checkImport(
  table: CsvTable,
  columns: readonly (ImportField | null)[],
): { rows: ImportCells[]; problems: ProblemLine[] } {
  const rows = table.rows.map(({ line, cells }) => {
    const row: ImportCells = { line };
    columns.forEach((field, index) => {
      // one letter too many is refused as a whole page would be
      const value = field && readCell(field, (cells[index] ?? '').trim().slice(0, LONGEST_BIO + 1));
      if (field && value !== undefined) row[field] = value;
    });
    return row;
  });
  const problems = rows.flatMap((row) => {
    const read = readImportRow(row);
    return 'problems' in read ? [read] : [];
  });
  return { rows, problems };
}
