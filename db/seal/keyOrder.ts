/**
 * The signing keys of a log, in their order. Each key but the first was named by a note that the key before it signed, over the tree of that moment
 * (decision 0027). Nothing else makes two keys those of one log.
 */
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { installationOf, type SignedCheckpoint } from './checkpoint.ts';
import type { Head } from './merkle.ts';
import { type NoteKey, type NoteSigner, parseNote, publicKeyOf, signatureLine, signedBy } from './note.ts';

const TITLE = 'partner-pilot key rotation';
const BODY = new RegExp(
  `^${TITLE}\\n(partner-pilot/[0-9a-f]{64})\\n(partner-pilot/[0-9a-f]{64})\\n(0|[1-9]\\d{0,14})\\n([A-Za-z0-9+/]{43}=)\\n(\\d{1,11})\\n$`,
);
/** A seal that was under way, and clocks that differ. */
const TOLERANCE_MS = 5 * 60_000;

/** A key that another one followed: the tree that its last words name, and their time (ms). */
type FormerKey = { id: string; head: Head; until: number };

/** The old key says which one follows; the new one signs, too, so that nobody names a key of others. */
export function keyRotationNote(from: NoteSigner, to: NoteSigner, { size, root }: Head, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const body = `${TITLE}\n${from.name}\n${to.name}\n${size}\n${root.toString('base64')}\n${seconds}\n`;
  return `${body}\n${signatureLine(body, from)}${signatureLine(body, to)}`;
}

const logKey = (name: string): NoteKey => ({
  name,
  type: 1,
  publicKey: publicKeyOf(Buffer.from(installationOf(name) ?? '', 'hex')),
});

/** null: it is no such note, or one of its signatures does not hold. */
function openRotation(text: string): (FormerKey & { to: string }) | null {
  const note = parseNote(text);
  const [, from = '', to = '', size = '', root = '', seconds = ''] = BODY.exec(note?.body ?? '') ?? [];
  if (!note || from === '' || ![from, to].every((name) => signedBy(note, logKey(name)) !== null)) return null;
  return {
    id: installationOf(from) ?? '',
    to: installationOf(to) ?? '',
    head: { size: Number(size), root: Buffer.from(root, 'base64') },
    until: Number(seconds) * 1000,
  };
}

/** The keys before `id`, the oldest first. null: the notes do not lead from key to key up to this one. */
function formerKeys(notes: readonly string[], id: string): FormerKey[] | null {
  const former = notes.map(openRotation);
  const isWhole = former.every((one, at) => one !== null && one.to === (former[at + 1]?.id ?? id));
  return isWhole ? former.filter((one) => one !== null) : null;
}

/** The notes of all rotations, the oldest first. `sql`: any login's. */
export async function rotationNotes(sql: Sql | Tx): Promise<string[]> {
  const read = (tx: Sql | Tx) => tx<{ note: string }[]>`
    select payload->'d'->>'note' as note from log.events
    where tenant_id = 'system' and stream_id = 'installation-main' and type = 'SigningKeyRotated' order by version`;
  const rows = await ('begin' in sql ? readAs(sql, 'system', read) : read(sql));
  return rows.map(({ note }) => note);
}

/** Which checkpoints are of one log. */
export class KeyOrder {
  private at = 0;

  private constructor(
    private readonly id: string,
    private readonly former: readonly FormerKey[],
    /** The notes do not lead to the key of this installation. */
    readonly broken: boolean,
  ) {}

  static of(notes: readonly string[], id: string): KeyOrder {
    const former = formerKeys(notes, id);
    return new KeyOrder(id, former ?? [], former === null);
  }

  static read = async (sql: Sql | Tx, id: string): Promise<KeyOrder> => KeyOrder.of(await rotationNotes(sql), id);

  /** The oldest key: its name stays that of the installation. */
  get first(): string {
    return this.former[0]?.id ?? this.id;
  }

  knows(id: string): boolean {
    return id === this.id || this.former.some((one) => one.id === id);
  }

  /** Whether the next checkpoint is signed by the key of its time. No key comes again after the one that followed it. */
  takes({ installation, size, root, sealedAt }: SignedCheckpoint): boolean {
    const keys = [...this.former.map((one) => one.id), this.id];
    const at = keys.indexOf(installation, this.at);
    if (at < 0) return false;
    this.at = at;
    const [own, last] = [this.former[at], this.former[at - 1]];
    if (last && size <= last.head.size) return false;
    if (!own) return true;
    if (size === own.head.size && !root.equals(own.head.root)) return false;
    return Date.parse(sealedAt) <= own.until + TOLERANCE_MS;
  }
}

/** Whether a key is that of a kept checkpoint, or came before it. */
export const isKeyOf = ({ installation, rotations = [] }: SignedCheckpoint, id: string): boolean =>
  KeyOrder.of(rotations, installation).knows(id);

/** A checkpoint with the notes of all rotations before it, as a file outside holds them. */
export const withRotations = (note: string, notes: readonly string[]): string => [note, ...notes].join('\n');

/** The checkpoint in such a text, and the notes after it. */
export function splitRotations(text: string): [note: string, ...notes: string[]] {
  const [note = '', ...notes] = text.split(new RegExp(`\\n(?=${TITLE}\\n)`));
  return [note, ...notes];
}
