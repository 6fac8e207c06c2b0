import { readMailboxToday } from '../db/read/mailboxSchedule.ts';
import { ref } from '../db/store.ts';
import { ownerAccount } from '../db/workspace.ts';
import { MAILBOX } from '../events/sending/quota.ts';
import { type Blocked, checkSend } from '../events/sending/sendPolicy.ts';
import type { Deps } from './context.ts';
import { refusalOf } from './sendRefusal.ts';

/** The mailbox stream of a tenant's settings. */
export const mailboxOf = (tenant: string) => ref('mailbox', tenant);

/** Refuses with the next step while this tenant's mail cannot leave: 503 where it lies in the installation, else 422. */
export async function mustBeReadyToSend(deps: Deps, tenant: string): Promise<void> {
  const { store } = deps;
  const [{ sender }, user] = await Promise.all([readMailboxToday(deps, tenant), ownerAccount(store, tenant)]);
  const now = store.now().toISOString();
  const checked = checkSend({ now, sender: { ...sender, account: user.status }, starting: true });
  if (!checked.allowed) throw refusalOf(checked, now);
}

export type OfCampaign = { campaignId: string; dailyLimit: number };

/** The same for Send Now; and refuses with 429 while the mailbox is held for a time, and when the day is full: Send Now counts toward both limits (rulings). */
export async function mustSendNow(deps: Deps, tenant: string, campaign: OfCampaign): Promise<void> {
  const blocked = await whySendNowWaits(deps, tenant, campaign);
  if (blocked) throw refusalOf(blocked, deps.store.now().toISOString());
}

/** What keeps a Send Now of the campaign from leaving today; null: nothing of what is known before it is tried. */
export async function whySendNowWaits(
  deps: Deps,
  tenant: string,
  { campaignId, dailyLimit }: OfCampaign,
): Promise<Blocked | null> {
  const { store } = deps;
  const { sender, today, cap } = await readMailboxToday(deps, tenant);
  const used = async (of: string) => (await store.load(tenant, ref('quota', `${of}-${today.day}`))).state;
  const [user, campaignDay, mailboxDay] = await Promise.all([
    ownerAccount(store, tenant),
    used(campaignId),
    used(MAILBOX),
  ]);
  const quotas = { today, campaignDay, campaignLimit: dailyLimit, mailboxDay, mailboxLimit: cap };
  const now = store.now().toISOString();
  const checked = checkSend({ now, sender: { ...sender, account: user.status }, quotas });
  return checked.allowed ? null : checked;
}
