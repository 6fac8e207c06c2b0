import { mailboxBasis, plannedMails } from '../../db/read/mailboxPlan.ts';
import { ref } from '../../db/store.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { type MailboxPlan, outdatedTimes } from '../../events/sending/replan.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * The rules of a tenant's mailbox or campaigns have changed, another campaign sends now, or a hold began or ended: takes the drawn times
 * back that no longer stand, and has the campaigns that wait planned. What is claimed already is left to the dispatch, which checks the
 * same rules. The job is about the tenant.
 */
export const replanMailbox: Handler = async (deps, job, run) => {
  const { store } = deps;
  const basis = await mailboxBasis(deps, job.tenant);
  const mails = plannedMails(basis);
  const active = new Set(basis.active.map(({ id }) => id));
  const planned = new Set(mails.map(({ id }) => id));
  // what has left, and what nobody takes back
  const elsewhere: Record<string, number> = { [basis.today.day]: basis.takenToday.mailbox };
  for (const id of active)
    elsewhere[basis.today.day] = (elsewhere[basis.today.day] ?? 0) - (basis.takenToday.byCampaign[id] ?? 0);
  for (const { id, campaignId, day } of basis.leaving)
    if (day !== null && !(planned.has(id) && active.has(campaignId))) elsewhere[day] = (elsewhere[day] ?? 0) + 1;
  const plan: MailboxPlan = {
    mails,
    campaigns: basis.active,
    cap: basis.rules.mailboxDailyCap,
    rampUp: basis.rules.rampUp,
    daysSent: basis.daysSent,
    elsewhere,
    holdEnd: basis.holdEnd,
  };
  const atOf = new Map(mails.map(({ id, at }) => [id, at]));
  for (const { id, reason } of outdatedTimes(plan)) {
    await store.decide(scopeOf('replan-mailbox', job), ref('message', id), (message) =>
      message.status === 'scheduled' && Date.parse(message.scheduledAt ?? '') === atOf.get(id)
        ? unscheduleEmail(message, reason)
        : [],
    );
  }
  for (const id of active) await run.addJob('plan-campaign', { ...job, id }, { jobKey: `plan:${job.tenant}:${id}` });
};
