import { z } from 'zod';
import type { ExplainTopic } from '../../events/history/eventText.ts';
import type { ProofRule, Verdict } from '../../events/history/mailProof.ts';
import { DELIVERY_REPORTS } from '../../events/messages/messageEvents.ts';
import type { MessageStatus } from '../../events/messages/messageState.ts';
import { KINDS } from '../../events/shared/event.ts';
import { campaignSchema } from './campaigns.ts';
import { creditsSchema, statsSchema } from './dashboard.ts';
import { partnerSchema } from './partners.ts';
import { anyObject, textOf } from './parts.ts';
import { sendSchema, sendStatusSchema } from './sends.ts';

/** One message of GET /api/events/stream: which streams changed, never their content. */
export const streamNoticeSchema = z.strictObject({
  kind: z.string(),
  id: z.string(),
  type: z.string(),
  version: z.number(),
});
export type StreamNotice = z.infer<typeof streamNoticeSchema>;

/** One event of the log, decoded for a person and as stored. */
export const eventSchema = z.strictObject({
  /** `STREAM@VERSION`: one event of its tenant. */
  id: z.string(),
  tenant: z.string(),
  stream: z.string(),
  kind: z.enum(KINDS),
  version: z.number(),
  type: z.string(),
  at: z.string(),
  /** `user:ID`, `worker:TASK`, `webhook:sendgrid`, `recipient`, `system:…`. */
  actor: z.string(),
  /** The same for a person: "you", "a user", "Partner Pilot", … */
  by: z.string(),
  /** All events of one request have its id. */
  correlation: z.string(),
  /** The id of the event whose job did this; null: a call from outside, or the clock. */
  causation: z.string().nullable(),
  /** The event, as a sentence without its full stop. */
  what: z.string(),
  /**
   * Today's form of the event; null: it cannot be read. `personal` is null without personal data (`sealed: 'none'`), or if the person was erased or
   * is unreadable.
   */
  decoded: z
    .strictObject({
      data: anyObject,
      personal: anyObject.nullable(),
      sealed: z.enum(['none', 'opened', 'erased', 'unreadable']),
    })
    .nullable(),
  /** Why it cannot be decoded: a newer program wrote it, or its bytes were altered. */
  problem: z.string().nullable(),
  /** `payload` is the stored text, byte for byte; `hash` is hex; `cursor` its place in the whole log. */
  raw: z.strictObject({
    payload: z.string(),
    schemaVersion: z.number(),
    hash: z.string(),
    cursor: z.string(),
  }),
  /** The account that it is about, with its workspace, in an admin's timeline only; `email` null: it was erased. */
  account: z
    .strictObject({
      email: z.string().nullable(),
      workspaceId: z.string().nullable(),
    })
    .optional(),
  /** Its partner or campaign, in a user's own history. null: there is none, or it was erased. */
  about: z
    .strictObject({
      name: z.string().nullable(),
      email: z.string().nullable(),
      campaign: z.string().nullable(),
    })
    .optional(),
});
export type EventView = z.infer<typeof eventSchema>;

/**
 * GET /api/history and GET /api/admin/history: newest first. A call looks through a bounded part of the log. `next` goes into `before` for older
 * events, also when `events` is short or empty; null: there are none. `searchedBackTo` is how far this call looked.
 */
export const timelineSchema = z.strictObject({
  events: z.array(eventSchema),
  next: z.string().nullable(),
  searchedBackTo: z.string().nullable(),
});
export type TimelineView = z.infer<typeof timelineSchema>;

/** One reason of an event. `shownAbove`: its own reasons are at another place of the tree and are not repeated. */
export const causeSchema = z.strictObject({
  why: z.string(),
  event: eventSchema,
  get because(): z.ZodArray<typeof causeSchema> {
    return z.array(causeSchema);
  },
  shownAbove: z.boolean(),
});
export type CauseView = z.infer<typeof causeSchema>;

/** GET /api/history/causes?event=STREAM@VERSION: why it happened, back to the calls of people. The first reason of each event is the main one. */
export const causesSchema = z.strictObject({
  event: eventSchema,
  because: z.array(causeSchema),
});
export type CausesView = z.infer<typeof causesSchema>;

export const explainStepSchema = z.strictObject({
  topic: textOf<ExplainTopic>(),
  at: z.string(),
  by: z.string(),
  /** A sentence without its full stop. */
  text: z.string(),
  /** Names and values for experts: model, cost, hash, seed, … */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
  /** The id of the event that says so. */
  event: z.string(),
});
export type ExplainStepView = z.infer<typeof explainStepSchema>;

/** GET /api/history/explain/{messageId}: the story of one mail, oldest first. */
export const explainSchema = z.strictObject({
  message: z.strictObject({
    id: z.string(),
    status: textOf<MessageStatus>(),
    partner: z.string().nullable(),
    campaign: z.string().nullable(),
    erased: z.boolean(),
    /** The last attempt; null: none. `text`: as the provider got it, without the link to unsubscribe; null once erased. */
    sent: z
      .strictObject({
        at: z.string(),
        text: z.strictObject({ to: z.string(), from: z.string(), subject: z.string(), text: z.string() }).nullable(),
      })
      .nullable(),
    /** The approval that it left by. Admins and auditors read the name of the user. */
    approved: z.strictObject({ by: z.string(), at: z.string() }).nullable(),
    repliedAt: z.string().nullable(),
    report: z.enum(DELIVERY_REPORTS).nullable(),
  }),
  steps: z.array(explainStepSchema),
  /** Whether the last attempt that left kept each rule, from the log alone. null: nothing left, or the reader is the user. */
  proof: z
    .array(
      z.strictObject({
        rule: textOf<ProofRule>(),
        verdict: textOf<Verdict>(),
        text: z.string(),
        /** What the verdict rests on; null: no event, such as a list without an entry. */
        event: z.strictObject({ id: z.string(), at: z.string(), by: z.string() }).nullable(),
      }),
    )
    .nullable(),
});
export type ExplainView = z.infer<typeof explainSchema>;

/** GET /api/admin/history/emails, the newest first. `next` goes into `before`. Personal data is null once erased. */
export const emailsSchema = z.strictObject({
  emails: z.array(
    z.strictObject({
      tenant: z.string(),
      /** The owner of the workspace, by name and address; null: erased. */
      user: z.string().nullable(),
      id: z.string(),
      at: z.string(),
      status: sendStatusSchema,
      to: z.string().nullable(),
      subject: z.string().nullable(),
      partner: z.string().nullable(),
      campaign: z.string().nullable(),
      repliedAt: z.string().nullable(),
      report: z.enum(DELIVERY_REPORTS).nullable(),
    }),
  ),
  next: z.string().nullable(),
});
export type EmailsView = z.infer<typeof emailsSchema>;

/** The changes of a page's entries since a moment: those that differ now, and those that were removed. */
export const listChangesSchema = z.strictObject({
  changed: z.array(
    z.strictObject({
      id: z.string(),
      fields: z.array(z.string()),
    }),
  ),
  gone: z.array(z.string()),
});
export type ListChangesView = z.infer<typeof listChangesSchema>;

/** The number of approvals and sent emails until a moment. */
const soFarSchema = z.strictObject({ approved: z.number(), sent: z.number() });

/** A page of a list at a moment, the newest first. It may be short or empty; `next` goes into `after`. `total`: how many the whole list had, and has now. */
const pastList = <Item extends z.ZodType, What extends string>(what: What, item: Item) =>
  z.strictObject({
    what: z.literal(what),
    at: z.string(),
    soFar: soFarSchema,
    items: z.array(item),
    next: z.string().nullable(),
    total: z.strictObject({ was: z.number(), is: z.number() }),
    changes: listChangesSchema,
  });

/** What is about the next email belongs to now. */
const asOfCampaignSchema = campaignSchema.omit({
  hold: true,
  nextSendWhy: true,
  nextSendAt: true,
  nextDueAt: true,
  texts: true,
});
export type AsOfCampaignView = z.infer<typeof asOfCampaignSchema>;

/** GET /api/history/as-of?at=TIME&what=…: the screen at that moment, in its own shapes, and the changes since. */
export const asOfSchema = z.union([
  z.strictObject({
    what: z.literal('dashboard'),
    at: z.string(),
    soFar: soFarSchema,
    stats: statsSchema,
    credits: creditsSchema,
    /** `field`: such as `totalPartners`, `trends.responseRate` or `credits.used`. */
    changes: z.array(
      z.strictObject({
        field: z.string(),
        was: z.union([z.number(), z.string()]).nullable(),
        now: z.union([z.number(), z.string()]).nullable(),
      }),
    ),
  }),
  pastList('partners', partnerSchema),
  pastList('campaigns', asOfCampaignSchema),
  // bodies are included only if one campaign was asked for
  pastList('messages', sendSchema.partial({ body: true })),
]);
export type AsOfView = z.infer<typeof asOfSchema>;

/**
 * GET /api/history/days?zone= and /api/admin/history/days: when something first and last happened, and on which days (YYYY-MM-DD in the zone) how
 * much. As of `last` the data are current.
 */
export const eventDaysSchema = z.strictObject({
  first: z.string().nullable(),
  last: z.string().nullable(),
  days: z.array(
    z.strictObject({
      day: z.string(),
      events: z.number(),
    }),
  ),
  /** Equal parts of the time from `first` to `last`. */
  bins: z.array(z.strictObject({ events: z.number(), approved: z.number(), sent: z.number() })),
});
export type EventDaysView = z.infer<typeof eventDaysSchema>;

/** GET /api/history/number/{name}: the events that a number was counted from; `next` goes into `after`. `count` is the number on the screen. */
export const numberSchema = z.strictObject({
  name: z.string(),
  campaign: z.string().nullable(),
  count: z.number(),
  events: z.array(eventSchema),
  next: z.string().nullable(),
});
export type NumberView = z.infer<typeof numberSchema>;

/** One line of GET /api/events (NDJSON): an event as stored, personal parts sealed. `cursor` goes into `after`. */
export const feedLineSchema = z.strictObject({
  cursor: z.string(),
  tenant: z.string(),
  stream: z.string(),
  version: z.number(),
  type: z.string(),
  schemaVersion: z.number(),
  at: z.string(),
  actor: z.string(),
  correlation: z.string(),
  causation: z.string().nullable(),
  hash: z.string(),
  payload: z.strictObject({
    d: anyObject,
    p: z
      .strictObject({
        k: z.string(),
        iv: z.string(),
        ct: z.string(),
        tag: z.string(),
      })
      .optional(),
  }),
});
export type FeedLine = z.infer<typeof feedLineSchema>;
