import { timingSafeEqual } from 'node:crypto';
import type { Pseudonyms } from './secrets.ts';

type Prover = Pick<Pseudonyms, 'linkProof'>;

/** Our message that an address for replies belongs to. `partnerPrefix`: how the partner's id begins, enough to know them in a campaign. */
export type ReplyTo = { tenant: string; campaignId: string; partnerPrefix: string; step: string };

/*
 * The part before the @ has 64 characters at most, and mail servers may change their case. So it is base32 of 38 bytes:
 *   10 tenant · 10 campaign · 8 of the partner · 1 kind and 1 number of the step · 8 of the proof
 */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const PROOF_BYTES = 8;
const BYTES = 30 + PROOF_BYTES;
const ID = /^[0-9a-f]{20}$/;
const PARTNER = /^[0-9a-f]{32}$/;
const STEP = /^([a-z]?)(\d{1,3})$/;

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text.toLowerCase()].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const proofOf = (prover: Prover, name: Buffer): Buffer =>
  Buffer.from(prover.linkProof(`reply ${name.toString('hex')}`), 'base64url').subarray(0, PROOF_BYTES);

/** The address to which the recipient of a message replies, signed; null for ids of another form. Nothing of it is stored. */
export function replyAddress(domain: string, prover: Prover, tenant: string, messageId: string): string | null {
  const [campaignId = '', partnerId = '', step = ''] = messageId.split('.');
  const [, kind = '', number = ''] = STEP.exec(step) ?? [];
  if (!ID.test(tenant) || !ID.test(campaignId) || !PARTNER.test(partnerId) || !number || Number(number) > 255)
    return null;
  const name = Buffer.concat([
    Buffer.from(tenant + campaignId + partnerId.slice(0, 16), 'hex'),
    Buffer.from([kind.charCodeAt(0) || 0, Number(number)]),
  ]);
  return `r.${base32(Buffer.concat([name, proofOf(prover, name)]))}@${domain}`;
}

/** The message of the first genuine address of the domain in a text. null: none, or an altered one. */
export function readReplyAddress(domain: string, prover: Prover, text: string): ReplyTo | null {
  for (const [, token = '', host] of text.matchAll(/\br\.([a-z2-7]{61})@([a-z0-9.-]+)/gi)) {
    if (host?.toLowerCase() !== domain.toLowerCase()) continue;
    const bytes = fromBase32(token).subarray(0, BYTES);
    const name = bytes.subarray(0, BYTES - PROOF_BYTES);
    if (!timingSafeEqual(bytes.subarray(BYTES - PROOF_BYTES), proofOf(prover, name))) continue;
    const hex = name.toString('hex');
    const [kind = 0, number = 0] = name.subarray(28);
    return {
      tenant: hex.slice(0, 20),
      campaignId: hex.slice(20, 40),
      partnerPrefix: hex.slice(40, 56),
      step: `${kind === 0 ? '' : String.fromCharCode(kind)}${number}`,
    };
  }
  return null;
}
