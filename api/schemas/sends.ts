import { z } from 'zod';
import { VARIANTS } from '../../events/campaigns/variants.ts';
import { FLAW_RULES } from '../../events/messages/check/flaw.ts';
import { DELIVERY_REPORTS } from '../../events/messages/messageEvents.ts';
import { part } from '../../events/messages/parts.ts';
import { STEERS } from '../../events/messages/steerNames.ts';
import { partnerSchema } from './partners.ts';

export const sendStatusSchema = z.enum([
  ...(['pending', 'unfit', 'sending', 'sent', 'replied', 'failed', 'unknown', 'cancelled'] as const),
]);
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
  /** A plan sends it no earlier than this (ISO 8601): a follow-up's day, or the person's return. */
  notBefore: z.string().nullable(),
  /** The time of another campaign's email to the person, too close to now; null: there is none. */
  otherCampaignAt: z.string().nullable(),
  /** The version of an A/B test in which the AI wrote it; null: no test, or a person wrote it. */
  variant: z.enum(VARIANTS).nullable(),
  /** The step of an answer, which was written in the inbox; null: the campaign wrote it. */
  answer: z.string().nullable(),
  /** An earlier message to the same person, sent once more. */
  sentAgain: z.boolean(),
  edited: z.boolean(),
  /** The check's objections while the text can change. It is not sent until a person lets it pass. */
  flaws: flawsSchema,
  /** Why the AI wrote no email to this person (`reason` is null: erased); null: it sees no reason against one. */
  unfit: z.strictObject({ reason: z.string().nullable() }).nullable(),
  /** The parts of the AI's text, in order. `cites`: what each rests on: ids of `basedOn`, `profile` (the business) or `offer`. */
  parts: z.array(part),
  /** The facts of the profile that the parts cite, in the words of the profile. `id`: of the partner's evidence, where there is some. */
  basedOn: z.array(z.strictObject({ id: z.string(), text: z.string(), url: z.string().nullable() })),
  /** The result of the person's newest rewriting while the text is the same; null: there is none. */
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
  /** How a person can steer it now (POST /api/campaign-sends/steer). */
  steers: z.array(z.enum(STEERS)),
  sentAt: z.string().nullable(),
  /** The media kit that left with it. `name`: null: erased, or not readable. */
  mediaKit: z.strictObject({ name: z.string().nullable(), size: z.number() }).nullable(),
  /** Only while its outcome is unknown. The time of the handover (null: not known to have happened), and the answer as a sentence. */
  unknown: z
    .strictObject({
      handedOverAt: z.string().nullable(),
      answer: z.string(),
    })
    .nullable(),
  /** It counts as sent because the user said so. */
  markedSent: z.boolean(),
  /** The provider's later report on it, the report as a sentence, and whether the email failed to arrive. */
  delivery: z
    .strictObject({
      report: z.enum(DELIVERY_REPORTS),
      text: z.string(),
      cameBack: z.boolean(),
      at: z.string(),
    })
    .nullable(),
  /** It came back and was not sent again, so it needs another address of the person. */
  needsAddress: z.boolean(),
  errorMessage: z.string().nullable(),
  partner: partnerSchema
    .pick({
      ...{ id: true, name: true, username: true, avatar: true, platform: true, industry: true, bio: true },
      ...{ followersCount: true, matchScore: true, roughScore: true },
    })
    .extend({
      contactInfo: z.strictObject({
        email: z.string().nullable(),
      }),
    }),
});
export type SendView = z.infer<typeof sendSchema>;

/** POST /api/campaign-sends/steer: 200, or 202 with the batch. `changed`: what the opposite takes back. */
export const steeredSchema = z.strictObject({
  changed: z.array(z.string()),
  refused: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
});
export type SteeredView = z.infer<typeof steeredSchema>;

/** POST /api/campaign-sends/{id}/improve: 200, or 202 while the AI still writes; then the message has it in `revision`. */
export const improvedTextSchema = z.strictObject({ subject: z.string(), body: z.string() });
export type ImprovedTextView = z.infer<typeof improvedTextSchema>;

/** POST /api/campaign-sends/{id}/copy: where it went; 202 while it is still being sent. */
export const copySchema = z.strictObject({ to: z.string().nullable() });
export type CopyView = z.infer<typeof copySchema>;

/** A message with an unknown outcome whose campaign was deleted. */
export const undecidedSchema = sendSchema.extend({
  campaignName: z.string().nullable(),
});
export type UndecidedView = z.infer<typeof undecidedSchema>;
