import type { Platform } from '../shared/options.ts';
import { unreadableField } from '../shared/unreadableField.ts';
import { duplicateKey } from './duplicateKey.ts';
import { IMPORT_PROBLEMS, type ImportProblem, type ProblemLine } from './importProblems.ts';
import { type ImportCells, type ImportRow, importRow } from './partnersInput.ts';
import { platformOf, usernameOf } from './profileUrl.ts';

/** A row of an imported list that can be added. */
export type ReadRow = ImportRow & { platform: Platform };

/** Reads one row of an imported list: the person with their duplicate key, or all its errors. */
export function readImportRow(cells: ImportCells): { row: ReadRow; key: string } | ProblemLine {
  const { line } = cells;
  const read = importRow.safeParse(cells);
  if (!read.success) {
    const messages = new Set(read.error.issues.map(({ message }) => message));
    return { line, problems: IMPORT_PROBLEMS.filter((code) => messages.has(code)) };
  }
  const wrong = (problem: ImportProblem): ProblemLine => ({ line, problems: [problem] });
  if (unreadableField(read.data) !== null) return wrong('unreadable_text');
  const { profileUrl } = read.data;
  const platform = read.data.platform ?? platformOf(profileUrl ?? '');
  if (!platform) return wrong('no_platform');
  const username = read.data.username ?? usernameOf(profileUrl ?? '') ?? undefined;
  return { row: { ...read.data, platform, username }, key: duplicateKey({ profileUrl, platform, username }) };
}
