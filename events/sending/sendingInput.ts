import { z } from 'zod';
import { MAILBOX_CAP } from '../shared/options.ts';
import { DEFAULT_HOURS, minutesOf } from './sendWindow.ts';

const startTime = z
  .string({ error: 'Start time must be a time such as 09:00' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Start time must be a time such as 09:00');
const endTime = z
  .string({ error: 'End time must be a time such as 17:00' })
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'End time must be a time such as 17:00');
const noWeekday = 'Choose at least one weekday';
const weekdays = z
  .array(z.int({ error: noWeekday }).min(1, noWeekday).max(7, noWeekday), { error: noWeekday })
  .min(1, noWeekday)
  .transform((days) => [...new Set(days)].sort((a, b) => a - b));

/** When mails of a plan leave: at least an hour on at least one weekday (1 Monday … 7 Sunday), in the zone of the profile. */
export const sendHours = z
  .object({ from: startTime, to: endTime, weekdays })
  .refine(({ from, to }) => minutesOf(to) > minutesOf(from), {
    error: 'End time must be after the start time',
    path: ['to'],
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ from, to }) => minutesOf(to) <= minutesOf(from) || minutesOf(to) - minutesOf(from) >= 60, {
    error: 'The sending hours must be at least one hour long',
    path: ['to'],
    when: ({ issues }) => issues.length === 0,
  });

const noAccount = 'There is no such sending account';
/** A sending account, by the id of its mailbox. */
export const mailboxId = z.string({ error: noAccount }).regex(/^\w{1,64}$/, noAccount);

const capMessage = `The daily limit across all campaigns must be between ${MAILBOX_CAP.min} and ${MAILBOX_CAP.max}`;

/** PUT /api/sending-settings. */
export const sendingRules = z.object({
  window: sendHours,
  mailboxDailyCap: z.int({ error: capMessage }).min(MAILBOX_CAP.min, capMessage).max(MAILBOX_CAP.max, capMessage),
  rampUp: z.boolean({ error: 'Ramp-up must be on or off' }),
});
export type SendingRules = z.infer<typeof sendingRules>;

export const DEFAULT_RULES: SendingRules = {
  window: { ...DEFAULT_HOURS, weekdays: [...DEFAULT_HOURS.weekdays] },
  mailboxDailyCap: MAILBOX_CAP.default,
  rampUp: false,
};

/** GET /api/calendar: a day of the week that is shown; without it, this week. */
export const calendarQuery = z.object({
  day: z.iso
    .date('day must be a date such as 2026-11-24')
    .refine((day) => day >= '2000-01-01' && day < '3000-01-01', 'day must be between 2000 and 2999')
    .optional(),
});
