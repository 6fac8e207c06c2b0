import type { ProfileState } from '../../events/accounts/profile.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import type { SendingFrom } from '../../events/sending/realSending.ts';
import type { SenderContext } from '../../events/sending/sendBlockers.ts';
import { sendingFrozen } from '../freeze.ts';
import { INSTALLATION } from '../installation.ts';
import { ref, type Store } from '../store.ts';
import { isUnreadable } from '../vault/personKeys.ts';

/** A process of an installation: its database, and how it was set up. */
export type Installation = { store: Store } & Pick<SendingFrom, 'sandbox' | 'publicUrl'>;

/** The installation that mails leave from, with what is known of its links. */
export async function sendingFrom({ store, sandbox, publicUrl }: Installation): Promise<SendingFrom> {
  if (sandbox) return { sandbox, publicUrl, frozen: await sendingFrozen(store.sql, store.standsAt), linkCheck: null };
  const [frozen, { state }] = await Promise.all([
    sendingFrozen(store.sql, store.standsAt),
    store.load('system', INSTALLATION),
  ]);
  return { sandbox, publicUrl, frozen, linkCheck: state.linkCheck };
}

/** Whether mail cannot be written in this user's name: the key of the account, or of what the user wrote, was damaged. */
export async function senderUnreadable({ sql, master }: Store, tenant: string): Promise<boolean> {
  const found = await Promise.all([
    isUnreadable(sql, master, tenant, 'owner'),
    isUnreadable(sql, master, 'system', `user-${tenant}`),
  ]);
  return found.includes(true);
}

/** Who sends for a tenant. Profile and mailbox are the caller's, who may have read them. */
export async function senderContext(
  installation: Installation,
  tenant: string,
  own: { profile: Pick<ProfileState, 'postalAddress'>; mailbox: MailboxState },
): Promise<SenderContext> {
  const { store } = installation;
  const [from, { state: user }, unreadable] = await Promise.all([
    sendingFrom(installation),
    store.load('system', ref('user', tenant)),
    senderUnreadable(store, tenant),
  ]);
  const { postalAddress } = own.profile;
  return { account: user.status, from, postalAddress, mailbox: own.mailbox, unreadable };
}
