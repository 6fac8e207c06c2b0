import { Hono } from 'hono';
import { readCounters } from '../../db/lists/counters.ts';
import { showMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { daysOf, lastDays } from '../../db/read/overview.ts';
import { readPlannedPage } from '../../db/read/plannedSends.ts';
import { ref } from '../../db/store.ts';
import { sequenceNumber } from '../../events/messages/followUp.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { isHere } from '../../events/sending/mailboxSchedule.ts';
import { inRecipientHours } from '../../events/sending/recipientHours.ts';
import { recipientZones } from '../../events/sending/recipientZones.ts';
import { GAP } from '../../events/sending/sendWhy.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { pageQuery, rowsOfPage, sayRest, unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { dayLoads, mailboxesOf, whyFirstOf } from '../present/sendWhy.ts';
import { campaignDaysSchema, type ScheduleView, scheduleSchema } from '../views.ts';
import { campaignRow } from './campaigns.ts';

/** The future sends of a campaign, each with its time and the reason for it. */
export function campaignScheduleRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().get(
    '/campaigns/:id/schedule',
    answers(scheduleSchema),
    unlessUnchanged(deps),
    check('query', pageQuery),
    async (c) => {
      const { tenant } = c.get('user');
      const row = await campaignRow(deps, tenant, c.req.param('id'));
      const schedules = await showMailboxSchedules(deps, tenant);
      // times that nothing will keep are being cleared
      const able = schedules.filter(({ holdEnd }) => holdEnd !== Number.POSITIVE_INFINITY);
      const zone = schedules[0]?.zone ?? 'UTC';
      const inTheirHours = Boolean(row.state.recipientHours) && !deps.sendGap;
      const page = c.req.valid('query');
      const { emails, next } = await readPlannedPage(store, tenant, row.id, {
        ...{ mailboxes: able.map(({ id }) => id), withPerson: inTheirHours, zone },
        ...{ limit: rowsOfPage(page), after: page.after },
      });
      const accounts = schedules.map((schedule) => ({
        ...{ schedule, address: addressOf(schedule.mailbox), loadOn: dayLoads(schedule, row.id) },
        whyFirst: whyFirstOf(row, schedule, deps.sendGap !== undefined),
      }));
      // one that is still open leaves from any
      const accountOf = (mailbox: string | null) =>
        accounts.find(({ schedule }) => mailbox === null || mailbox === schedule.id);
      const planned =
        able.length === 0
          ? []
          : (schedules[0]?.leaving ?? []).filter(
              ({ kind, campaignId, mailbox }) =>
                kind === 'planned' && campaignId === row.id && able.some((schedule) => isHere({ mailbox }, schedule)),
            );
      const total = planned.reduce((sum, { count }) => sum + count, 0);
      const own = new Set(mailboxesOf(schedules, row.state).map(({ id }) => id));
      const view: ScheduleView = {
        ...{ timezone: zone, anyHour: deps.sendGap !== undefined, total },
        sends: emails.flatMap((email) => {
          const account = accountOf(email.mailbox);
          if (!account) return [];
          const { id, at, day, drawnFrom, opensDay, partnerName, person } = email;
          const zones = inTheirHours ? recipientZones(person) : [];
          return {
            ...{ messageId: id, partnerName, step: (sequenceNumber(email) ?? 0) + 1, day },
            at: new Date(at).toISOString(),
            from: schedules.length > 1 ? account.address : null,
            why: opensDay || drawnFrom?.keptApart ? account.whyFirst({ day, drawnFrom }) : GAP,
            recipient: zones.length > 0 ? { zones, atWork: inRecipientHours(at, zones) } : null,
          };
        }),
        days: [...new Set(emails.map(({ day }) => day))].map((day) => {
          const used = accounts.filter(
            ({ schedule }) =>
              own.has(schedule.id) || planned.some((mails) => mails.day === day && isHere(mails, schedule)),
          );
          const loads = used.map(({ loadOn }) => loadOn(day));
          return {
            ...{ day, planned: loads[0]?.campaign ?? 0, limit: row.state.dailyLimit },
            mailboxPlanned: loads.reduce((sum, { mailbox }) => sum + mailbox, 0),
            mailboxLimit: loads.reduce((sum, { cap }) => sum + cap, 0),
          };
        }),
      };
      sayRest(c, { next, total });
      return c.json(view, 200);
    },
  );
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
