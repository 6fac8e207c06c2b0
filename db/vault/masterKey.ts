import { createHmac, hkdfSync } from 'node:crypto';
import { SettingsError, secretKeyBytes } from '../installation/settings.ts';
import type { KeyRing } from './envelope.ts';

/**
 * Keys derived from SECRET_KEY, one a purpose, so that no key ever serves two. `other`: the second key of SECRET_KEY, while that is rotated. It opens
 * what the first one does not.
 */
export type MasterKey = {
  wrap: KeyRing;
  seal: KeyRing;
  proof: Buffer;
  backup: Buffer;
  login: Buffer;
  other: MasterKey | null;
};

const MIN_LENGTH = 32;

/** Derives the installation's keys from SECRET_KEY: one key in any of the forms of secretKeyBytes, or two. Throws SettingsError. */
export function masterKey(secret: string): MasterKey {
  const [first = '', second, ...more] = secret.split(/[,\n]/).map((key) => key.trim());
  const isShort = [first, second].some((key) => key !== undefined && key.length < MIN_LENGTH);
  if (isShort || more.length > 0)
    throw new SettingsError(
      `SECRET_KEY has a value that cannot be used: a comma is between two keys, and each has at least ${MIN_LENGTH} characters. Only a rotation needs two.`,
    );
  if (second === undefined) return oneKey(first);
  const [own, other] = [oneKey(first), oneKey(second)];
  if (own.proof.equals(other.proof))
    throw new SettingsError('SECRET_KEY names the same key twice. Make a new one with: openssl rand -base64 32');
  return { ...own, wrap: [...own.wrap, ...other.wrap], seal: [...own.seal, ...other.seal], other };
}

function oneKey(text: string): MasterKey {
  const bytes = secretKeyBytes(text);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, 'partner-pilot', purpose, 32));
  return {
    wrap: [derive('wrap person keys')],
    seal: [derive('seal secrets')],
    proof: derive('key check'),
    backup: derive('backups'),
    login: derive('database logins'),
    other: null,
  };
}

/** The database's proof of the right SECRET_KEY. It reveals nothing of the key. */
export const keyProof = (key: MasterKey): Buffer => createHmac('sha256', key.proof).update('partner-pilot').digest();
