import { readCampaignDistance, readPersonEmails } from '../../db/read/campaignDistance.ts';
import { readMailboxSchedules, readPlannedMails } from '../../db/read/mailboxSchedule.ts';
import { ref, type Store } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { emailsOfOthers, isTooClose, type PersonEmail } from '../../events/sending/campaignDistance.ts';
import { mailboxPlan } from '../../events/sending/mailboxSchedule.ts';
import { staleSlots } from '../../events/sending/replan.ts';
import type { PlainCode } from '../../events/shared/reasons.ts';
import { type Job, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask, onEach, RESUMED } from '../defineTask.ts';

/** The times depend on these fields: without a postal address nothing may leave. */
const PLANNED_BY = ['timezone', 'postalAddress', 'minDaysBetweenCampaigns'];

const ofTenant = ({ tenant }: TailedEvent): Job => ({ id: tenant, jobKey: `replan:${tenant}` });

/**
 * The rules of a tenant's mailboxes or campaigns have changed, another campaign sends now, or a hold began or ended. Clears stale times, and plans
 * the waiting campaigns. Claimed messages are left to the dispatch, which checks the same rules. The job is about the tenant, or (in `system`) about
 * the user whose workspace it is.
 */
export const replanMailbox = defineTask({
  name: 'replan-mailbox',
  lane: 'decide',
  on: {
    // the rules changed, or the campaigns that share the mailbox
    ...onEach(['CampaignStarted', 'CampaignResumed', 'CampaignEdited', 'SendingRulesSet'], ofTenant),
    ...onEach([...RESUMED, 'AccountDisconnected', 'MailboxHeld', 'MailboxPaused', 'AddressReleased'], ofTenant),
    // a tenant needs these before anything leaves (sendBlockers.ts)
    ...onEach(['EmailProviderChosen', 'AccountLost'], ofTenant),
    // follow-ups waited for it
    MailReadThrough: ofTenant,
    BusinessProfileUpdated: (event) => event.data.fields.some((field) => PLANNED_BY.includes(field)) && ofTenant(event),
    // an account lies in the tenant `system`: the task finds the user's workspace
    ...onEach(['UserPaused', 'UserResumed', 'UserDeleted'], ({ id }) => ({ id, jobKey: `replan:user:${id}` })),
  },
  needs: ['store', 'sandbox', 'publicUrl'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    if (job.tenant === 'system') {
      const workspace = workspaceOf((await store.load('system', ref('user', job.id))).state);
      const own = workspace !== null && { ...job, tenant: workspace, id: workspace };
      if (own) await run.addJob('replan-mailbox', own, { jobKey: `replan:${workspace}` });
      return;
    }
    const takeBack = (id: string, at: number | null | undefined, code: PlainCode) =>
      store.decide(scopeOf('replan-mailbox', job), ref('message', id), (message) =>
        message.status === 'scheduled' && Date.parse(message.scheduledAt ?? '') === at
          ? unscheduleEmail(message, { code })
          : [],
      );
    const schedules = await readMailboxSchedules(deps, job.tenant);
    const planned = await readPlannedMails(store, job.tenant);
    for (const plan of schedules.map((schedule) => mailboxPlan(schedule, planned))) {
      const atOf = new Map(plan.mails.map(({ id, at }) => [id, at]));
      for (const { id, code } of staleSlots(plan)) await takeBack(id, atOf.get(id), code);
    }
    for (const { id, at } of await tooClose(store, job.tenant)) await takeBack(id, at, 'other_campaign');
    for (const { id } of schedules[0]?.active ?? [])
      await run.addJob('plan-campaign', { ...job, id }, { jobKey: `plan:${job.tenant}:${id}` });
  },
});

/** Planned emails too soon after one of another campaign: the distance has grown, or a Send Now left. */
async function tooClose(store: Store, tenant: string): Promise<PersonEmail[]> {
  const distance = await readCampaignDistance(store, tenant);
  if (distance.days === 0) return [];
  const emails = await readPersonEmails(store, tenant, distance.days);
  const find = emailsOfOthers(emails);
  return emails.filter(
    ({ planned, at, partnerId, address, campaignId }) =>
      planned && at !== null && isTooClose(at, find({ partnerId, email: address }, campaignId), distance),
  );
}
