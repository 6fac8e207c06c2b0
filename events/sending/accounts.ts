/** The sending accounts of a tenant: a mailbox each, whose id is the tenant's own for the first. No address is connected twice. */

import { ownDomainOf } from '../shared/ownDomain.ts';
import { Refused } from '../shared/refused.ts';
import { accountAt } from './connectedAccount.ts';
import { storedAccounts } from './mailbox.ts';
import type { MailboxState } from './mailboxState.ts';

type Mailbox = { id: string; state: MailboxState };

/** The addresses that a mailbox is connected to, in lower case, whether or not one is chosen and works. */
const connectedAddresses = ({ accounts }: MailboxState): string[] =>
  Object.values(accounts).flatMap(({ account }) => account?.identity?.email.toLowerCase() ?? []);

/** Whether another mailbox than `id` is connected to an address. */
const isConnectedElsewhere = (mailboxes: readonly Mailbox[], id: string, address: string): boolean =>
  mailboxes.some((one) => one.id !== id && connectedAddresses(one.state).includes(address.toLowerCase()));

/** Whether no account was ever connected to a mailbox. */
export const isUnused = (state: MailboxState): boolean => state.address === null && storedAccounts(state).length === 0;

/** Whether a user has as many connected accounts as they may, and the mailbox `id` is none of them. */
export function isFull(mailboxes: readonly Mailbox[], id: string, most: number): boolean {
  const connected = mailboxes.filter(({ state }) => storedAccounts(state).length > 0);
  return connected.length >= most && connected.every((one) => one.id !== id);
}

/** Refuses one account more than a user may have. */
export function mustHaveRoom(mailboxes: readonly Mailbox[], id: string, most: number): void {
  if (isFull(mailboxes, id, most)) throw new Refused({ code: 'accounts_full' });
}

/** Why an account that signed in is not connected; null: it is. */
export function connectRefusal(
  mailboxes: readonly Mailbox[],
  { id, address, most }: { id: string; address: string; most: number },
): 'connected_elsewhere' | 'too_many_accounts' | null {
  if (isConnectedElsewhere(mailboxes, id, address)) return 'connected_elsewhere';
  return isFull(mailboxes, id, most) ? 'too_many_accounts' : null;
}

/** Refuses an address that another mailbox is connected to. */
export function mustNotBeConnected(mailboxes: readonly Mailbox[], id: string, address: string): void {
  if (isConnectedElsewhere(mailboxes, id, address)) throw new Refused({ code: 'account_connected' });
}

/** A mailbox that was disconnected and had this address: who adds it again goes on with it, so its threads do, too. */
export const disconnectedOf = (mailboxes: readonly Mailbox[], address: string): string | undefined =>
  mailboxes.find(
    ({ state }) => storedAccounts(state).length === 0 && state.address?.toLowerCase() === address.toLowerCase(),
  )?.id;

/** The address of a mailbox, as the list of accounts shows it; null: none was connected, or it was erased. */
export const addressOf = (state: MailboxState): string | null =>
  (state.provider && accountAt(state, state.provider).account?.identity?.email) || state.address;

/** Accounts whose mails are judged together, because they share a domain of their own: each group of two or more. */
export function accountsOfDomains<M extends Mailbox>(mailboxes: readonly M[]): M[][] {
  const byDomain = new Map<string, M[]>();
  for (const mailbox of mailboxes) {
    const address = addressOf(mailbox.state);
    const domain = address && ownDomainOf(address);
    if (domain) byDomain.set(domain, [...(byDomain.get(domain) ?? []), mailbox]);
  }
  return [...byDomain.values()].filter((group) => group.length > 1);
}
