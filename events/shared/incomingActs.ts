import type { Scope } from './tokenScopes.ts';

/** What other systems may have done here, with the words of the form. A token needs the scope. */
export const ACTS = {
  'contact.deleted': { text: 'Delete or erase a contact, and never email them', scope: 'decide' },
  'contact.unsubscribed': { text: 'Never email a contact who unsubscribed', scope: 'decide' },
  'partner.add': { text: 'Add partners', scope: 'propose' },
  'partner.approve': { text: 'Approve partners', scope: 'decide' },
  'partner.reject': { text: 'Reject partners', scope: 'decide' },
} as const satisfies Record<string, { text: string; scope: Scope }>;
export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as [ActName, ...ActName[]];

/** Acts of one call. */
export const MOST_ACTS = 50;
/** Incoming webhooks of one user. */
export const MOST_WEBHOOKS = 20;
