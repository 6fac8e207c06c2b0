import { mailboxToday } from '../db/read/mailboxToday.ts';
import { notSendingNow } from '../db/read/sender.ts';
import { ref } from '../db/store.ts';
import { MAILBOX, quotaUsed } from '../events/sending/quota.ts';
import { whyMailboxHeld } from '../events/sending/sendBlockers.ts';
import { Refused } from '../events/shared/refused.ts';
import type { Deps } from './context.ts';

/** The mailbox stream of a tenant's settings. */
export const mailboxOf = (tenant: string) => ref('mailbox', tenant);

/** Refuses with 422 and the next step while this tenant cannot send; with 503 while the installation cannot. */
export async function mustBeReadyToSend(deps: Deps, tenant: string): Promise<void> {
  const { store } = deps;
  const [{ state: mailbox }, { state: profile }] = await Promise.all([
    store.load(tenant, mailboxOf(tenant)),
    store.load(tenant, ref('profile', tenant)),
  ]);
  const not = await notSendingNow(deps, tenant, { mailbox, profile });
  if (not?.until !== null) return;
  const nothing = not.refusal === 'not_configured' ? ' Nothing was sent.' : '';
  throw new Refused(not.refusal, `${not.reason}. ${not.whatToDo}${nothing}`);
}

/** Refuses with 429 while the mailbox is held for a time, and when the day is full: Send Now counts toward the daily limits of the campaign (rulings) and of the mailbox. */
export async function mustFitToday(deps: Deps, tenant: string, campaignId: string, dailyLimit: number): Promise<void> {
  const { store } = deps;
  const { mailbox, today, cap } = await mailboxToday(store, tenant);
  const hold = whyMailboxHeld(mailbox, store.now().toISOString());
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
