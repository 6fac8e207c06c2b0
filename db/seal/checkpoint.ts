/** Checkpoints of c2sp.org/tlog-checkpoint: the size and the root of a log's tree, signed by the log. */
import {
  cosignatureLine,
  type Note,
  type NoteKey,
  type NoteSigner,
  parseNote,
  publicKeyOf,
  signatureLine,
  signedBy,
} from './note.ts';

export type Checkpoint = { origin: string; size: number; root: Buffer };

/** The installation of an origin is its public key in hex: nothing that a database holds names it. */
const ORIGIN = /^partner-pilot\/([0-9a-f]{64})$/;

export const originOf = (publicKey: Buffer): string => `partner-pilot/${publicKey.toString('hex')}`;
export const installationOf = (origin: string): string | null => ORIGIN.exec(origin)?.[1] ?? null;

const textOf = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${root.toString('base64')}\n`;

/** null: the body of a note is no checkpoint. */
export function parseCheckpoint(body: string): Checkpoint | null {
  const [, origin = '', size, root = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(body) ?? [];
  return origin === '' ? null : { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** Signed twice by the log: as its log, and with the time as its first cosigner, because a checkpoint alone has none. */
export function signCheckpoint(checkpoint: Omit<Checkpoint, 'origin'>, signer: NoteSigner, sealedAt: string): string {
  const body = textOf({ origin: signer.name, ...checkpoint });
  const seconds = BigInt(Math.floor(Date.parse(sealedAt) / 1000));
  return `${body}\n${signatureLine(body, signer)}${cosignatureLine(body, signer, seconds)}`;
}

/**
 * A log's checkpoint with the time that it signed (ISO 8601, whole seconds), and its installation. `rotations`: the notes by which its key follows
 * those before (keyOrder.ts), where a file outside holds them.
 */
export type SignedCheckpoint = Checkpoint & {
  note: string;
  body: string;
  installation: string;
  sealedAt: string;
  rotations?: readonly string[];
};

/** The checkpoint of a Partner Pilot. null: it is none, or was not signed by the key that its origin names. */
export function openCheckpoint(text: string): SignedCheckpoint | null {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.body);
  const installation = checkpoint && installationOf(checkpoint.origin);
  if (!note || !checkpoint || !installation) return null;
  const publicKey = publicKeyOf(Buffer.from(installation, 'hex'));
  const time = signedBy(note, { name: checkpoint.origin, type: 4, publicKey });
  if (time === null || time > 253_402_300_799n || !isOfLog(note, { name: checkpoint.origin, type: 1, publicKey }))
    return null;
  const sealedAt = new Date(Number(time) * 1000).toISOString();
  return { ...checkpoint, note: text, body: note.body, installation, sealedAt };
}

export const isOfLog = (note: Note, key: NoteKey): boolean => signedBy(note, key) !== null;

const PASTED =
  /(partner-pilot\/[0-9a-f]{64})\s+(\d+)\s+([A-Za-z0-9+/]{43}=)\s+((?:—\s+partner-pilot\/\S+\s+[A-Za-z0-9+/]+={0,2}\s*)+)/;

/** The checkpoint within a text, such as an email that quotes or wraps it. Its signatures prove that it is whole. null: there is none. */
export function pastedCheckpoint(text: string): SignedCheckpoint | null {
  const [, origin = '', size = '', root = '', lines = ''] = PASTED.exec(text.replaceAll(/^[>|\s]+/gm, '')) ?? [];
  const signatures = [...lines.matchAll(/—\s+(\S+)\s+(\S+)/g)].map(([, name, signature]) => `— ${name} ${signature}\n`);
  return openCheckpoint(`${origin}\n${size}\n${root}\n\n${signatures.join('')}`);
}
