import { z } from 'zod';
import { OFFERED } from '../../events/conversations/offers.ts';
import { wantData } from '../../events/conversations/wants.ts';
import { REPLY_LABELS } from '../../events/messages/replyLabels.ts';
import { LEGAL_RIGHTS } from '../../events/privacy/legalRequest.ts';
import { HOLD_SIGNS } from '../../events/shared/doNotContact.ts';
import { partnerDetailSchema, partnerSchema } from './partners.ts';
import { flawsSchema, sendSchema } from './sends.ts';

const labelSchema = z.enum(REPLY_LABELS);

/** A conversation as lists show it. Its id is `<campaign>.<partner>`. */
export const conversationSchema = z.strictObject({
  id: z.string(),
  partner: partnerSchema.pick({ id: true, name: true, username: true, avatar: true, platform: true }),
  /** `name` is null once the campaign is erased. */
  campaign: z.strictObject({ id: z.string(), name: z.string().nullable() }),
  /** Its label, by the newest mail of a person or by the user; null: not known yet. */
  label: labelSchema.nullable(),
  labeledBy: z.enum(['ai', 'rules', 'user']).nullable(),
  /** The question to the user about it (conversations/question.ts). Until they answer, nothing leaves to this person. */
  question: z
    .strictObject({
      ...{ sign: z.enum(HOLD_SIGNS), receivedId: z.string() },
      ...{ unproved: z.boolean(), askedAt: z.string() },
    })
    .nullable(),
  /** A request by law. `answerBy`: the day on which the law wants it answered. Nothing leaves to this person until it is done. */
  legalRequest: z
    .strictObject({ right: z.enum(LEGAL_RIGHTS).nullable(), answerBy: z.string(), done: z.boolean() })
    .nullable(),
  unread: z.boolean(),
  done: z.boolean(),
  lastReceivedAt: z.string(),
  /** When the user answered the newest mail; null: not yet. */
  answeredAt: z.string().nullable(),
  /** The beginning of the newest mail; null: erased. */
  last: z
    .strictObject({
      from: z.string(),
      fromName: z.string().nullable(),
      subject: z.string(),
      text: z.string(),
      /** No program could read it. */
      unparsed: z.boolean(),
    })
    .nullable(),
  /** The number of received mails. */
  received: z.number(),
});
export type ConversationView = z.infer<typeof conversationSchema>;

/** POST /api/inbox/{id}/label and /question. `undone`: withdrawn effects of the label before. */
export const labeledSchema = conversationSchema.extend({
  undone: z.array(z.enum(['hold', 'suppression', 'discount'])),
});
export type LabeledView = z.infer<typeof labeledSchema>;

/**
 * GET /api/inbox, a page. `next`: where the following one begins; null after the last. `counts`: all conversations (of the campaign, if asked for),
 * regardless of other filters. `labels`: the open ones.
 */
export const inboxSchema = z.strictObject({
  conversations: z.array(conversationSchema),
  next: z.string().nullable(),
  counts: z.strictObject({
    unread: z.number(),
    unanswered: z.number(),
    open: z.number(),
    done: z.number(),
    labels: z.record(labelSchema, z.number()),
  }),
});
export type InboxView = z.infer<typeof inboxSchema>;

/** POST /api/inbox/{id}/draft: 200, or 202 while the AI still writes; then the thread has it in `draft`. `flaws`: as there. */
export const answerDraftSchema = z.strictObject({ body: z.string(), flaws: flawsSchema });
export type AnswerDraftView = z.infer<typeof answerDraftSchema>;

/** GET /api/inbox/unread: for the sidebar, and what waits for an answer. */
export const unreadSchema = z.strictObject({ unread: z.number(), unanswered: z.number() });

/** A mail of ours in a thread: one that left, or an answer that may still leave. `at`: when it left, or was written. */
export const sentMailSchema = sendSchema.extend({
  kind: z.literal('sent'),
  at: z.string(),
  /** Who else an answer is for. */
  copies: z.array(z.string()),
  /** An answer that waits: until then it can be taken back (ISO 8601). null: it does not wait. */
  undoUntil: z.string().nullable(),
  /** The end of the mail below its text: signature, postal address, unsubscribe link. null: it did not leave. */
  signature: z.string().nullable(),
});

export type SentMailView = z.infer<typeof sentMailSchema>;

/** `html` is sanitized; still show it in a sandboxed frame. Texts are null once they are erased or unreadable. */
export const receivedMailSchema = z.strictObject({
  kind: z.literal('received'),
  id: z.string(),
  at: z.string(),
  from: z.string().nullable(),
  fromName: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  /** Of the text: what its writer wrote now. */
  newPart: z.string().nullable(),
  html: z.string().nullable(),
  /** A program wrote it. */
  automatic: z.boolean(),
  label: labelSchema.nullable(),
  /** What the AI found in it, the weightiest first. `quote`: the words that show it; null: erased. */
  wants: z.array(wantData.extend({ quote: z.string().nullable() })),
  /** The text was cut at the limit. */
  truncated: z.boolean(),
  /** No program could read more than its headers. */
  unparsed: z.boolean(),
  /** The receiving mailbox still has it; otherwise it is lost. */
  inMailbox: z.boolean(),
  /** Its attachments. `size`: in bytes; null: not known. `kept`: GET /api/inbox/{id}/files/{mail}/{place in this list} has it. */
  files: z.array(
    z.strictObject({ name: z.string(), type: z.string(), size: z.number().nullable(), kept: z.boolean() }),
  ),
});

const answerProblemSchema = z.strictObject({
  /** The problem and its fix. */
  text: z.string(),
  /** ISO 8601, where it ends with time. */
  until: z.string().nullable(),
  /** The part of Settings where the user can fix it. */
  where: z.enum(['email-provider', 'gmail', 'microsoft', 'mailbox', 'profile', 'do-not-contact']).nullable(),
  /** The sending account that it is about; unset: none of them. */
  account: z.string().optional(),
});
export type AnswerProblemView = z.infer<typeof answerProblemSchema>;

/** GET /api/inbox/{id}: both sides in the order of time, and the partner. */
export const threadSchema = conversationSchema.extend({
  partner: partnerDetailSchema,
  /** The newest draft of an answer by the AI. `body` is null while it is written, and when it failed (`reason`). */
  draft: z
    .strictObject({
      id: z.string(),
      status: z.enum(['open', 'done', 'failed']),
      body: z.string().nullable(),
      reason: z.string().nullable(),
      /** The check's objections by current facts. It blocks nothing. */
      flaws: flawsSchema,
    })
    .nullable(),
  /** What their words suggest. It is done only after a yes. `name` and `email`: as they wrote them. */
  offers: z.array(
    z.strictObject({
      ...{ receivedId: z.string(), label: z.enum(OFFERED), quote: z.string().nullable() },
      ...{ name: z.string().nullable(), email: z.string().nullable(), until: z.string().nullable() },
    }),
  ),
  /**
   * For the form: `step` goes into the call. `to`: where the writer of the newest mail wants the answer; `choices`: where else it may go, with it.
   * `copies`: who else got that mail, and gets the answer. `problem`: why nothing can be sent now.
   */
  answer: z.strictObject({
    step: z.string(),
    subject: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    choices: z.array(z.string()),
    copies: z.array(z.string()),
    problem: answerProblemSchema.nullable(),
  }),
  mails: z.array(z.discriminatedUnion('kind', [sentMailSchema, receivedMailSchema])),
});
export type ThreadView = z.infer<typeof threadSchema>;
export type ThreadMailView = ThreadView['mails'][number];
