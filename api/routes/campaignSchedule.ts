import { Hono } from 'hono';
import { readMailboxSchedule } from '../../db/read/mailboxSchedule.ts';
import { readMessages } from '../../db/read/messages.ts';
import { sequenceNumber } from '../../events/messages/followUp.ts';
import { plannedMails } from '../../events/sending/mailboxSchedule.ts';
import { GAP } from '../../events/sending/sendWhy.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { Deps, Env } from '../context.ts';
import { dayLoads, whyFirstOf } from '../present/sendWhy.ts';
import type { ScheduleView } from '../views.ts';
import { campaignRow } from './campaigns.ts';

/** The sends to come of a campaign, each with its time and why it is that. */
export function campaignScheduleRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().get('/campaigns/:id/schedule', async (c) => {
    const { tenant } = c.get('user');
    const row = await campaignRow(deps, tenant, c.req.param('id'));
    const [schedule, messages] = await Promise.all([
      readMailboxSchedule(deps, tenant),
      readMessages(store, tenant, { campaignId: row.id }),
    ]);
    const aboutMail = new Map(
      messages.map(({ id, state, partner }) => [
        id,
        {
          partnerName: partner ? readable(partner, partner.person?.name) : null,
          step: (sequenceNumber(state) ?? 0) + 1,
        },
      ]),
    );
    // drawn times that nothing will keep are being taken back
    const planned = schedule.holdEnd === Number.POSITIVE_INFINITY ? [] : plannedMails(schedule);
    const mails = planned.filter(({ campaignId }) => campaignId === row.id).sort((a, b) => a.at - b.at);
    const whyFirst = whyFirstOf(row, schedule, deps.sendGap !== undefined);
    const loadOn = dayLoads(schedule, row.id);
    const view: ScheduleView = {
      timezone: schedule.zone,
      anyHour: deps.sendGap !== undefined,
      sends: mails.map(({ id, at, day }, index) => ({
        messageId: id,
        ...(aboutMail.get(id) ?? { partnerName: null, step: 1 }),
        at: new Date(at).toISOString(),
        day,
        why: mails[index - 1]?.day === day ? GAP : whyFirst(day),
      })),
      days: [...new Set(mails.map(({ day }) => day))].map((day) => {
        const { campaign, mailbox, cap } = loadOn(day);
        return { day, planned: campaign, limit: row.state.dailyLimit, mailboxPlanned: mailbox, mailboxLimit: cap };
      }),
    };
    return c.json(view, 200);
  });
}
