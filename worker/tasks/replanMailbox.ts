import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { ref } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { mailboxPlan } from '../../events/sending/mailboxSchedule.ts';
import { staleSlots } from '../../events/sending/replan.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * The rules of a tenant's mailboxes or campaigns have changed, another campaign sends now, or a hold began or ended: takes the times back
 * that are stale, and has the campaigns that wait planned. What is claimed already is left to the dispatch, which checks the same rules.
 * The job is about the tenant, or (in `system`) about the user whose workspace it is.
 */
export const replanMailbox: Handler = async (deps, job, run) => {
  if (job.tenant === 'system') {
    const workspace = workspaceOf((await deps.store.load('system', ref('user', job.id))).state);
    const own = workspace !== null && { ...job, tenant: workspace, id: workspace };
    if (own) await run.addJob('replan-mailbox', own, { jobKey: `replan:${workspace}` });
    return;
  }
  const schedules = await readMailboxSchedules(deps, job.tenant);
  for (const plan of schedules.map(mailboxPlan)) {
    const atOf = new Map(plan.mails.map(({ id, at }) => [id, at]));
    for (const { id, reason } of staleSlots(plan)) {
      await deps.store.decide(scopeOf('replan-mailbox', job), ref('message', id), (message) =>
        message.status === 'scheduled' && Date.parse(message.scheduledAt ?? '') === atOf.get(id)
          ? unscheduleEmail(message, reason)
          : [],
      );
    }
  }
  for (const { id } of schedules[0]?.active ?? [])
    await run.addJob('plan-campaign', { ...job, id }, { jobKey: `plan:${job.tenant}:${id}` });
};
