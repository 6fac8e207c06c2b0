import { z } from 'zod';
import { FOLLOW_UP_WRITERS } from '../../events/campaigns/followUps.ts';
import { shownSettings } from '../../events/campaigns/settings.ts';
import { START_CHECK_CODES } from '../../events/campaigns/startChecks.ts';
import { VARIANTS, VARIES } from '../../events/campaigns/variants.ts';
import { CAMPAIGN_METRICS, type CampaignMetric } from '../../events/history/metrics.ts';
import type { SendBlocker } from '../../events/sending/sendBlockers.ts';
import { CAMPAIGN_STATUSES } from '../../events/shared/options.ts';
import { numbersOf, sendWhy, textOf } from './parts.ts';

/** Parts of Settings where a user can fix what keeps mail. */
const IN_SETTINGS = ['email-provider', 'gmail', 'microsoft', 'mailbox', 'profile'] as const;

/** Why none of the user's mail leaves for now (sendBlockers.ts). */
export const holdSchema = z.strictObject({
  kind: textOf<SendBlocker['kind']>(),
  /** ISO 8601; null: until a person fixes it. */
  until: z.string().nullable(),
  /** The event that ends it, as the end of "No emails leave …", if no time does. */
  ends: z.string(),
  /** A sentence without its full stop. */
  reason: z.string(),
  whatToDo: z.string(),
  /** The part of Settings where the user can fix it. */
  where: z.enum(IN_SETTINGS).nullable(),
  /** Its sending account; unset: all of them, or the first. */
  account: z.string().optional(),
});
export type HoldView = z.infer<typeof holdSchema>;

type ShownMetric = Exclude<CampaignMetric, `run${string}`>;

/** The counts of a campaign; those of its running generation are in `generation`. */
const counts = numbersOf(
  (Object.keys(CAMPAIGN_METRICS) as CampaignMetric[]).filter((name): name is ShownMetric => !name.startsWith('run')),
);

export const campaignSchema = z.strictObject({
  id: z.string(),
  ...shownSettings,
  status: z.enum(CAMPAIGN_STATUSES),
  /** In order: days after the email before, and instructions for the AI or the user's own text. */
  followUps: z.array(
    z.strictObject({ id: z.string(), afterDays: z.number(), writer: z.enum(FOLLOW_UP_WRITERS), text: z.string() }),
  ),
  /** The varied field, B's text, and the user's choice for the rest. null: the first email has one version. */
  abTest: z
    .strictObject({ varies: z.enum(VARIES), variantB: z.string(), chosen: z.enum(VARIANTS).nullable() })
    .nullable(),
  /** When the next follow-up that waits is due. */
  nextDueAt: z.string().nullable(),
  ...counts,
  responseRate: z.number(),
  nextSendAt: z.string().nullable(),
  /** Why the next one leaves then and not now, or why none does; null when nothing is left to send. */
  nextSendWhy: sendWhy.nullable(),
  /** The hold of its waiting mail; of a draft, the provider's refusal. */
  hold: holdSchema.nullable(),
  /** `toRead`: texts that a person should read, approved or not. `flagged`: those of them without an approval. `checking`: all that are being checked. */
  texts: z.strictObject({ toRead: z.number(), flagged: z.number(), checking: z.number() }),
  /** The running generation, or null. */
  generation: z
    .strictObject({
      requested: z.number(),
      done: z.number(),
      failed: z.number(),
    })
    .nullable(),
  /** Its list shows it only in its filter of that name. */
  archived: z.boolean(),
  createdAt: z.string(),
});
export type CampaignView = z.infer<typeof campaignSchema>;

const outcomes = numbersOf(['sent', 'replied', 'interested', 'bounced', 'unsubscribed']);

/** GET /api/campaign-figures, by step and version. `delivered`: null if no provider reports deliveries. */
export const campaignFiguresSchema = z.strictObject({
  timezone: z.string(),
  campaigns: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().nullable(),
      steps: z.array(
        z.strictObject({
          step: z.number(),
          version: z.enum(VARIANTS).nullable(),
          ...outcomes,
          delivered: z.number().nullable(),
        }),
      ),
    }),
  ),
});
export type CampaignFiguresView = z.infer<typeof campaignFiguresSchema>;

const changes = numbersOf(['changed', 'toReview', 'ended', 'kept', 'started']);

/** POST /api/campaigns/{id}/edit-preview: the people whom an edit of the follow-ups concerns (events/messages/followUpEdit.ts). */
export const followUpChangesSchema = z.strictObject({ ...changes, completes: z.boolean() });
export type FollowUpChangesView = z.infer<typeof followUpChangesSchema>;

/** GET /api/campaigns/{id}/ab-test: how the versions of the first email do; null: there is one version. */
export const abTestSchema = z
  .strictObject({
    /** A, then B. Each partner counts once, whichever email of the campaign they got or answered. */
    variants: z.array(
      z.strictObject({
        variant: z.enum(VARIANTS),
        /** The subject, invitation or instructions of this version; null once the campaign was erased. */
        text: z.string().nullable(),
        sent: z.number(),
        replied: z.number(),
        interested: z.number(),
        bounced: z.number(),
        unsubscribed: z.number(),
        complained: z.number(),
        responseRate: z.number(),
        /** Counts emails with a text that this version had before an edit. They count in nothing above; null: there are none. */
        earlier: z.strictObject({ sent: z.number(), replied: z.number() }).nullable(),
      }),
    ),
    /** Whether the difference means anything yet, in words. */
    verdict: z.strictObject({
      kind: z.enum(['early', 'unclear', 'better']),
      better: z.enum(VARIANTS).nullable(),
      text: z.string(),
    }),
    chosen: z.enum(VARIANTS).nullable(),
    /** After a choice: unapproved texts that stay in the other version, because the AI could not write them. */
    inOtherVersion: z.number(),
  })
  .nullable();
export type AbTestView = z.infer<typeof abTestSchema>;

/** The messages that were on their way already when a campaign was stopped: these may still leave, and no others. */
export const sendingNowSchema = z.array(
  z.strictObject({
    id: z.string(),
    partnerName: z.string().nullable(),
  }),
);
export type SendingNowView = z.infer<typeof sendingNowSchema>;

/** PUT /api/campaigns/{id}/status. `sendingNow` is empty but for a pause. */
export const campaignStatusSchema = campaignSchema.extend({
  sendingNow: sendingNowSchema,
});
export type CampaignStatusView = z.infer<typeof campaignStatusSchema>;

/** DELETE /api/campaigns/{id}. */
export const campaignDeletedSchema = z.strictObject({
  success: z.literal(true),
  sendingNow: sendingNowSchema,
});
export type CampaignDeletedView = z.infer<typeof campaignDeletedSchema>;

/** GET /api/campaigns/{id}/schedule: a page of the sends to come, in their order, and how full each of their days is (`yyyy-mm-dd` in `timezone`). */
export const scheduleSchema = z.strictObject({
  timezone: z.string(),
  /** The sandbox's gap replaces the sending hours (SEND_GAP_SECONDS). */
  anyHour: z.boolean(),
  /** Of all pages. */
  total: z.number(),
  sends: z.array(
    z.strictObject({
      messageId: z.string(),
      partnerName: z.string().nullable(),
      /** 1 for the first message to the partner. */
      step: z.number(),
      at: z.string(),
      day: z.string(),
      /** The address of the account that it leaves from; null: there is one account only. */
      from: z.string().nullable(),
      why: sendWhy,
      /** The recipient's possible zones, and whether all are at work then. null: not asked for, or unknown. */
      recipient: z.strictObject({ zones: z.array(z.string()), atWork: z.boolean() }).nullable(),
    }),
  ),
  /** `planned` includes today's sent emails; `limit` is the campaign's, and the mailbox's are beside. */
  days: z.array(
    z.strictObject({
      day: z.string(),
      planned: z.number(),
      limit: z.number(),
      mailboxPlanned: z.number(),
      mailboxLimit: z.number(),
    }),
  ),
});
export type ScheduleView = z.infer<typeof scheduleSchema>;

/** GET /api/calendar: the emails of a week (`yyyy-mm-dd` in `timezone`, from Monday on) of all campaigns, in their order. */
export const calendarSchema = z.strictObject({
  timezone: z.string(),
  today: z.string(),
  days: z.array(z.string()),
  sends: z.array(
    z.strictObject({
      messageId: z.string(),
      campaignId: z.string(),
      campaignName: z.string().nullable(),
      campaignDeleted: z.boolean(),
      partnerName: z.string().nullable(),
      at: z.string(),
      day: z.string(),
      status: z.enum(['planned', 'sent', 'replied']),
    }),
  ),
  /** false: the week has more than are listed. */
  complete: z.boolean(),
});
export type CalendarView = z.infer<typeof calendarSchema>;

/** GET /api/campaigns/{id}/start-preview: what Start or Resume would set going. */
export const startPreviewSchema = z.strictObject({
  /** Messages that would leave, one after the other: none that is flagged, and one for each address. */
  messages: z.number(),
  /** Each follow-up: its days after the email before it, its writer, and the most people who get it. */
  followUps: z.array(z.strictObject({ afterDays: z.number(), writer: z.enum(FOLLOW_UP_WRITERS), emails: z.number() })),
  /** The addresses that they leave from. */
  from: z.array(z.string()),
  /** When each would leave, as Start would plan it now: the first of them, and over how many days. */
  plan: z.strictObject({
    timezone: z.string(),
    sends: z.array(
      z.strictObject({ messageId: z.string(), partnerName: z.string().nullable(), at: z.string(), day: z.string() }),
    ),
    days: z.number(),
  }),
  dailyLimit: z.number(),
  /** Between which moments the first one leaves. */
  first: z.strictObject({ from: z.string(), until: z.string() }).nullable(),
  /** Checks that the user should know before Start (events/campaigns/startChecks.ts). Start is refused while one blocks. */
  checks: z.array(
    z.strictObject({
      code: z.enum(START_CHECK_CODES),
      severity: z.enum(['blocks', 'warns', 'tells']),
      /** Of emails, partners, texts or accounts. */
      count: z.number(),
      /** Some of them; null: erased. */
      names: z.array(z.string().nullable()).optional(),
      /** The address, domain, moment or reason that it is about. */
      detail: z.string().optional(),
      /** Emails to one person are at least this many days apart. */
      days: z.number().optional(),
      /** Where the user can fix it: the campaign, its review, a test email, or a part of Settings. */
      fix: z.enum(['campaign', 'review', 'test-email', 'sending-domain', ...IN_SETTINGS]).nullable(),
      account: z.string().optional(),
    }),
  ),
});
export type StartPreviewView = z.infer<typeof startPreviewSchema>;

export const addPartnersSchema = z.strictObject({
  addedCount: z.number(),
  skipped: z.array(
    z.strictObject({
      partnerId: z.string(),
      reason: z.string(),
    }),
  ),
});
export type AddPartnersView = z.infer<typeof addPartnersSchema>;

export const generateMessagesSchema = z.strictObject({
  generatedCount: z.number(),
  /** People to whom the AI wrote nothing, with its reason on the message. */
  unfitCount: z.number(),
  failedCount: z.number(),
  /** Why, where it is the same for all that failed. */
  failedReason: z.string().optional(),
  keptEdited: z.number(),
});
export type GenerateMessagesView = z.infer<typeof generateMessagesSchema>;
