import { openCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import type { Seal } from './readSeals.ts';

/**
 * The verdict of a seal file on a database. `held`: the database has its checkpoint. `behind`: it has not, so it is an older copy, or its log was
 * rewritten. `known`: the same, but sending was frozen after that checkpoint, so an operator decided, or will. `foreign`: the file is another
 * installation's, and so says nothing of this database.
 */
export type SealVerdict = 'absent' | 'unreadable' | 'foreign' | 'held' | 'known' | 'behind';

/** `same`: the database's seal of the file's size; `frozenSince`: whether sending was frozen after the file's checkpoint was made. */
export function judgeSeal(
  kept: SignedCheckpoint | string | null,
  database: { installation: string; same: Seal | null; frozenSince: boolean },
): SealVerdict {
  if (kept === null) return 'absent';
  if (typeof kept === 'string') return 'unreadable';
  if (kept.installation !== database.installation) return 'foreign';
  if (database.same && openCheckpoint(database.same.note)?.body === kept.body) return 'held';
  return database.frozenSince ? 'known' : 'behind';
}
