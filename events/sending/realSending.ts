/** What must be so before mail leaves an installation. In a sandbox nothing leaves, and nothing of this holds. */

import type { Refusal } from '../shared/refused.ts';
import type { Fix } from './fix.ts';
import type { LinkCheck } from './installation.ts';
import type { Frozen } from './sendingFrozen.ts';

/** The installation that a mail leaves from. */
export type SendingFrom = {
  sandbox: boolean;
  /** PUBLIC_URL: where the unsubscribe link of every mail leads. */
  publicUrl: string;
  /** Nothing leaves after the database was restored; null: it was not, or an operator has released it. */
  frozen: Frozen | null;
  /** The last check of such a link; null: none was made yet. */
  linkCheck: LinkCheck | null;
};
export type NotOpen = {
  kind: 'public_url' | 'postal_address';
  /** Who can fix it: the administrator or the user. */
  refusal: Extract<Refusal, 'not_configured' | 'illegal'>;
  reason: string;
  fix: Fix;
};

const RESERVED = /(^|\.)(example|test|invalid|localhost)$/i;
/** Names that only a local network knows. */
const LOCAL = /\.(local|internal)$/i;

/** Whether a name is one that nobody has (RFC 2606, RFC 6761), as those of the samples are. */
const isReserved = (host: string): boolean => RESERVED.test(host.replace(/\.$/, ''));

/** Whether mail to an address can reach nobody, because its domain is reserved. */
export const isSampleAddress = (email: string): boolean => isReserved(email.slice(email.lastIndexOf('@') + 1));

/** Why a mail to such an address is cancelled, as a part of a sentence. */
export const SAMPLE_ADDRESS = 'real emails do not go to sample addresses (.example, .test, .invalid, localhost)';

/** What is wrong with an address as one that the recipients of mails can open, as the end of a sentence; null when nothing shows. */
export function unfitPublicUrl(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const host = hostname.replace(/\.$/, '');
  if (protocol !== 'https:') return 'it does not begin with https';
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'it is an IP address';
  if (!host.includes('.')) return `${host} is a name of your own network`;
  if (isReserved(host) || LOCAL.test(host)) return `nobody outside can open an address in .${host.split('.').at(-1)}`;
  return null;
}

const CLOSED = 'Real sending is not open yet';
const EVERY_MAIL = 'every email needs an unsubscribe link that works';

/** Why this tenant's mail may not leave yet, in words for the user; null when it may. */
export function sendingNotOpen(from: SendingFrom, postalAddress: string | null): NotOpen | null {
  if (from.sandbox) return null;
  const byAdministrator = { kind: 'public_url', refusal: 'not_configured' } as const;
  const unfit = unfitPublicUrl(from.publicUrl);
  if (unfit) {
    return {
      ...byAdministrator,
      reason: `${CLOSED}: PUBLIC_URL must be an https address that everyone can open, because ${EVERY_MAIL}, and ${unfit}`,
      fix: 'set_public_url',
    };
  }
  const check = from.linkCheck?.publicUrl === from.publicUrl ? from.linkCheck : null;
  if (!check) {
    return {
      ...byAdministrator,
      reason: `${CLOSED}: ${EVERY_MAIL}, and that is being checked`,
      fix: 'await_link_check',
    };
  }
  if (!check.works) {
    return {
      ...byAdministrator,
      reason: `${CLOSED}: ${EVERY_MAIL}, and those under ${from.publicUrl} do not lead to this installation`,
      fix: 'repair_public_url',
    };
  }
  if (!postalAddress?.trim()) {
    return {
      kind: 'postal_address',
      refusal: 'illegal',
      reason: 'The law asks for your postal address under every email',
      fix: 'add_postal_address',
    };
  }
  return null;
}
