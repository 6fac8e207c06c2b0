/** Sending is frozen after a database was restored, until an operator has decided about the mails that may have left in the lost time. */

export const FREEZE_CAUSES = [
  'other_cluster',
  'behind',
  'behind_seal',
  'behind_erasures',
  'foreign_mark',
  'foreign_seal',
  'unreadable_mark',
  'unreadable_seal',
  'unreadable_erasures',
  'restored',
  'by_hand',
] as const;
export type FreezeCause = (typeof FREEZE_CAUSES)[number];

/**
 * `since`: when it was frozen; `lostFrom`: from when on this database does not know what happened (ISO 8601). `detail`: which file shows it,
 * with its path, for operators only.
 */
export type Frozen = {
  epoch: number;
  since: string;
  cause: FreezeCause;
  lostFrom: string | null;
  detail: string | null;
};

const FOREIGN = 'names another installation, and so it is unknown whether this database is the newest one';
const UNREADABLE = 'cannot be read, and so it is unknown whether this database is the newest one';

const BECAUSE: Record<FreezeCause, string> = {
  other_cluster: 'this database was brought here from another server',
  behind: 'this database was replaced by an older copy of itself',
  behind_seal: 'SEAL_FILE holds a seal that this database does not have: it was replaced by an older copy of itself',
  behind_erasures:
    'ERASURES_FILE names an erasure that this database does not have: it was replaced by an older copy of itself',
  foreign_mark: `high-water.json ${FOREIGN}`,
  foreign_seal: `SEAL_FILE ${FOREIGN}`,
  unreadable_mark: `high-water.json ${UNREADABLE}`,
  unreadable_seal: `SEAL_FILE ${UNREADABLE}`,
  unreadable_erasures: `ERASURES_FILE ${UNREADABLE}`,
  restored: 'this database was restored from a backup',
  by_hand: 'an operator said that this database is a restored one',
};

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Why nothing leaves, as a sentence without its full stop. */
export const frozenBecause = ({ cause, since }: Pick<Frozen, 'cause' | 'since'>): string =>
  `Sending is frozen since ${inUtc.format(new Date(since))} UTC, because ${BECAUSE[cause]}: emails may have left that it knows nothing of`;
