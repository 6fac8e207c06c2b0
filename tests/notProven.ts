/** What `audit -- verify` does not prove, and why. SECURITY.md and PROOFS.md show this list, and each alteration that verify misses is one of it. */

/** One change of one row, or of all rows of a table, by the tables' owner. */
export type DataChange = {
  table: string;
  /** null: whole rows. */
  column: string | null;
  how: 'changed' | 'emptied' | 'null' | 'of another row' | 'deleted' | 'all deleted' | 'to another tenant' | 'added';
  row: Readonly<Record<string, unknown>>;
};

export type NotProven = {
  what: string;
  why: string;
  /** Whether a change is of this kind. Without it, no generated change is. */
  is?: (change: DataChange) => boolean;
};

const PROGRESS = ['log.checkpoints', 'log.followed', 'log.witnesses', 'log.witnessed'];
/** Without them no process starts, and each says so. */
const KEYS = ['signing-key', 'address-hmac'];

export const notProven: readonly NotProven[] = [
  {
    what: '`auth`',
    why: 'Password hashes, sessions and links are no history: nothing tells what they should be.',
    is: ({ table }) => table.startsWith('auth.'),
  },
  {
    what: '`log.checkpoints`, `log.followed`, `log.witnesses`, `log.witnessed`',
    why: 'They say how far readers, witnesses and the following worker have come, and are no history.',
    is: ({ table }) => PROGRESS.includes(table),
  },
  {
    what: '`log.epochs` 1: its time and its cluster',
    why: 'The first epoch has no event, and nothing reads them once events exist.',
    is: ({ table, column, row }) =>
      table === 'log.epochs' && row.epoch === 1 && (column === 'started_at' || column === 'system_identifier'),
  },
  {
    what: 'A secret that is gone, and the time of a secret or media kit',
    why: 'Secrets are replaced and forgotten without an event. What needs a secret that is gone says so.',
    is: ({ table, column, how, row }) =>
      (table.startsWith('vault.') && table !== 'vault.person_keys' && column === 'created_at') ||
      (table === 'vault.secrets' && how === 'deleted' && !KEYS.includes(String(row.kind))),
  },
  {
    what: '`vault.key_check`: the proof of the key before',
    why: 'It keeps a rotation from going back to that key, and no part of the history rests on it.',
    is: ({ table, column }) => table === 'vault.key_check' && column === 'old_proof',
  },
  {
    what: '`vault.stored_bytes`',
    why: 'Only the limit of storage reads the sum. The files themselves are proven.',
    is: ({ table }) => table === 'vault.stored_bytes',
  },
  {
    what: "The time of a person's key, moved to that of another text under the key",
    why: 'No clock says which of two texts came first when both were written at once. The time is compared with that of each text.',
  },
  {
    what: 'A stored attachment that no email tells of',
    why: 'An attachment is kept before its email is recorded, so a crash between the two leaves one. Nothing reads it.',
  },
  { what: '`queue`, `graphile_worker`, contents of `migration`', why: 'Jobs and progress are no history.' },
  {
    what: 'An event that was forged before it was sealed',
    why: 'Its hash is right. It can be dated back by about five minutes.',
  },
  {
    what: 'Event triggers, extensions, objects in other schemas',
    why: 'They act on our tables only through what is compared.',
  },
  { what: 'Other superusers and owners of other databases', why: 'They step past every guard anyway.' },
];
