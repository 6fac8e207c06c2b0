import { readCampaignDistance, readPersonEmails } from '../../db/read/campaignDistance.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { ref } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { emailsOfOthers, isTooClose, type PersonEmail } from '../../events/sending/campaignDistance.ts';
import { mailboxPlan } from '../../events/sending/mailboxSchedule.ts';
import { staleSlots } from '../../events/sending/replan.ts';
import type { PlainCode } from '../../events/shared/reasons.ts';
import { type Deps, scopeOf } from '../context.ts';
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
  const takeBack = (id: string, at: number | null | undefined, code: PlainCode) =>
    deps.store.decide(scopeOf('replan-mailbox', job), ref('message', id), (message) =>
      message.status === 'scheduled' && Date.parse(message.scheduledAt ?? '') === at
        ? unscheduleEmail(message, { code })
        : [],
    );
  const schedules = await readMailboxSchedules(deps, job.tenant);
  for (const plan of schedules.map(mailboxPlan)) {
    const atOf = new Map(plan.mails.map(({ id, at }) => [id, at]));
    for (const { id, code } of staleSlots(plan)) await takeBack(id, atOf.get(id), code);
  }
  for (const { id, at } of await tooClose(deps, job.tenant)) await takeBack(id, at, 'other_campaign');
  for (const { id } of schedules[0]?.active ?? [])
    await run.addJob('plan-campaign', { ...job, id }, { jobKey: `plan:${job.tenant}:${id}` });
};

/** The planned emails that come too soon after one of another campaign, since the distance has grown or a Send Now left. */
async function tooClose({ store }: Deps, tenant: string): Promise<PersonEmail[]> {
  const distance = await readCampaignDistance(store, tenant);
  if (distance.days === 0) return [];
  const emails = await readPersonEmails(store, tenant, distance.days);
  const find = emailsOfOthers(emails);
  return emails.filter(
    ({ planned, at, partnerId, address, campaignId }) =>
      planned && at !== null && isTooClose(at, find({ partnerId, email: address }, campaignId), distance),
  );
}
