import { z } from 'zod';
import { minutesOf } from './zoned.ts';

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
