import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A person's key as it is used: its id and 32 bytes. `key` null: it is there, but it was damaged and cannot be unwrapped. */
export type PersonKey = { id: string; key: Buffer | null };

/** A sealed value as an event holds it: key id, nonce, ciphertext and tag, in base64. */
export type Envelope = { k: string; iv: string; ct: string; tag: string };

function encrypt(key: Buffer, plain: Buffer, aad: string): { iv: Buffer; ct: Buffer; tag: Buffer } {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(aad));
  const ct = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ct, tag: cipher.getAuthTag() };
}

function decrypt(key: Buffer, sealed: { iv: Buffer; ct: Buffer; tag: Buffer }, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.iv);
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.tag);
  return Buffer.concat([decipher.update(sealed.ct), decipher.final()]);
}

/** Why sealed text cannot be opened although nobody erased it: the person's key was damaged, or the text was altered. */
export type UnreadableBecause = 'key' | 'text';

/** `value` null: the key is gone (the person was erased), or, if `unreadable` says so, it cannot be opened. */
export type Opened = { value: object | null; unreadable?: UnreadableBecause };

/** Seals a JSON value for one field of one event; `place` is stream|version|field, so that an envelope opens nowhere else. */
export function sealEnvelope(person: PersonKey & { key: Buffer }, value: unknown, place: string): Envelope {
  const { iv, ct, tag } = encrypt(person.key, Buffer.from(JSON.stringify(value)), `${person.id}|${place}`);
  return { k: person.id, iv: iv.toString('base64'), ct: ct.toString('base64'), tag: tag.toString('base64') };
}

/**
 * Opens an envelope. Only this place decides about an envelope that cannot be opened: nothing throws, and the answer says why. Another key than that
 * of the envelope means that the person was erased and added again. A damaged key tells nothing of its own id.
 */
export function openEnvelope(person: PersonKey | undefined, envelope: Envelope, place: string): Opened {
  if (person?.key === null) return { value: null, unreadable: 'key' };
  if (!person || person.id !== envelope.k) return { value: null };
  try {
    const sealed = {
      iv: Buffer.from(envelope.iv, 'base64'),
      ct: Buffer.from(envelope.ct, 'base64'),
      tag: Buffer.from(envelope.tag, 'base64'),
    };
    return { value: JSON.parse(decrypt(person.key, sealed, `${person.id}|${place}`).toString()) as object };
  } catch {
    return { value: null, unreadable: 'text' };
  }
}

/** The first key packs, and each of them opens. */
export type KeyRing = readonly [Buffer, ...Buffer[]];

/** Packs bytes under a key as iv|tag|ciphertext: wrapped person keys and secrets of the vault. */
export function pack([key]: KeyRing, plain: Buffer, aad: string): Buffer {
  const { iv, ct, tag } = encrypt(key, plain, aad);
  return Buffer.concat([iv, tag, ct]);
}

export function unpack([key, ...others]: KeyRing, packed: Buffer, aad: string): Buffer {
  try {
    return decrypt(key, { iv: packed.subarray(0, 12), tag: packed.subarray(12, 28), ct: packed.subarray(28) }, aad);
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined) throw error;
    return unpack([next, ...rest], packed, aad);
  }
}
