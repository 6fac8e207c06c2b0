import { type Seal, sameSeal } from './seal.ts';

/**
 * The verdict of a seal file on a database. `held`: the database has its seal. `behind`: it has not, so it is an older copy, or its log was
 * rewritten. `known`: the same, but sending was frozen after that seal was made, so an operator decided, or will. `foreign`: the file is another
 * installation's.
 */
export type SealVerdict = 'absent' | 'unreadable' | 'foreign' | 'held' | 'known' | 'behind';

/** `same`: the database's seal of the file's number; `frozenSince`: whether sending was frozen after the file's seal was made. */
export function judgeSeal(
  kept: { installation: string; seal: Seal } | string | null,
  database: { installation: string; same: Seal | null; frozenSince: boolean },
): SealVerdict {
  if (kept === null) return 'absent';
  if (typeof kept === 'string') return 'unreadable';
  if (kept.installation !== database.installation) return 'foreign';
  if (database.same && sameSeal(database.same, kept.seal)) return 'held';
  return database.frozenSince ? 'known' : 'behind';
}
