import { quotaDayNow } from '../db/read/quotaDay.ts';
import { ref } from '../db/store.ts';
import { missingForSending } from '../events/mailbox.ts';
import { MAILBOX, MAILBOX_DAILY_CAP, quotaUsed } from '../events/quota.ts';
import { Refused } from '../events/refused.ts';
import type { Deps } from './context.ts';

/** The mailbox stream of a tenant's settings. */
export const mailboxOf = (tenant: string) => ref('mailbox', tenant);

/** Refuses with 422 and the next step while this tenant cannot send. */
export async function mustBeReadyToSend(deps: Deps, tenant: string): Promise<void> {
  if (!deps.sandbox) {
    throw new Refused(
      'illegal',
      'Real sending is not open yet: every mail needs an unsubscribe link, which this version does not have. Nothing was sent.',
    );
  }
  const { state } = await deps.store.load(tenant, mailboxOf(tenant));
  const missing = missingForSending(state);
  if (missing) throw new Refused('illegal', missing);
}

/** Refuses with 429 when the day is full: Send Now counts toward the daily limits of the campaign (rulings) and of the mailbox. */
export async function mustFitToday(deps: Deps, tenant: string, campaignId: string, dailyLimit: number): Promise<void> {
  const { store } = deps;
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const { day, endsAt } = await quotaDayNow(store, tenant, profile.timezone ?? 'UTC');
  const retryAfterSeconds = (endsAt - store.now().getTime()) / 1000;
  for (const [of, name, limit] of [
    [campaignId, 'this campaign', dailyLimit],
    [MAILBOX, 'your mailbox', MAILBOX_DAILY_CAP],
  ] as const) {
    const { state } = await store.load(tenant, ref('quota', `${of}-${day}`));
    if (quotaUsed(state) < limit) continue;
    const text = `The daily limit of ${limit} for ${name} is used up. Send the rest tomorrow.`;
    throw new Refused('limit', text, { retryAfterSeconds, limit });
  }
}
