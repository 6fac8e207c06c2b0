/** What must be so before mail leaves an installation. In a sandbox nothing leaves, and nothing of this holds. */
import type { Refusal } from './refused.ts';

export type Sending = {
  sandbox: boolean;
  /** PUBLIC_URL: where the unsubscribe link of every mail leads. */
  publicUrl: string;
  postalAddress: string | null;
};
export type NotOpen = { refusal: Extract<Refusal, 'not_configured' | 'illegal'>; text: string };

const RESERVED = /(^|\.)(example|test|invalid|localhost)$/i;

/** Whether a name is one that nobody has (RFC 2606, RFC 6761), as those of the samples are. */
const isReserved = (host: string): boolean => RESERVED.test(host.replace(/\.$/, ''));

/** Whether mail to an address can reach nobody, because its domain is reserved. */
export const isSampleAddress = (email: string): boolean => isReserved(email.slice(email.lastIndexOf('@') + 1));

/** Why a mail to such an address is cancelled, as a part of a sentence. */
export const SAMPLE_ADDRESS = 'real mail does not go to sample addresses (.example, .test, .invalid, localhost)';

/** Why this tenant's mail may not leave yet, in words for the user; null when it may. `refusal`: who can mend it, the administrator or the user. */
export function sendingNotOpen({ sandbox, publicUrl, postalAddress }: Sending): NotOpen | null {
  if (sandbox) return null;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' || isReserved(hostname)) {
    return {
      refusal: 'not_configured',
      text: 'Real sending is not open yet: PUBLIC_URL must be an https address that everyone can open, because every mail needs an unsubscribe link that works. Ask your administrator to set it.',
    };
  }
  if (!postalAddress?.trim()) {
    return {
      refusal: 'illegal',
      text: 'Add your postal address in Settings before sending: the law asks for it under every mail.',
    };
  }
  return null;
}
