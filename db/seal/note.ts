/** Signed notes and their Ed25519 keys, as c2sp.org/signed-note and c2sp.org/tlog-cosignature have them. */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** `1`: the signature of a log. `4`: a cosignature/v1, which says its time. */
type SignatureType = 1 | 4;

/** Whose signatures are trusted, and of which type. */
export type NoteKey = { name: string; type: SignatureType; publicKey: KeyObject };
export type NoteSigner = { name: string; privateKey: KeyObject; publicKey: KeyObject };

type SignatureLine = { name: string; id: string; signature: Buffer };
/** `body` ends with its newline. */
export type Note = { body: string; signatures: readonly SignatureLine[] };

/** The bytes before the 32 of an ed25519 key in PKCS #8 and SPKI form (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export function signerOf(seed: Buffer, name: (publicKey: Buffer) => string): NoteSigner {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  return { name: name(rawKey(publicKey)), privateKey, publicKey };
}

export const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });

const keyId = ({ name, type, publicKey }: NoteKey): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), rawKey(publicKey)]), 'hex').slice(0, 8);

/** A verifier key: NAME+ID+BASE64. */
export const verifierKey = (key: NoteKey): string =>
  [key.name, keyId(key), Buffer.concat([Buffer.of(key.type), rawKey(key.publicKey)]).toString('base64')].join('+');

/** null: the text is no verifier key of Ed25519. */
export function readVerifierKey(text: string): NoteKey | null {
  const [, name = '', id, base64 = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  const [type, ...raw] = Buffer.from(base64, 'base64');
  if ((type !== 1 && type !== 4) || raw.length !== 32) return null;
  const key: NoteKey = { name, type, publicKey: publicKeyOf(Buffer.from(raw)) };
  return keyId(key) === id ? key : null;
}

const lineOf = (key: NoteKey, signature: Buffer): string =>
  `— ${key.name} ${Buffer.concat([Buffer.from(keyId(key), 'hex'), signature]).toString('base64')}\n`;

const cosigned = (body: string, seconds: bigint): Buffer => Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`);

export const signatureLine = (body: string, { name, privateKey, publicKey }: NoteSigner): string =>
  lineOf({ name, type: 1, publicKey }, sign(null, Buffer.from(body), privateKey));

/** The line of a cosigner, who saw nothing newer of this log at that second. */
export function cosignatureLine(body: string, { name, privateKey, publicKey }: NoteSigner, seconds: bigint): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const signature = Buffer.concat([time, sign(null, cosigned(body, seconds), privateKey)]);
  return lineOf({ name, type: 4, publicKey }, signature);
}

const LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/;
const MOST_BYTES = 100_000;

/** null: the text is no signed note. */
export function parseNote(text: string): Note | null {
  const end = text.lastIndexOf('\n\n');
  if (end < 0 || !text.endsWith('\n') || text.length > MOST_BYTES) return null;
  const lines = text.slice(end + 2, -1).split('\n');
  const signatures = lines.flatMap((line) => {
    const [, name = '', base64 = ''] = LINE.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    return bytes.length > 4 ? [{ name, id: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) }] : [];
  });
  return signatures.length === lines.length ? { body: text.slice(0, end + 1), signatures } : null;
}

/** The time of a cosignature in seconds, 0n for a signature of a log. null: there is none by this key, or one that does not hold. */
export function signedBy({ body, signatures }: Note, key: NoteKey): bigint | null {
  const own = signatures.filter(({ name, id }) => name === key.name && id === keyId(key));
  let time: bigint | null = null;
  for (const { signature } of own) {
    const isTimed = key.type === 4;
    if (signature.length !== (isTimed ? 72 : 64)) return null;
    time = isTimed ? signature.readBigUInt64BE() : 0n;
    const message = isTimed ? cosigned(body, time) : Buffer.from(body);
    if (!verify(null, message, key.publicKey, signature.subarray(isTimed ? 8 : 0))) return null;
  }
  return time;
}
