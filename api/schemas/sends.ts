import { z } from 'zod';
import { VARIANTS } from '../../events/campaigns/variants.ts';
import { FLAW_RULES } from '../../events/messages/check/flaw.ts';
import { DELIVERY_REPORTS } from '../../events/messages/messageEvents.ts';
import { partnerSchema } from './partners.ts';

export const sendStatusSchema = z.enum(['pending', 'sending', 'sent', 'replied', 'failed', 'unknown', 'cancelled']);
export type SendStatus = z.infer<typeof sendStatusSchema>;

export const flawsSchema = z.array(z.strictObject({ rule: z.enum(FLAW_RULES), quote: z.string() }));

export const sendSchema = z.strictObject({
  id: z.string(),
  campaignId: z.string(),
  /** Where it went; while it may still leave, where it would go now. */
  recipientEmail: z.string().nullable(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  status: sendStatusSchema,
  /** The finer state in words: not generated, ready for review, approved, scheduled, deferred, … */
  detail: z.string(),
  /** 1 for the first message to the partner. */
  step: z.number(),
  /** It is a follow-up, or sends one again; null: it is none. */
  followUp: z.strictObject({ id: z.string(), number: z.number() }).nullable(),
  /** It does not leave before this by a plan (ISO 8601): a follow-up before its day, and nothing before the person is back. */
  notBefore: z.string().nullable(),
  /** When another campaign writes or wrote to the person, too close to now; null: none does. */
  otherCampaignAt: z.string().nullable(),
  /** The version of an A/B test in which the AI wrote it; null: no test, or a person wrote it. */
  variant: z.enum(VARIANTS).nullable(),
  /** The step of an answer, which was written in the inbox; null: the campaign wrote it. */
  answer: z.string().nullable(),
  /** An earlier message to the same person, sent once more. */
  sentAgain: z.boolean(),
  edited: z.boolean(),
  /** What the check holds against the text, while it can still be changed: it is not sent before a person let it pass. */
  flaws: flawsSchema,
  /** The facts of the profile that the AI says it used, in the words of the profile. `id`: of the partner's evidence, where there is some. */
  basedOn: z.array(z.strictObject({ id: z.string(), text: z.string(), url: z.string().nullable() })),
  /** What came of the newest rewriting that the person asked for, while the text is the same; null: there is none. */
  revision: z
    .strictObject({
      status: z.enum(['open', 'done', 'failed']),
      subject: z.string().nullable(),
      body: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** The text is being checked, so its flaws are not known yet. */
  checking: z.boolean(),
  /** Another partner of the campaign whose text is nearly the same; null: there is none. */
  similarTo: z.string().nullable(),
  /** This text may be sent. */
  approved: z.boolean(),
  nextSendAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** Only while nobody knows whether it left: when it was handed over (null: nobody knows that it was), and what was answered, as a sentence. */
  unknown: z
    .strictObject({
      handedOverAt: z.string().nullable(),
      answer: z.string(),
    })
    .nullable(),
  /** It counts as sent because the user said so. */
  markedSent: z.boolean(),
  /** What the provider told of it after it was sent, the same as a sentence, and whether it means that it did not reach the person. */
  delivery: z
    .strictObject({
      report: z.enum(DELIVERY_REPORTS),
      text: z.string(),
      cameBack: z.boolean(),
      at: z.string(),
    })
    .nullable(),
  errorMessage: z.string().nullable(),
  partner: partnerSchema
    .pick({
      ...{ id: true, name: true, username: true, avatar: true, platform: true, industry: true, bio: true },
      ...{ followersCount: true, matchScore: true },
    })
    .extend({
      contactInfo: z.strictObject({
        email: z.string().nullable(),
      }),
    }),
});
export type SendView = z.infer<typeof sendSchema>;

/** POST /api/campaign-sends/{id}/improve: 200, or 202 while the AI still writes; then the message has it in `revision`. */
export const improvedTextSchema = z.strictObject({ subject: z.string(), body: z.string() });
export type ImprovedTextView = z.infer<typeof improvedTextSchema>;

/** A message of unknown fate whose campaign was deleted. */
export const undecidedSchema = sendSchema.extend({
  campaignName: z.string().nullable(),
});
export type UndecidedView = z.infer<typeof undecidedSchema>;
