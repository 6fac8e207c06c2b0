import { Hono } from 'hono';
import { readCounters } from '../../db/lists/counters.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { readMessages } from '../../db/read/messages.ts';
import { daysOf, lastDays } from '../../db/read/overview.ts';
import { ref } from '../../db/store.ts';
import { sequenceNumber } from '../../events/messages/followUp.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { plannedMails } from '../../events/sending/mailboxSchedule.ts';
import { inRecipientHours } from '../../events/sending/recipientHours.ts';
import { recipientZones } from '../../events/sending/recipientZones.ts';
import { GAP } from '../../events/sending/sendWhy.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { dayLoads, mailboxesOf, whyFirstOf } from '../present/sendWhy.ts';
import { campaignDaysSchema, type ScheduleView, scheduleSchema } from '../views.ts';
import { campaignRow } from './campaigns.ts';

/** The future sends of a campaign, each with its time and the reason for it. */
export function campaignScheduleRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().get('/campaigns/:id/schedule', answers(scheduleSchema), unlessUnchanged(deps), async (c) => {
    const { tenant } = c.get('user');
    const row = await campaignRow(deps, tenant, c.req.param('id'));
    const [schedules, messages] = await Promise.all([
      readMailboxSchedules(deps, tenant),
      readMessages(store, tenant, { campaignId: row.id }),
    ]);
    const aboutMail = new Map(
      messages.map(({ id, state, partner }) => [
        id,
        {
          partnerName: partner ? readable(partner, partner.person?.name) : null,
          step: (sequenceNumber(state) ?? 0) + 1,
          zones: row.state.recipientHours && !deps.sendGap ? recipientZones(partner?.person ?? null) : [],
        },
      ]),
    );
    const accounts = schedules.map((schedule) => ({
      ...{ schedule, address: addressOf(schedule.mailbox), loadOn: dayLoads(schedule, row.id) },
      whyFirst: whyFirstOf(row, schedule, deps.sendGap !== undefined),
    }));
    const mails = accounts
      .flatMap((account) =>
        // times that nothing will keep are being cleared
        account.schedule.holdEnd === Number.POSITIVE_INFINITY
          ? []
          : plannedMails(account.schedule).map((mail) => ({ ...mail, account })),
      )
      .filter(({ campaignId }) => campaignId === row.id)
      .sort((a, b) => a.at - b.at);
    const own = new Set(mailboxesOf(schedules, row.state).map(({ id }) => id));
    const view: ScheduleView = {
      timezone: schedules[0]?.zone ?? 'UTC',
      anyHour: deps.sendGap !== undefined,
      sends: mails.map(({ id, at, day, drawnFrom, account: { address, whyFirst, schedule } }) => {
        const { zones, ...about } = aboutMail.get(id) ?? { partnerName: null, step: 1, zones: [] };
        const first = mails.find((one) => one.account.schedule === schedule && one.day === day);
        return {
          messageId: id,
          ...about,
          at: new Date(at).toISOString(),
          day,
          from: schedules.length > 1 ? address : null,
          why: first?.id === id || drawnFrom?.keptApart ? whyFirst({ day, drawnFrom }) : GAP,
          recipient: zones.length > 0 ? { zones, atWork: inRecipientHours(at, zones) } : null,
        };
      }),
      days: [...new Set(mails.map(({ day }) => day))].map((day) => {
        const used = accounts.filter(
          ({ schedule }) =>
            own.has(schedule.id) || mails.some((one) => one.day === day && one.account.schedule === schedule),
        );
        const loads = used.map(({ loadOn }) => loadOn(day));
        return {
          ...{ day, planned: loads[0]?.campaign ?? 0, limit: row.state.dailyLimit },
          mailboxPlanned: loads.reduce((sum, { mailbox }) => sum + mailbox, 0),
          mailboxLimit: loads.reduce((sum, { cap }) => sum + cap, 0),
        };
      }),
    };
    return c.json(view, 200);
  });
}

const CAMPAIGN_DAYS = 30;

/** The emails and replies of a campaign, day by day. */
export function campaignDaysRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().get('/campaigns/:id/days', answers(campaignDaysSchema), unlessUnchanged(deps), async (c) => {
    const { tenant } = c.get('user');
    const [{ id }, { state: profile }] = await Promise.all([
      campaignRow(deps, tenant, c.req.param('id')),
      store.load(tenant, ref('profile', tenant)),
    ]);
    const timezone = profile.timezone ?? 'UTC';
    const counters = await readCounters(store, tenant, { campaigns: [id] });
    const days = daysOf(counters, lastDays(store.now().getTime(), timezone, CAMPAIGN_DAYS), id);
    return c.json({ timezone, series: days.map(({ day, sent, replied }) => ({ day, sent, replied })) }, 200);
  });
}
