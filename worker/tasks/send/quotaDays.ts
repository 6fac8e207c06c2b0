import { ref } from '../../../db/store.ts';
import { type QuotaState, returnQuota } from '../../../events/sending/quota.ts';

/** The two quotas that a mail counts toward: its campaign's and its mailbox's of that day. */
export const quotaDays = (messageId: string, { mailbox, day }: { mailbox: string; day: string }) => ({
  campaignDay: ref('quota', `${messageId.split('.')[0]}-${day}`),
  mailboxDay: ref('quota', `${mailbox}-${day}`),
});

/** Nothing left, so its places of the day are free again. */
export const returnQuotas = (
  { campaignDay, mailboxDay }: { campaignDay: QuotaState; mailboxDay: QuotaState },
  messageId: string,
  attempt: number,
) => ({
  campaignDay: returnQuota(campaignDay, messageId, attempt),
  mailboxDay: returnQuota(mailboxDay, messageId, attempt),
});
