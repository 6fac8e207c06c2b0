import { z } from 'zod';
import { VARIANTS } from '../campaigns/variants.ts';
import { LONGEST_SUBJECT } from '../messages/answer.ts';
import { messageEdit } from '../messages/messageInput.ts';
import { CHOSEN_LABELS, REPLY_LABELS } from '../messages/replyLabels.ts';
import { HOLD_SIGNS } from '../shared/doNotContact.ts';
import { LONGEST } from '../shared/longest.ts';
import { emailText, isOneLine, requiredText, stop, text } from '../shared/text.ts';
import { OFFERED } from './offers.ts';

const labelText = (labels: readonly string[]) => `label must be one of: ${labels.join(', ')}`;

const AFTER = 'after must be the next of the page before';

/**
 * GET /api/inbox. `campaign`: its id; `variant`: whose first email had that version. `unanswered`: what waits for an answer. `show`: what is still to be done (unless said otherwise), what
 * is done, or both. `search`: words in names, campaigns, and all mails of both sides.
 */
export const inboxQuery = z.object({
  label: z.enum(REPLY_LABELS, { error: labelText(REPLY_LABELS) }).optional(),
  campaign: text(60, 'campaign must be at most 60 characters').optional(),
  variant: z.enum(VARIANTS, { error: `variant must be one of: ${VARIANTS.join(', ')}` }).optional(),
  unread: z.enum(['true', 'false'], { error: 'unread must be true or false' }).optional(),
  unanswered: z.literal('true', { error: 'unanswered must be true' }).optional(),
  show: z.enum(['open', 'done', 'all'], { error: 'show must be one of: open, done, all' }).default('open'),
  search: text(200, 'search must be at most 200 characters').optional(),
  /** Where the page before ended: its `next`. */
  after: z
    .string()
    .max(200, stop(AFTER))
    .regex(/^[\d:.TZ-]{20,30}~[\w-]+\.[\w-]+$/, AFTER)
    .optional(),
  limit: z.coerce.number().int().min(1).max(500, 'limit must be at most 500').default(100),
});
export type InboxFilter = Omit<z.infer<typeof inboxQuery>, 'after' | 'limit'>;

const STEP = 'step must be the step of the thread, such as a1';
const stepOfAnswer = z
  .string()
  .max(7, stop(STEP))
  .regex(/^a\d{1,6}$/, STEP);

/**
 * POST /api/inbox/{id}/answer. `step`: from the thread (`answer.step`); a call that is repeated with it sends nothing twice. `to`: the address that
 * the person was shown, one of the thread's. `copies`: who of the thread's gets a copy; unset: all. `replaces`: the step of the unconfirmed answer that
 * is sent again.
 */
export const answerForm = messageEdit.extend({
  // it is the person's own, and may hold what our texts may not
  subject: requiredText('Subject is required', LONGEST_SUBJECT, 'Subject must be at most 300 characters').refine(
    isOneLine,
    'Subject must be a single line',
  ),
  step: stepOfAnswer,
  replaces: stepOfAnswer.optional(),
  to: text(254, 'to must be at most 254 characters').optional(),
  copies: z.array(text(254, 'copies must be at most 254 characters')).max(20, 'copies must be at most 20').optional(),
});

/** POST /api/inbox/{id}/answer/undo: the answer that has not left. */
export const answerUndo = z.object({ step: stepOfAnswer });

const SIGN = `sign must be one of: ${HOLD_SIGNS.join(', ')}`;

/** POST /api/inbox/{id}/question: whether the sign of the question that the user saw is true. */
export const questionAnswer = z.object({
  sign: z.enum(HOLD_SIGNS, { error: SIGN }),
  receivedId: requiredText('receivedId is required', 200, 'receivedId must be at most 200 characters'),
  answer: z.enum(['yes', 'no'], { error: 'answer must be yes or no' }),
});

/** POST /api/inbox/{id}/offer: the answer to what the thread offers. `name` and `email`: of a referral, as the user has them. */
export const offerAnswer = z.object({
  receivedId: requiredText('receivedId is required', 200, 'receivedId must be at most 200 characters'),
  label: z.enum(OFFERED, { error: `label must be one of: ${OFFERED.join(', ')}` }),
  answer: z.enum(['yes', 'no'], { error: 'answer must be yes or no' }),
  name: text(200, 'name must be at most 200 characters').optional(),
  email: emailText('Enter a valid email address', 'Enter a shorter email address').optional(),
});

/** POST /api/inbox/{id}/draft. `wish`: what the draft should say. */
export const draftRequest = z.object({
  wish: text(LONGEST.wish, 'What it should say must be at most 300 characters')
    .transform((wish) => wish || null)
    .nullish()
    .transform((wish) => wish ?? null),
});

/** POST /api/inbox/{id}/label */
export const labelChange = z.object({ label: z.enum(CHOSEN_LABELS, { error: labelText(CHOSEN_LABELS) }) });
