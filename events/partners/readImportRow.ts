import type { Platform } from '../shared/options.ts';
import { unreadableField } from '../shared/unreadableField.ts';
import { duplicateKey } from './duplicateKey.ts';
import { IMPORT_PROBLEMS, type ImportProblem, type ProblemLine } from './importProblems.ts';
import { type ImportCells, type ImportRow, importRow } from './partnersInput.ts';
import { type NoProfile, readProfile } from './readProfile.ts';

/** A row of an imported list that can be added. */
export type ReadRow = ImportRow & { platform: Platform };

/** Why an address is no profile, as a problem of a row. */
export const PROFILE_PROBLEMS: Readonly<Record<NoProfile, ImportProblem>> = {
  no_address: 'profile_url_invalid',
  elsewhere: 'no_platform',
  post: 'profile_is_post',
  company: 'profile_is_company',
  platform_page: 'profile_is_page',
  short_link: 'profile_is_short',
};

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
  const profile = read.data.profileUrl ? readProfile(read.data.profileUrl) : null;
  // a site of their own will do where the platform is given
  const isSite = profile?.ok === false && profile.reason === 'elsewhere' && read.data.platform !== undefined;
  if (profile && !profile.ok && !isSite) return wrong(PROFILE_PROBLEMS[profile.reason]);
  const own = profile?.ok ? profile : null;
  const platform = read.data.platform ?? own?.platform;
  if (!platform) return wrong('no_platform');
  const profileUrl = own?.url ?? read.data.profileUrl;
  const username = read.data.username ?? own?.username;
  return {
    row: { ...read.data, ...(profileUrl && { profileUrl }), platform, username },
    key: duplicateKey({ profileUrl, platform, username }),
  };
}
