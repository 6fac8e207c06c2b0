import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { MasterKey } from '../vault/masterKey.ts';
import type { LeafPosition } from './leaves.ts';

/**
 * A seal: it covers the `events` events after the seal before it, up to the place that it names. Hashes and signature are hex, `sealedAt` is
 * ISO 8601 with microseconds.
 */
export type Seal = LeafPosition & {
  number: number;
  events: number;
  root: string;
  /** Over the seal before, with its signature; empty for the first one. */
  previous: string;
  sealedAt: string;
  signature: string;
};

export type SealKeys = { privateKey: KeyObject; publicKey: KeyObject };

/** The bytes before the 32 of an ed25519 key in PKCS #8 form (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function sealKeys({ sign: seed }: Pick<MasterKey, 'sign'>): SealKeys {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** A public key as files carry it: base64 of its DER form. */
export const publicKeyText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

/** null: the text is no ed25519 key. */
export function readPublicKey(text: unknown): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(String(text), 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Some letters by which people compare two keys. */
export const fingerprint = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'), 'hex').slice(0, 16);

type Unsigned = Omit<Seal, 'signature'>;

const textOf = (seal: Unsigned): string =>
  [
    'partner-pilot seal 1',
    seal.number,
    seal.epoch,
    seal.tx,
    seal.position,
    seal.events,
    seal.root,
    seal.previous,
    seal.sealedAt,
  ].join('\n');

export const signed = (seal: Unsigned, { privateKey }: SealKeys): Seal => ({
  ...seal,
  signature: sign(null, Buffer.from(textOf(seal)), privateKey).toString('hex'),
});

export const isSignedBy = (seal: Seal, publicKey: KeyObject): boolean =>
  verify(null, Buffer.from(textOf(seal)), publicKey, Buffer.from(seal.signature, 'hex'));

/** The digest of this seal in the next one (hex). */
export const digestOf = (seal: Seal): string => hash('sha256', `${textOf(seal)}\n${seal.signature}`, 'hex');

export const sameSeal = (one: Seal, other: Seal): boolean =>
  textOf(one) === textOf(other) && one.signature === other.signature;
