import { createHmac, hkdfSync } from 'node:crypto';
import { secretKeyBytes } from '../installation/settings.ts';

/** Keys derived from SECRET_KEY, one a purpose, so that no key ever serves two. */
export type MasterKey = { wrap: Buffer; seal: Buffer; proof: Buffer; backup: Buffer; login: Buffer };

/** Derives the installation's keys from SECRET_KEY, in any of the forms of secretKeyBytes. */
export function masterKey(secret: string): MasterKey {
  const bytes = secretKeyBytes(secret);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, 'partner-pilot', purpose, 32));
  return {
    wrap: derive('wrap person keys'),
    seal: derive('seal secrets'),
    proof: derive('key check'),
    backup: derive('backups'),
    login: derive('database logins'),
  };
}

/** The database's proof of the right SECRET_KEY. It reveals nothing of the key. */
export const keyProof = (key: MasterKey): Buffer => createHmac('sha256', key.proof).update('partner-pilot').digest();
