import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { GoogleAccount } from './accounts.ts';

/** The key that signs the ID tokens of this process, and its id. */
export interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
}

export const drawSigningKey = (): SigningKey => ({
  id: randomUUID().replaceAll('-', ''),
  key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
});

/** As Google lists its keys, but as bare public keys instead of certificates. */
export const publicKeys = ({ id, key }: SigningKey): Record<string, string> => ({
  [id]: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString(),
});

/** A signed token (JWT, RS256). */
export const signed = ({ id, key }: SigningKey, claims: object): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: id, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
};

/** An ID token in the form of Google's. */
export const idToken = (key: SigningKey, account: GoogleAccount, clientId: string, now: Date): string => {
  const iat = Math.floor(now.getTime() / 1000);
  return signed(key, {
    iss: 'https://accounts.google.com',
    azp: clientId,
    aud: clientId,
    sub: account.id,
    email: account.email,
    email_verified: true,
    iat,
    exp: iat + 3600,
  });
};
