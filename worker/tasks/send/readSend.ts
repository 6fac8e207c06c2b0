import { mailboxToday } from '../../../db/read/mailboxToday.ts';
import { messagesOfPartner } from '../../../db/read/messages.ts';
import { senderUnreadable, sendingFrom } from '../../../db/read/sender.ts';
import { type Ref, ref } from '../../../db/store.ts';
import { isUnreadable } from '../../../db/vault/personKeys.ts';
import type { StateOf } from '../../../events/catalog.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import { sendingAccount } from '../../../events/sending/mailbox.ts';
import { sameJson } from '../../../events/shared/sameJson.ts';
import type { Deps, JobPayload } from '../../context.ts';
import { credentialsOf } from './credentials.ts';

/** What a dispatch needs that its commit cannot read: some of it names the streams of the commit, some of it lies in the vault. */
export type SendRead = Awaited<ReturnType<typeof readSend>>;

export async function readSend(deps: Deps, { tenant, id }: JobPayload, claimed: MessageState) {
  const { store } = deps;
  const [{ mailbox, zone, today, cap }, sendsFrom, { state: partner }, messages, unreadable, toUnreadable] =
    await Promise.all([
      mailboxToday(store, tenant),
      sendingFrom(deps),
      store.load(tenant, ref('partner', claimed.partnerId)),
      messagesOfPartner(store, tenant, claimed.partnerId),
      senderUnreadable(store, tenant),
      isUnreadable(store.sql, store.master, tenant, `partner-${claimed.partnerId}`),
    ]);
  const to = partner.contact?.email ?? null;
  const account = sendingAccount(mailbox);
  const credentials = account && (await credentialsOf(store, tenant, account));
  return {
    mailbox,
    zone,
    today,
    cap,
    sendsFrom,
    /** Whether the data of the sender, or of the recipient, cannot be read. */
    unreadable,
    toUnreadable,
    to,
    addressHmac: to ? store.pseudonyms.address(tenant, to) : 'none',
    account,
    credentials,
    provider: account ? deps.mailProviders[account.provider] : null,
    /** What else this campaign has written to the same person: a reply to it counts, and guards the commit. */
    others: messages
      .filter((other) => other.id !== id && other.state.campaignId === claimed.campaignId)
      .map((other): Ref<'message'> => ref('message', other.id)),
  };
}

/** Whether the states of the commit, at `moment` (ISO 8601), are others than those that were read. `open`: sending is not frozen by now. */
export const hasChanged = (
  { today, sendsFrom, to, account, mailbox, zone }: SendRead,
  now: { partner: StateOf<'partner'>; mailbox: StateOf<'mailbox'>; profile: StateOf<'profile'> },
  { moment, open }: { moment: string; open: boolean },
): boolean =>
  Date.parse(moment) >= today.endsAt ||
  (!open && sendsFrom.frozen === null) ||
  (now.partner.contact?.email ?? null) !== to ||
  !sameJson(sendingAccount(now.mailbox), account) ||
  !sameJson(now.mailbox.rules, mailbox.rules) ||
  (now.profile.timezone ?? 'UTC') !== zone;
