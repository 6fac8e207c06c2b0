/** The events of a message in the log. */

import { z } from 'zod';
import { VARIANTS } from '../campaigns/variants.ts';
import type { EventOf } from '../shared/event.ts';
import { reasonSchema } from '../shared/reasonSchema.ts';
import { FLAW_RULES } from './check/flaw.ts';
import { part } from './parts.ts';
import { REPLY_LABELS } from './replyLabels.ts';

const textOf = z.object({ subject: z.string(), body: z.string() });

const flaws = z.array(z.object({ rule: z.enum(FLAW_RULES), quote: z.string() }));

export type MessageText = z.infer<typeof textOf>;

const addressedTo = z.object({ to: z.string(), name: z.string().nullable(), copies: z.array(z.string()) });
export type AddressedTo = z.infer<typeof addressedTo>;

/** The version of the A/B test, and the id of its text. Unset: there is no test. */
const version = { variant: z.enum(VARIANTS).optional(), variantTextId: z.string().optional() };

const attempt = z.object({ attempt: z.number() });

const drawnFrom = {
  zone: z.string(),
  dailyLimit: z.number(),
  hours: z.object({ from: z.string(), to: z.string(), weekdays: z.array(z.number()).readonly() }),
  mailboxCap: z.number(),
  rampUp: z.boolean(),
  /** In the working hours of the recipients, too; unset: not. */
  recipientHours: z.boolean().optional(),
  /** Nothing left the mailbox before this (ISO 8601); unset: nothing held it. */
  heldUntil: z.string().optional(),
  /** An earlier day was too close to another campaign; unset: none was. */
  keptApart: z.boolean().optional(),
};

/** The rules by which a send time was drawn: when they change, it is drawn again. */
export type SchedulingRules = z.infer<z.ZodObject<typeof drawnFrom>>;

/** A provider's reports on an accepted email, the lesser first. A later, lesser report does not hide a graver one. */
export const DELIVERY_REPORTS = [
  'deferred',
  'delivered',
  'blocked',
  'dropped',
  'bounced',
  'unsubscribed',
  'complained',
] as const;

export type DeliveryReport = (typeof DELIVERY_REPORTS)[number];

export const isGraver = (report: DeliveryReport, than: DeliveryReport | undefined): boolean =>
  than === undefined || DELIVERY_REPORTS.indexOf(report) > DELIVERY_REPORTS.indexOf(than);

export const LABELED_REPORTS = ['bounced', 'unsubscribed'] as const satisfies DeliveryReport[];
export type LabeledReport = (typeof LABELED_REPORTS)[number];

/**
 * `id`, `textId` and `afterDays`: of the campaign's follow-up that it is (campaigns/followUps.ts). `number`: 1 for the first follow-up to the
 * person. `follows`: the message after which it is written. `notBefore`: ISO 8601; no plan sends it earlier.
 */
const followUp = z.object({
  id: z.string(),
  textId: z.string(),
  afterDays: z.number(),
  number: z.number(),
  follows: z.string(),
  notBefore: z.string(),
});

export type FollowUpOf = z.infer<typeof followUp>;

export const messageDefinitions = {
  /** `resendOf`: the unconfirmed message that this one replaces. `followUp`: it is one, or sends one again. */
  MessageDrafted: {
    version: 1,
    data: z.object({
      campaignId: z.string(),
      partnerId: z.string(),
      step: z.string(),
      resendOf: z.string().nullable(),
      followUp: followUp.optional(),
    }),
  },
  /** A message of the plan waits longer: the person is away, or somebody asked for it. */
  EmailPostponed: {
    version: 1,
    data: z.object({ notBefore: z.string(), reason: z.enum(['automatic', 'later', 'user']) }),
  },
  /** The campaign gave its follow-up another wait. */
  FollowUpWaitChanged: { version: 1, data: z.object({ afterDays: z.number(), notBefore: z.string() }) },
  /** `followUp`: where it begins again as a follow-up of another email, for another day, or with another text. */
  MessageReopened: {
    version: 1,
    data: z.object({ followUp: followUp.optional() }),
  },
  MessageGenerated: {
    version: 1,
    data: z.object({
      runId: z.string(),
      model: z.string(),
      promptVersion: z.string(),
      ...version,
      /** An AI is to compare it with the facts. */
      toJudge: z.literal(true).optional(),
    }),
    personal: textOf.extend({ parts: z.array(part) }),
  },
  /** The AI wrote no text: what is known of the person speaks against it. Only a person decides otherwise. */
  MessageUnfit: {
    version: 1,
    data: z.object({ runId: z.string(), model: z.string(), promptVersion: z.string(), ...version }),
    personal: z.object({ reason: z.string() }),
  },
  /** A person wants a text all the same. `runId`: of its generation. */
  UnfitOverridden: { version: 1, data: z.object({ runId: z.string() }) },
  /** The AI compared this very text with the facts. It only adds flaws (check/flaw.ts). */
  MessageJudged: {
    version: 1,
    data: z.object({ textHash: z.string(), model: z.string(), promptVersion: z.string() }),
    personal: z.object({ flaws }),
  },
  MessageGenerationFailed: { version: 1, data: z.object({ runId: z.string(), reason: reasonSchema, ...version }) },
  /** `fromCampaign`: the user wrote the text for the whole campaign. */
  MessageEdited: { version: 1, data: z.object({ fromCampaign: z.literal(true).optional() }), personal: textOf },
  /** A person asked the AI to rewrite the text that they see. Its answer changes nothing until they save it (revision.ts). */
  TextRevisionRequested: {
    version: 1,
    data: z.object({ requestId: z.string() }),
    personal: textOf.extend({ instruction: z.string() }),
  },
  TextRevised: {
    version: 1,
    data: z.object({ requestId: z.string(), model: z.string(), promptVersion: z.string() }),
    personal: textOf.extend({ parts: z.array(part) }),
  },
  TextRevisionFailed: { version: 1, data: z.object({ requestId: z.string(), reason: reasonSchema }) },
  /** A user wants this text as an email to their own address (textCopy.ts). Nothing goes to the partner. */
  TextCopyRequested: {
    version: 1,
    data: z.object({ requestId: z.string(), userId: z.string() }),
    personal: textOf,
  },
  TextCopySent: { version: 1, data: z.object({ requestId: z.string() }) },
  TextCopyFailed: { version: 1, data: z.object({ requestId: z.string(), reason: reasonSchema }) },
  /** A person lets the text pass in spite of what the check found; `textHash`: this very text. */
  TextCheckOverridden: {
    version: 1,
    data: z.object({ textHash: z.string(), rules: z.array(z.enum(FLAW_RULES)) }),
    personal: z.object({ flaws }),
  },
  MessageApproved: {
    version: 1,
    data: z.object({ textHash: z.string(), by: z.enum(['start', 'edit', 'bulk', 'send_now', 'resend', 'follow_up']) }),
  },
  MessageApprovalWithdrawn: { version: 1, data: z.object({ reason: reasonSchema }) },
  /**
   * A time that was drawn for a mailbox, and all that it was drawn from. `gapSeconds`: the sandbox's gap in place of the hours (null: none). It is no
   * rule of the user's, so its change takes no time back.
   */
  EmailScheduled: {
    version: 1,
    data: z.object({
      at: z.string(),
      mailbox: z.string(),
      seed: z.number().nullable(),
      day: z.string(),
      ...drawnFrom,
      gapSeconds: z.object({ min: z.number(), max: z.number() }).nullable(),
      /** The user chose the time. */
      chosen: z.literal(true).optional(),
    }),
  },
  /** The user holds it: no plan gives it a time until the hold ends. Send Now ends it, too. */
  EmailHeld: { version: 1, data: z.object({}) },
  EmailHoldEnded: { version: 1, data: z.object({}) },
  EmailUnscheduled: { version: 1, data: z.object({ reason: reasonSchema }) },
  /** `leavesAt`: until then a person may take it back (ISO 8601); unset: it leaves at once. */
  SendNowRequested: { version: 1, data: z.object({ leavesAt: z.string().optional() }) },
  /** Where an answer goes, and who gets a copy of it. */
  AnswerAddressed: { version: 1, data: z.object({}), personal: addressedTo },
  /** A Send Now's obstacle is over. It is tried again at once, with its first time of asking. */
  SendNowResumed: { version: 1, data: z.object({}) },
  SendClaimed: { version: 1, data: attempt.extend({ worker: z.string(), leaseUntil: z.string() }) },
  /** `until`: the next try of a Send Now. null: a planned email, or a Send Now that is over. */
  SendReleased: { version: 1, data: attempt.extend({ reason: reasonSchema, until: z.string().nullable() }) },
  /**
   * `draftIn`: the account (SendingAccount.id) in which the mail is stored as a draft first. It leaves only after
   * DraftCreated. Without it, the mail is handed over in one call.
   */
  EmailDispatched: {
    version: 1,
    data: attempt.extend({
      sendId: z.string(),
      mailbox: z.string(),
      day: z.string(),
      addressHmac: z.string(),
      textHash: z.string(),
      draftIn: z.string().optional(),
      /** The file that left with it; unset: none. */
      file: z.object({ hash: z.string(), size: z.number() }).optional(),
    }),
    personal: z.object({
      to: z.string(),
      from: z.string(),
      subject: z.string(),
      text: z.string(),
      fileName: z.string().optional(),
    }),
  },
  /** The provider stored the mail as a draft. It leaves when the draft is sent. */
  DraftCreated: { version: 1, data: attempt.extend({ draftId: z.string(), threadId: z.string() }) },
  /**
   * The draft of an attempt was refused, or found unsent, and is deleted so that it can never be sent. Committed before the deletion: a draft
   * that is missing afterwards was deleted here.
   */
  DraftDeletionStarted: { version: 1, data: attempt },
  /** `threadId`: the conversation that it belongs to, where the provider has such. */
  /** `followed`, `last`: whether its campaign has follow-ups, and whether it may be the last one to leave; unset: not known. */
  EmailSent: {
    version: 1,
    data: attempt.extend({
      providerMessageId: z.string().nullable(),
      threadId: z.string().optional(),
      followed: z.boolean().optional(),
      last: z.boolean().optional(),
    }),
  },
  /** `putOff`: the server takes the mail to this recipient later (putOff.ts); unset: it did not leave for another reason. */
  EmailDeferred: {
    version: 1,
    data: attempt.extend({ until: z.string(), reason: reasonSchema, putOff: z.literal(true).optional() }),
  },
  EmailFailed: { version: 1, data: attempt.extend({ reason: reasonSchema }) },
  /** For a dispatched attempt. With the reason `restored`, for what may have been sent after the copy. */
  EmailOutcomeUnknown: { version: 1, data: attempt.extend({ reason: reasonSchema }) },
  /** A person decided that a message of unknown fate counts as sent; the event's actor says who. */
  EmailMarkedSent: { version: 1, data: attempt },
  /** An unconfirmed message ends unknown. A person sent it again as another step, or (null) dismissed it, since its campaign is gone. */
  MessageAbandoned: { version: 1, data: attempt.extend({ resendStep: z.string().nullable() }) },
  /** The provider tells what became of a mail that it took (delivery.ts), and when (null: it did not say). Its words may name people. */
  DeliveryReported: {
    version: 1,
    data: attempt.extend({ report: z.enum(DELIVERY_REPORTS), happenedAt: z.string().nullable() }),
    personal: z.object({ reason: z.string() }),
  },
  /** A label of the conversation says the same as such a report, until another label takes it back. */
  DeliveryLabeled: { version: 1, data: attempt.extend({ report: z.enum(LABELED_REPORTS) }) },
  DeliveryUnlabeled: { version: 1, data: attempt },
  ReplyReceived: { version: 1, data: z.object({ by: z.enum(['user', 'mailbox']) }) },
  /** A program wrote the supposed reply, so it no longer counts. */
  ReplyDiscounted: { version: 1, data: z.object({ label: z.enum(REPLY_LABELS) }) },
  /** `removal`: the decision on the partner whose Undo restores the message (partner.ts); null: nothing does. */
  MessageCancelled: { version: 1, data: z.object({ reason: reasonSchema, removal: z.number().nullable() }) },
  /** What had cancelled it was undone. */
  MessageRestored: { version: 1, data: z.object({}) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;

export type MessageEvent = EventOf<typeof messageDefinitions>;
export type SendPlanEntry = Extract<MessageEvent, { type: 'EmailScheduled' }>['data'];
