import { mailboxToday } from '../db/read/mailboxToday.ts';
import { senderContext } from '../db/read/sender.ts';
import { ref } from '../db/store.ts';
import { MAILBOX } from '../events/sending/quota.ts';
import { type Blocked, checkSend, refusalOf } from '../events/sending/sendPolicy.ts';
import type { Deps } from './context.ts';

/** The mailbox stream of a tenant's settings. */
export const mailboxOf = (tenant: string) => ref('mailbox', tenant);

/** Refuses with the next step while this tenant's mail cannot leave: 503 where it lies in the installation, else 422. */
export async function mustBeReadyToSend(deps: Deps, tenant: string): Promise<void> {
  const { store } = deps;
  const [{ state: mailbox }, { state: profile }] = await Promise.all([
    store.load(tenant, mailboxOf(tenant)),
    store.load(tenant, ref('profile', tenant)),
  ]);
  const sender = await senderContext(deps, tenant, { mailbox, profile });
  const now = store.now().toISOString();
  const checked = checkSend({ now, sender, starting: true });
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
  const { mailbox, profile, today, cap } = await mailboxToday(store, tenant);
  const used = async (of: string) => (await store.load(tenant, ref('quota', `${of}-${today.day}`))).state;
  const [sender, campaignDay, mailboxDay] = await Promise.all([
    senderContext(deps, tenant, { mailbox, profile }),
    used(campaignId),
    used(MAILBOX),
  ]);
  const quotas = { today, campaignDay, campaignLimit: dailyLimit, mailboxDay, mailboxLimit: cap };
  const checked = checkSend({ now: store.now().toISOString(), sender, quotas });
  return checked.allowed ? null : checked;
}
