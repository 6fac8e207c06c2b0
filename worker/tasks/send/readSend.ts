import type { SendFacts } from '../../../db/read/sendFacts.ts';
import { mailboxOf } from '../../../db/read/sendMailbox.ts';
import { entriesOf, formerAddress, formerAddressesOf } from '../../../db/read/suppressions.ts';
import { type Ref, ref, streamIdOf } from '../../../db/store.ts';
import { readMediaKit } from '../../../db/vault/mediaKit.ts';
import type { StateOf } from '../../../events/catalog.ts';
import { isAnswer } from '../../../events/messages/answer.ts';
import { kitOf } from '../../../events/messages/mediaKit.ts';
import { addressOf, type MessageState } from '../../../events/messages/messageState.ts';
import { sendingAccount } from '../../../events/sending/mailbox.ts';
import { threadMailbox } from '../../../events/sending/rotation.ts';
import { sameJson } from '../../../events/shared/sameJson.ts';
import type { JobPayload, Needs } from '../../context.ts';
import { credentialsIn } from './credentials.ts';
import { type AskSentUnder, readFollowed, readThread } from './readThread.ts';

export type SendDeps = Needs<
  'store' | 'sandbox' | 'publicUrl' | 'mailProviders' | 'mailSources' | 'inboundDomain' | 'sendGap' | 'markHighWater'
>;

/** Inputs of a dispatch that its commit cannot read: names of the commit's streams, and secrets in the vault. */
export type SendRead = Awaited<ReturnType<typeof readSend>>;

/** `facts`: read before, in one statement. */
export async function readSend(deps: SendDeps, { tenant }: JobPayload, claimed: MessageState, facts: SendFacts) {
  const { store } = deps;
  const { campaign, partner, others, mailboxes, held } = facts;
  const ofIts = ofCampaign(
    claimed,
    others.map(({ state }) => state),
  );
  const from = mailboxOf({ campaign, message: claimed, others: ofIts }, mailboxes, store.now());
  const { id: mailboxId, mailbox, zone, today, cap, sender } = from;
  const to = addressOf(claimed, partner);
  const present = partner.contact?.email ?? null;
  const copies = claimed.addressedTo?.copies ?? [];
  const former = {
    ...formerAddressesOf(store, tenant, { partnerId: claimed.partnerId, email: to }, held),
    // what they asked for at their own address holds wherever they write from
    ...(present && present !== to ? formerAddress(store, tenant, present) : {}),
  };
  const account = sendingAccount(mailbox);
  const credentials = account && credentialsIn(store, tenant, account, facts.secretOf);
  const provider = account ? deps.mailProviders[account.provider] : null;
  /** Only the account that sent a mail knows it, and only where it may be read. */
  const askSentUnder: AskSentUnder = async (from, id) =>
    account?.drafts && account.from === from && credentials
      ? ((await provider?.sentUnder?.(credentials, id)) ?? null)
      : null;
  const thread = isAnswer(claimed.step)
    ? await readThread(store, tenant, claimed)
    : claimed.followUp && (await readFollowed(store, tenant, claimed.followUp.follows, askSentUnder));
  const profile = facts.known.get(streamIdOf(ref('profile', tenant)))?.state as StateOf<'profile'>;
  const kit = kitOf(campaign, profile, claimed);
  return {
    mailboxId,
    mailbox,
    /** The mailbox of the thread that it belongs to. */
    threadIn: from.thread,
    chosen: campaign.mailbox,
    thread,
    zone,
    today,
    cap,
    sender,
    /** Whether the data of the recipient cannot be read. */
    toUnreadable: facts.keys.get(`partner-${claimed.partnerId}`)?.key === null,
    to,
    present,
    toName: claimed.addressedTo ? claimed.addressedTo.name : (partner.person?.name ?? null),
    copies: copies.map((email) => ({ email, entries: Object.values(entriesOf(store, tenant, email)) })),
    former,
    addressHmac: to ? store.pseudonyms.address(tenant, to) : 'none',
    kit,
    /** null: it is not in the vault, or is another one there. */
    kitContent: kit && (await readMediaKit(store, tenant, kit.hash)),
    account,
    credentials,
    provider,
    others: others.map((other): Ref<'message'> => ref('message', other.id)),
  };
}

const ofCampaign = ({ campaignId }: MessageState, others: readonly MessageState[]) =>
  others.filter((other) => other.campaignId === campaignId);

/** Whether the states of the commit, at `moment` (ISO 8601), differ from the earlier reading. `open`: sending is not frozen by now. */
export const hasChanged = (
  { kit, today, sender, present, account, mailbox, zone, threadIn, chosen }: SendRead,
  now: {
    message: MessageState;
    partner: StateOf<'partner'>;
    mailbox: StateOf<'mailbox'>;
    profile: StateOf<'profile'>;
    campaign: StateOf<'campaign'>;
    others: readonly MessageState[];
  },
  { moment, open }: { moment: string; open: boolean },
): boolean =>
  Date.parse(moment) >= today.endsAt ||
  threadMailbox(ofCampaign(now.message, now.others)) !== threadIn ||
  now.campaign.mailbox !== chosen ||
  (!open && sender.from.frozen === null) ||
  (now.partner.contact?.email ?? null) !== present ||
  kitOf(now.campaign, now.profile, now.message)?.hash !== kit?.hash ||
  !sameJson(sendingAccount(now.mailbox), account) ||
  !sameJson(now.mailbox.rules, mailbox.rules) ||
  (now.profile.timezone ?? 'UTC') !== zone;
