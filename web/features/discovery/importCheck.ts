import type { ImportProblemView } from '../../../api/views.ts';
import { type ImportRow, importRow } from '../../../events/inputs/partners.ts';
import { duplicateKey } from '../../../events/partners/duplicateKey.ts';
import { platformOf, usernameOf } from '../../../events/partners/profileUrl.ts';
import type { Platform } from '../../../events/shared/options.ts';
import { type ImportField, readCell } from './importFields.ts';
import type { CsvTable } from './readCsv.ts';

export type CheckedImport = { rows: ImportRow[]; problems: ImportProblemView[] };

type KnownPerson = { profileUrl: string | null; platform: Platform; username: string | null };

/** Reads a table by its column meanings: the rows that can be sent, and every bad or duplicate row by its line. The server checks them again. */
export function checkImport(
  table: CsvTable,
  columns: readonly (ImportField | null)[],
  known: readonly KnownPerson[],
): CheckedImport {
  const rows: ImportRow[] = [];
  const problems: ImportProblemView[] = [];
  const inList = new Set(known.map((person) => duplicateKey(person)));
  const lineOf = new Map<string, number>();
  for (const { line, cells } of table.rows) {
    const raw: Record<string, unknown> = { line };
    columns.forEach((field, index) => {
      const value = field && readCell(field, cells[index] ?? '');
      if (field && value !== undefined) raw[field] = value;
    });
    const read = importRow.safeParse(raw);
    if (!read.success) {
      problems.push({ line, problem: [...new Set(read.error.issues.map((issue) => issue.message))].join('; ') });
      continue;
    }
    const { profileUrl } = read.data;
    const platform = read.data.platform ?? platformOf(profileUrl ?? '');
    if (!platform) {
      problems.push({ line, problem: 'the profile URL does not show the platform: add a platform' });
      continue;
    }
    const username = read.data.username ?? usernameOf(profileUrl ?? '');
    const key = duplicateKey({ profileUrl, platform, username });
    const before = lineOf.get(key);
    if (before !== undefined) problems.push({ line, problem: `the same person as on line ${before}` });
    else if (inList.has(key)) problems.push({ line, problem: 'already in your list' });
    else rows.push(read.data);
    if (before === undefined) lineOf.set(key, line);
  }
  return { rows, problems };
}
