import { createECDH } from 'node:crypto';
import type { Store } from '../store.ts';
import { onlySecret } from './secrets.ts';

/** The keys by which push services know this installation (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

function makeKeys(): PushKeys {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys().toString('base64url');
  // its leading zeros count
  const privateKey = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { publicKey, privateKey };
}

/** Made at the first call. Browsers that subscribed with other keys would have to subscribe again. */
export async function pushKeys({ sql, master }: Pick<Store, 'sql' | 'master'>): Promise<PushKeys> {
  const make = () => JSON.stringify(makeKeys());
  return JSON.parse(await onlySecret(sql, master, { tenant: 'system', kind: 'push-keys', make })) as PushKeys;
}
