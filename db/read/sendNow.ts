import { LIMITS, limitOf } from '../../events/accounts/limits.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import {
  type Blocked,
  campaignLimitOf,
  checkSend,
  holdOfStep,
  type QuotaFacts,
} from '../../events/sending/sendPolicy.ts';
import { ownerAccount } from '../accounts/workspace.ts';
import { ref } from '../store.ts';
import type { Installation } from './mailboxSchedule.ts';
import { messagesOfPartner } from './messagesToPerson.ts';
import { readSendMailbox } from './sendMailbox.ts';
import { settingValue } from './settingValue.ts';
import { whyHeld } from './suppressions.ts';

/** The account that a message leaves from now, and its blocker. null: nothing known before the attempt. */
export type SendNowFrom = { account: string; address: string | null; blocked: Blocked | null; quotas: QuotaFacts };

/** Works for an existing message, or one that the user is about to write. */
export async function sendNowFrom(installation: Installation, tenant: string, messageId: string): Promise<SendNowFrom> {
  const { store } = installation;
  const [campaignId = '', partnerId = '', step = ''] = messageId.split('.');
  const [{ state: campaign }, { state: partner }, ofPartner] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('partner', partnerId)),
    messagesOfPartner(store, tenant, partnerId),
  ]);
  const written = ofPartner.filter(({ state }) => state.campaignId === campaignId);
  const message = written.find(({ id }) => id === messageId)?.state ?? null;
  const others = written.filter(({ id }) => id !== messageId).map(({ state }) => state);
  const found = await readSendMailbox(installation, tenant, { campaign, message, others });
  const { id: account, mailbox, sender, today, cap, mailboxDay, sentToday } = found;
  const [user, emailsADay, { state: campaignDay }] = await Promise.all([
    ownerAccount(store, tenant),
    settingValue(store, LIMITS.emails.setting),
    store.load(tenant, ref('quota', `${campaignId}-${today.day}`)),
  ]);
  const workspace = { used: sentToday, limit: limitOf('emails', user.limits, emailsADay) };
  const campaignLimit = campaignLimitOf(campaign, step);
  const quotas = { today, campaignDay, campaignLimit, mailboxDay, mailboxLimit: cap, workspace };
  const now = store.now().toISOString();
  const held = holdOfStep(await whyHeld(store, tenant, { partnerId, email: partner.contact?.email }), step);
  const checked = checkSend({ now, sender: { ...sender, account: user.status }, quotas, held });
  return { account, address: addressOf(mailbox), blocked: checked.allowed ? null : checked, quotas };
}
