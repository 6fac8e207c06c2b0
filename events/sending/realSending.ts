/** What must be so before mail leaves an installation. In a sandbox nothing leaves, and nothing of this holds. */

import type { LinkCheck } from '../accounts/installation.ts';
import type { Reason } from '../shared/reasons.ts';
import type { Refusal } from '../shared/refusals.ts';
import type { Frozen } from '../shared/sendingFrozen.ts';
import type { Fix } from './fix.ts';

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
  reason: Reason;
  fix: Fix;
};

const RESERVED = /(^|\.)(example|test|invalid|localhost)$/i;
/** Names that only a local network knows. */
const LOCAL = /\.(local|internal)$/i;

/** Whether a name is one that nobody has (RFC 2606, RFC 6761), as those of the samples are. */
const isReserved = (host: string): boolean => RESERVED.test(host.replace(/\.$/, ''));

/** Whether mail to an address can reach nobody, because its domain is reserved. */
export const isSampleAddress = (email: string): boolean => isReserved(email.slice(email.lastIndexOf('@') + 1));

/** What is wrong with an address as one that the recipients of mails can open, or null. */
export function unfitPublicUrl(publicUrl: string): Reason | null {
  const { protocol, hostname } = new URL(publicUrl);
  const host = hostname.replace(/\.$/, '');
  if (protocol !== 'https:') return { code: 'not_https' };
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return { code: 'ip_address' };
  if (!host.includes('.')) return { code: 'local_name', host };
  if (isReserved(host) || LOCAL.test(host)) return { code: 'closed_domain', domain: host.split('.').at(-1) ?? '' };
  return null;
}

/** Why this tenant's mail may not leave yet; null when it may. */
export function sendingNotOpen(from: SendingFrom, postalAddress: string | null): NotOpen | null {
  if (from.sandbox) return null;
  const byAdministrator = { kind: 'public_url', refusal: 'not_configured' } as const;
  const unfit = unfitPublicUrl(from.publicUrl);
  if (unfit) {
    return {
      ...byAdministrator,
      reason: { code: 'public_url_unfit', unfit },
      fix: 'set_public_url',
    };
  }
  const check = from.linkCheck?.publicUrl === from.publicUrl ? from.linkCheck : null;
  if (!check) {
    return {
      ...byAdministrator,
      reason: { code: 'link_unchecked' },
      fix: 'await_link_check',
    };
  }
  if (!check.works) {
    return {
      ...byAdministrator,
      reason: { code: 'link_broken', publicUrl: from.publicUrl },
      fix: 'repair_public_url',
    };
  }
  if (!postalAddress?.trim()) {
    return {
      kind: 'postal_address',
      refusal: 'illegal',
      reason: { code: 'postal_address_missing' },
      fix: 'add_postal_address',
    };
  }
  return null;
}
