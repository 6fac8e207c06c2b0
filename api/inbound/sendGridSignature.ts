import { type KeyObject, verify } from 'node:crypto';

/** SendGrid repeats a refused post for a day. An older post, or one far ahead, is a replay. */
const OLDEST_MS = 25 * 3_600_000;
const AHEAD_MS = 10 * 60_000;

/** Whether SendGrid signed these very bytes (ECDSA P-256, SHA-256, over timestamp and body) not too long before `now`. */
export function signedBySendGrid(
  key: KeyObject,
  body: Buffer,
  { signature, timestamp }: { signature: string; timestamp: string },
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = now.getTime() - Number(timestamp) * 1000;
  if (age > OLDEST_MS || age < -AHEAD_MS) return false;
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify('sha256', signed, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'));
}
