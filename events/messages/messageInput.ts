import { z } from 'zod';
import { MOST_SELECTED } from '../partners/partnersInput.ts';
import { LONGEST } from '../shared/longest.ts';
import {
  dayText,
  emailText,
  hasOnlyVariables,
  isOneLine,
  isUsualYear,
  notAVariable,
  requiredText,
  stop,
} from '../shared/text.ts';
import { FLAW_RULES } from './check/flaw.ts';
import { MOST_DAYS_LATER, STEERS } from './steerNames.ts';

/** PATCH /api/campaign-sends/{id}. */
export const messageEdit = z.object({
  subject: requiredText('Subject is required', 300, 'Subject must be at most 300 characters')
    .refine(isOneLine, 'Subject must be a single line')
    .refine(hasOnlyVariables, notAVariable),
  body: requiredText('Message is required', LONGEST.body, 'Message must be at most 20,000 characters').refine(
    hasOnlyVariables,
    notAVariable,
  ),
});

/**
 * The same with the text on which it was written, if the screen says so; empty where there was none. `passed`: the flaws that the person was
 * shown and lets pass.
 */
export const messageSave = messageEdit.extend({
  seen: z.object({ subject: z.string(), body: z.string() }).optional(),
  passed: z
    .array(z.object({ rule: z.enum(FLAW_RULES), quote: z.string().max(20_000, stop()) }))
    .max(500)
    .optional(),
});
export type MessageSave = z.infer<typeof messageSave>;

/** POST /api/campaign-sends/{id}/improve: what the AI should change of the text that the person sees. */
export const improveRequest = z.object({
  instruction: requiredText('Say what the AI should change', 1000, 'Use at most 1,000 characters'),
  subject: z.string().max(300, stop('Subject must be at most 300 characters')),
  body: requiredText('Message is required', LONGEST.body, 'Message must be at most 20,000 characters'),
});
export type ImproveRequest = z.infer<typeof improveRequest>;

/** POST /api/campaign-sends/{id}/copy: the text that the person sees. `requestId`: of their click, so that a repeated call sends nothing more. */
export const copyRequest = messageEdit.extend({
  requestId: z
    .string()
    .max(64, stop('requestId must be 8 to 64 letters, digits or dashes'))
    .regex(/^[\w-]{8,64}$/, 'requestId must be 8 to 64 letters, digits or dashes'),
});

/** POST /api/campaign-sends/{id}/send-now; `to`: the address that the person was shown. */
export const sendRequest = z.object({ to: z.string().max(254, stop()).optional() });

/** POST /api/campaign-sends/{id}/resend. `newAddress`: where an email that came back goes next; it becomes the partner's address. */
export const resendRequest = sendRequest.extend({ newAddress: emailText('Invalid email').optional() });

/** PATCH /api/campaign-sends/{id}/status. */
export const messageStatusChange = z.object({ status: z.literal('replied') });

/** The filters of a campaign's list of messages. `kept`: all but the cancelled ones. */
export const MESSAGE_SHOWS = [
  'kept',
  ...(['review', 'pending', 'sent', 'replied', 'bounced', 'unsubscribed', 'complained'] as const),
  ...(['failed', 'unknown', 'cancelled'] as const),
] as const;
export type MessageShow = (typeof MESSAGE_SHOWS)[number];

/** Its orders. `needs`: those that need a person first. */
export const MESSAGE_SORTS = ['joined', 'needs', 'to', 'match', 'followers', 'when'] as const;
export type MessageSort = (typeof MESSAGE_SORTS)[number];

const DAYS_LATER = `days must be a whole number from 1 to ${MOST_DAYS_LATER}`;

/** All messages of a campaign that a filter shows. */
const messageFilter = z.object({
  campaignId: z.string().min(1, stop()).max(80, stop()),
  show: z.enum(MESSAGE_SHOWS).optional(),
  search: z.string().max(200, stop()).optional(),
});
export type MessageFilter = z.infer<typeof messageFilter>;

/** POST /api/campaign-sends/steer: those selected, all that a filter shows, or (`batchId`) those that a batch has changed. */
export const steerRequest = z
  .object({
    ids: z
      .array(z.string().min(1, stop()).max(200, stop()))
      .min(1, 'Select at least one email')
      .max(MOST_SELECTED, `Select at most ${MOST_SELECTED} emails at a time`)
      .optional(),
    filter: messageFilter.optional(),
    batchId: z.string().max(80, stop()).optional(),
    act: z.enum(STEERS),
    /** For `approve` of ids: the texts that the person saw. Another text saved since is left out. */
    seen: z.record(z.string(), z.object({ subject: z.string(), body: z.string() })).optional(),
    /** For `reschedule`, of one email: a local time of the account's zone. */
    at: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'at must be a local time such as 2026-03-03T10:05')
      .refine((at) => isUsualYear(at) && !Number.isNaN(Date.parse(`${at}Z`)), 'There is no such time')
      .optional(),
    /** For `postpone`: by days, or to a local day. */
    later: z
      .object({
        days: z.int(DAYS_LATER).min(1, DAYS_LATER).max(MOST_DAYS_LATER, DAYS_LATER).optional(),
        from: dayText('from must be a day such as 2026-03-03').optional(),
      })
      .refine(({ days, from }) => (days === undefined) !== (from === undefined), 'Name either days or a day')
      .optional(),
    /** For `move`: the other campaign. */
    to: z.string().min(1, stop()).max(80, stop()).optional(),
  })
  .refine(
    ({ act, at, ids }) => (act === 'reschedule') === (at !== undefined) && (at === undefined || ids?.length === 1),
    {
      path: ['at'],
      error: 'Choose a time for one email',
    },
  )
  .refine(({ act, to }) => (act === 'move') === (to !== undefined), {
    path: ['to'],
    error: 'Choose the campaign to move to',
  })
  .refine(({ act, later }) => (act === 'postpone') === (later !== undefined), {
    path: ['later'],
    error: 'Choose by how many days, or until which day, emails are postponed',
  })
  .refine(({ ids, filter, batchId }) => [ids, filter, batchId].filter((of) => of !== undefined).length === 1, {
    error: 'Name ids, a filter or a batch',
  });

/** GET /api/campaigns/{id}/sends. `search`: words of name, address and subject. `message`: only this one. */
export const messageListQuery = z.object({
  message: z.string().max(200, stop()).optional(),
  show: z.enum(MESSAGE_SHOWS).optional(),
  search: z.string().max(200, stop()).optional(),
  sort: z.enum(MESSAGE_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});
