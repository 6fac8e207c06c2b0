import { z } from 'zod';
import { MAILBOX_CAP } from '../shared/options.ts';
import { sendHours } from '../shared/sendingFields.ts';
import { dayText } from '../shared/text.ts';
import { DEFAULT_HOURS } from './sendWindow.ts';

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
  day: dayText('day must be a date such as 2026-11-24').optional(),
});
