import { mailboxToday } from '../db/read/mailboxToday.ts';
import { ref } from '../db/store.ts';
import { missingForSending } from '../events/mailbox.ts';
import { MAILBOX, quotaUsed } from '../events/quota.ts';
import { sendingNotOpen } from '../events/realSending.ts';
import { Refused } from '../events/refused.ts';
import type { Deps } from './context.ts';
import { holdView } from './present/hold.ts';

/** The mailbox stream of a tenant's settings. */
export const mailboxOf = (tenant: string) => ref('mailbox', tenant);

/** Refuses with 422 and the next step while this tenant cannot send; with 503 while the installation cannot. */
export async function mustBeReadyToSend(deps: Deps, tenant: string): Promise<void> {
  const { sandbox, publicUrl, store } = deps;
  const [{ state }, { state: profile }] = await Promise.all([
    store.load(tenant, mailboxOf(tenant)),
    store.load(tenant, ref('profile', tenant)),
  ]);
  const notOpen = sendingNotOpen({ sandbox, publicUrl, postalAddress: profile.postalAddress });
  if (notOpen) throw new Refused(notOpen.refusal, `${notOpen.text} Nothing was sent.`);
  const missing = missingForSending(state);
  if (missing) throw new Refused('illegal', missing);
  const hold = holdView(state, deps.store.now());
  if (hold?.until === null) throw new Refused('illegal', `${hold.reason}. ${hold.whatToDo}`);
}

/** Refuses with 429 while the mailbox is held for a time, and when the day is full: Send Now counts toward the daily limits of the campaign (rulings) and of the mailbox. */
export async function mustFitToday(deps: Deps, tenant: string, campaignId: string, dailyLimit: number): Promise<void> {
  const { store } = deps;
  const { mailbox, today, cap } = await mailboxToday(store, tenant);
  const hold = holdView(mailbox, store.now());
  if (hold?.until) {
    const text = `${hold.reason}. Nothing leaves your mailbox before ${new Date(hold.until).toUTCString()}.`;
    throw new Refused('limit', text, { retryAfterSeconds: (Date.parse(hold.until) - store.now().getTime()) / 1000 });
  }
  const { day, endsAt } = today;
  const retryAfterSeconds = (endsAt - store.now().getTime()) / 1000;
  for (const [of, name, limit] of [
    [campaignId, 'this campaign', dailyLimit],
    [MAILBOX, 'your mailbox', cap],
  ] as const) {
    const { state } = await store.load(tenant, ref('quota', `${of}-${day}`));
    if (quotaUsed(state) < limit) continue;
    const text = `The daily limit of ${limit} for ${name} is used up. Send the rest tomorrow.`;
    throw new Refused('limit', text, { retryAfterSeconds, limit });
  }
}
