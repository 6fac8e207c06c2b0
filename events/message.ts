/**
 * One message to one partner in one campaign, and its way out of the house:
 *
 *   drafted → approved → scheduled → claimed → dispatching → sent | deferred | failed | unknown
 *
 * A text is drafted (written by the AI or by hand) and must be approved, by its hash, before it may leave. A scheduled or an
 * immediate ("Send Now") message is claimed by one worker under a lease. `dispatching` is committed before a byte leaves: from
 * there only the provider's answer decides. An attempt whose answer never came is `unknown` and is never sent again by itself: a person
 * decides that it counts as sent, or sends it again, which makes a new message and leaves this one `abandoned` (unknown.ts). An answer that
 * comes after all settles either of them truthfully.
 * deferred keeps its approval and is claimed again when its time has come. A claim is released without harm while nothing was
 * dispatched: a planned message goes back to the plan, a Send Now waits (deferred) for its next moment, for a day. Cancelled is possible until
 * dispatching; a cancelled message that never was on its way is reopened when its partner joins again. A reply is a mark on a sent
 * message. A failed one surely never left: its text can be edited, for a re-send.
 */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';
import { Refused } from './refused.ts';

const textOf = z.object({ subject: z.string(), body: z.string() });
export type MessageText = z.infer<typeof textOf>;
const attempt = z.object({ attempt: z.number() });
const drawnFrom = {
  zone: z.string(),
  dailyLimit: z.number(),
  hours: z.object({ from: z.string(), to: z.string(), weekdays: z.array(z.number()).readonly() }),
  mailboxCap: z.number(),
  rampUp: z.boolean(),
};
/** The rules by which a send time was drawn: when they change, it is drawn again. */
export type DrawnFrom = z.infer<z.ZodObject<typeof drawnFrom>>;

/** What a provider tells of a mail that it took, the lesser first: a later, lesser report does not hide a graver one. */
export const DELIVERY_REPORTS = ['blocked', 'dropped', 'bounced', 'unsubscribed', 'complained'] as const;
export type DeliveryReport = (typeof DELIVERY_REPORTS)[number];

export const messageDefinitions = {
  MessageDrafted: { version: 1, data: z.object({ campaignId: z.string(), partnerId: z.string(), step: z.string() }) },
  MessageReopened: { version: 1, data: z.object({}) },
  MessageGenerated: {
    version: 1,
    data: z.object({ runId: z.string(), model: z.string(), promptVersion: z.string() }),
    personal: textOf,
  },
  MessageGenerationFailed: { version: 1, data: z.object({ runId: z.string(), reason: z.string() }) },
  MessageEdited: { version: 1, data: z.object({}), personal: textOf },
  MessageApproved: {
    version: 1,
    data: z.object({ textHash: z.string(), by: z.enum(['start', 'edit', 'send_now', 'resend']) }),
  },
  MessageApprovalWithdrawn: { version: 1, data: z.object({ reason: z.string() }) },
  /** A time that was drawn, and all that it was drawn from. */
  EmailScheduled: { version: 2, data: z.object({ at: z.string(), seed: z.number(), day: z.string(), ...drawnFrom }) },
  EmailUnscheduled: { version: 1, data: z.object({ reason: z.string() }) },
  SendNowRequested: { version: 1, data: z.object({}) },
  SendClaimed: { version: 1, data: attempt.extend({ worker: z.string(), leaseUntil: z.string() }) },
  /** `until`: when a Send Now is tried again; null for a mail of the plan, and for a Send Now that is over. */
  SendReleased: { version: 2, data: attempt.extend({ reason: z.string(), until: z.string().nullable() }) },
  EmailDispatched: {
    version: 1,
    data: attempt.extend({
      sendId: z.string(),
      mailbox: z.string(),
      day: z.string(),
      addressHmac: z.string(),
      textHash: z.string(),
    }),
    personal: z.object({ to: z.string(), from: z.string(), subject: z.string(), text: z.string() }),
  },
  EmailSent: { version: 1, data: attempt.extend({ providerMessageId: z.string().nullable() }) },
  EmailDeferred: { version: 1, data: attempt.extend({ until: z.string(), reason: z.string() }) },
  EmailFailed: { version: 1, data: attempt.extend({ reason: z.string() }) },
  EmailOutcomeUnknown: { version: 1, data: attempt.extend({ reason: z.string() }) },
  /** A person decided that a message of unknown fate counts as sent; the event's actor says who. */
  EmailMarkedSent: { version: 1, data: attempt },
  /** A person sent a message of unknown fate again, as the message of another step: this one ends without its fate known. */
  MessageAbandoned: { version: 1, data: attempt.extend({ resendStep: z.string() }) },
  /** The provider tells what became of a mail that it took (delivery.ts). Its words may name people. */
  DeliveryReported: {
    version: 1,
    data: attempt.extend({ report: z.enum(DELIVERY_REPORTS) }),
    personal: z.object({ reason: z.string() }),
  },
  ReplyReceived: { version: 1, data: z.object({ by: z.enum(['user', 'mailbox']) }) },
  MessageCancelled: { version: 1, data: z.object({ reason: z.string() }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type MessageEvent = EventOf<typeof messageDefinitions>;

export type MessageStatus =
  | 'none'
  | 'drafted'
  | 'approved'
  | 'scheduled'
  | 'claimed'
  | 'dispatching'
  | 'sent'
  | 'deferred'
  | 'failed'
  | 'unknown'
  | 'abandoned'
  | 'cancelled';

export type MessageState = {
  status: MessageStatus;
  campaignId: string;
  partnerId: string;
  step: string;
  text: MessageText | null;
  hasText: boolean;
  edited: boolean;
  erased: boolean;
  lastRun: { runId: string; outcome: 'generated' | 'failed'; reason: string | null } | null;
  approvedHash: string | null;
  scheduledAt: string | null;
  scheduledDay: string | null;
  /** By which rules that time was drawn. */
  drawnFrom: DrawnFrom | null;
  /** Send Now was asked for: window, gap and campaign state do not hold it back. */
  immediate: boolean;
  /** When that was asked for. */
  askedAt: string | null;
  attempt: number;
  claim: { worker: string; leaseUntil: string } | null;
  /** The last attempt that was on its way. */
  dispatch: { attempt: number; sendId: string; mailbox: string; day: string; to: string | null; at: string } | null;
  sentAt: string | null;
  providerMessageId: string | null;
  reason: string | null;
  /** It counts as sent because a person said so; no provider has confirmed it. */
  markedSent: boolean;
  /** What the provider told of the mail after it took it. */
  delivery: { report: DeliveryReport; reason: string | null } | null;
  replied: boolean;
  repliedAt: string | null;
  createdAt: string;
};

const initial: MessageState = {
  status: 'none',
  campaignId: '',
  partnerId: '',
  step: '',
  text: null,
  hasText: false,
  edited: false,
  erased: false,
  lastRun: null,
  approvedHash: null,
  scheduledAt: null,
  scheduledDay: null,
  drawnFrom: null,
  immediate: false,
  askedAt: null,
  attempt: 0,
  claim: null,
  dispatch: null,
  sentAt: null,
  providerMessageId: null,
  reason: null,
  markedSent: false,
  delivery: null,
  replied: false,
  repliedAt: null,
  createdAt: '',
};

const planned = { immediate: false, askedAt: null } as const;
const unscheduled = { ...planned, scheduledAt: null, scheduledDay: null, drawnFrom: null, claim: null } as const;

function evolve(state: MessageState, event: Recorded<MessageEvent>): MessageState {
  switch (event.type) {
    case 'MessageDrafted':
      return { ...initial, status: 'drafted', ...event.data, createdAt: event.at };
    case 'MessageReopened': {
      const { campaignId, partnerId, step, attempt: attempts } = state;
      return { ...initial, status: 'drafted', campaignId, partnerId, step, attempt: attempts, createdAt: event.at };
    }
    case 'MessageGenerated':
      return {
        ...state,
        ...unscheduled,
        status: 'drafted',
        text: event.personal,
        hasText: true,
        edited: false,
        approvedHash: null,
        reason: null,
        lastRun: { runId: event.data.runId, outcome: 'generated', reason: null },
      };
    case 'MessageGenerationFailed':
      return { ...state, lastRun: { runId: event.data.runId, outcome: 'failed', reason: event.data.reason } };
    case 'MessageEdited':
      return { ...state, text: event.personal, hasText: true, edited: true };
    case 'MessageApproved':
      return {
        ...state,
        status: state.status === 'drafted' ? 'approved' : state.status,
        approvedHash: event.data.textHash,
      };
    case 'MessageApprovalWithdrawn':
      return { ...state, ...unscheduled, status: 'drafted', approvedHash: null, reason: event.data.reason };
    case 'EmailScheduled': {
      const { zone, dailyLimit, hours, mailboxCap, rampUp } = event.data;
      return {
        ...state,
        status: 'scheduled',
        ...planned,
        scheduledAt: event.data.at,
        scheduledDay: event.data.day,
        drawnFrom: { zone, dailyLimit, hours, mailboxCap, rampUp },
        reason: null,
      };
    }
    case 'EmailUnscheduled':
      return { ...state, ...unscheduled, status: 'approved', reason: event.data.reason };
    case 'SendNowRequested':
      return { ...state, ...unscheduled, status: 'approved', immediate: true, askedAt: event.at, reason: null };
    case 'SendClaimed':
      return {
        ...state,
        status: 'claimed',
        attempt: event.data.attempt,
        claim: { worker: event.data.worker, leaseUntil: event.data.leaseUntil },
      };
    case 'SendReleased': {
      const { until, reason } = event.data;
      if (until === null) return { ...state, ...unscheduled, status: 'approved', reason };
      return { ...state, claim: null, status: 'deferred', scheduledAt: until, scheduledDay: null, reason };
    }
    case 'EmailDispatched':
      return {
        ...state,
        status: 'dispatching',
        dispatch: {
          attempt: event.data.attempt,
          sendId: event.data.sendId,
          mailbox: event.data.mailbox,
          day: event.data.day,
          to: event.personal?.to ?? null,
          at: event.at,
        },
      };
    case 'EmailSent':
      return {
        ...state,
        ...unscheduled,
        status: 'sent',
        sentAt: event.at,
        providerMessageId: event.data.providerMessageId,
        markedSent: false,
        reason: null,
      };
    case 'EmailDeferred':
      return {
        ...state,
        status: 'deferred',
        claim: null,
        scheduledAt: event.data.until,
        scheduledDay: null,
        reason: event.data.reason,
      };
    case 'EmailFailed':
      return { ...state, ...unscheduled, status: 'failed', sentAt: null, markedSent: false, reason: event.data.reason };
    case 'EmailOutcomeUnknown':
      return { ...state, ...unscheduled, status: 'unknown', reason: event.data.reason };
    case 'EmailMarkedSent':
      // it left, if it did, when it was handed over
      return { ...state, status: 'sent', sentAt: state.dispatch?.at ?? event.at, markedSent: true };
    case 'MessageAbandoned':
      return { ...state, status: 'abandoned' };
    case 'DeliveryReported':
      return { ...state, delivery: { report: event.data.report, reason: event.personal?.reason ?? null } };
    case 'ReplyReceived':
      return { ...state, replied: true, repliedAt: event.at };
    case 'MessageCancelled':
      return { ...state, ...unscheduled, status: 'cancelled', reason: event.data.reason };
    case 'PersonErased':
      return {
        ...state,
        erased: true,
        text: null,
        dispatch: state.dispatch && { ...state.dispatch, to: null },
        delivery: state.delivery && { ...state.delivery, reason: null },
      };
  }
}

export const message: Aggregate<MessageState, MessageEvent> = {
  kind: 'message',
  definitions: messageDefinitions,
  foldVersion: 4,
  initial,
  evolve,
};

const FINAL: ReadonlySet<MessageStatus> = new Set(['sent', 'failed', 'abandoned', 'cancelled']);
const DISPATCHED: ReadonlySet<MessageStatus> = new Set(['dispatching', 'sent', 'failed', 'unknown', 'abandoned']);

/** Whether nothing more will happen to this message by itself. An unknown fate is not final: a person decides. */
export const isFinal = (status: MessageStatus): boolean => FINAL.has(status);

function mustExist(state: MessageState): void {
  if (state.status === 'none') throw new Refused('not_found', 'Campaign message not found');
}

/** Whether a partner's message still has to begin: there is none, or it was cancelled before it was ever on its way. */
export const mayJoin = (state: Pick<MessageState, 'status' | 'dispatch'>): boolean =>
  state.status === 'none' || (state.status === 'cancelled' && state.dispatch === null);

/**
 * A partner joins a campaign: an empty message. One that was cancelled (the partner was deleted, and added again) begins anew. A second
 * one for the same campaign, partner and step is a conflict.
 */
export function draftMessage(
  state: MessageState,
  ids: { campaignId: string; partnerId: string; step: string },
): MessageEvent[] {
  if (!mayJoin(state)) throw new Refused('conflict', 'This partner is in the campaign already.');
  return [state.status === 'none' ? { type: 'MessageDrafted', data: ids } : { type: 'MessageReopened', data: {} }];
}

/** The AI's text. A message that was cancelled, sent or edited meanwhile keeps what it has. */
export function recordGenerated(
  state: MessageState,
  result: { runId: string; model: string; promptVersion: string; text: MessageText; includeEdited: boolean },
): MessageEvent[] {
  // a text that the user just asked to send is not written over
  if ((state.status !== 'drafted' && state.status !== 'approved') || state.immediate) return [];
  if (state.erased || (state.edited && !result.includeEdited)) return [];
  if (state.lastRun?.runId === result.runId && state.lastRun.outcome === 'generated') return [];
  const { runId, model, promptVersion } = result;
  return [{ type: 'MessageGenerated', data: { runId, model, promptVersion }, personal: result.text }];
}

export function recordGenerationFailed(state: MessageState, runId: string, reason: string): MessageEvent[] {
  if (state.status === 'none' || state.lastRun?.runId === runId) return [];
  return [{ type: 'MessageGenerationFailed', data: { runId, reason } }];
}

/**
 * A hand-made text; the edit approves it (rulings). Refused once it is on its way or may have left. A failed message never left: it keeps
 * its fate, and a re-send takes the new text.
 */
export function editMessage(state: MessageState, text: MessageText, textHash: string): MessageEvent[] {
  mustExist(state);
  if (DISPATCHED.has(state.status) && state.status !== 'failed')
    throw new Refused('conflict', 'Cannot edit messages that have already been sent');
  if (state.status === 'claimed')
    throw new Refused('conflict', 'This message is being sent right now. Try again in a moment.');
  if (state.status === 'cancelled') throw new Refused('illegal', 'This message was cancelled and cannot be edited.');
  if (state.erased) throw new Refused('illegal', 'This person was erased; the message cannot be edited.');
  return [
    { type: 'MessageEdited', data: {}, personal: text },
    { type: 'MessageApproved', data: { textHash, by: 'edit' } },
  ];
}

/** Start approves every text as it stands; already approved is no event. */
export function approveMessage(state: MessageState, textHash: string, by: 'start'): MessageEvent[] {
  if (state.status !== 'drafted' || !state.hasText || state.erased) return [];
  return [{ type: 'MessageApproved', data: { textHash, by } }];
}

/** The address changed: what was not dispatched loses its approval and waits for review (rulings). */
export function withdrawApproval(state: MessageState, reason: string): MessageEvent[] {
  if (!['approved', 'scheduled', 'deferred', 'claimed'].includes(state.status)) return [];
  return [{ type: 'MessageApprovalWithdrawn', data: { reason } }];
}

export type SendPlanEntry = { at: string; seed: number; day: string } & DrawnFrom;

export function scheduleEmail(state: MessageState, entry: SendPlanEntry): MessageEvent[] {
  if (state.status !== 'approved' || state.immediate) return [];
  return [{ type: 'EmailScheduled', data: entry }];
}

/**
 * The campaign was paused, the time of a mail passed while nothing could be sent, or what it was drawn from has changed (replan.ts): back to
 * approved, to be planned again.
 */
export function unscheduleEmail(state: MessageState, reason: string): MessageEvent[] {
  if (state.status !== 'scheduled' && !(state.status === 'deferred' && !state.immediate)) return [];
  return [{ type: 'EmailUnscheduled', data: { reason } }];
}

/** Send Now approves this one text and puts it in front of the plan. 409 once it was sent (rulings: re-send is its own call). */
export function requestSendNow(state: MessageState, textHash: string | null): MessageEvent[] {
  mustExist(state);
  if (state.status === 'sent') throw new Refused('conflict', 'This message was already sent.');
  if (state.status === 'unknown') {
    throw new Refused('conflict', 'We could not confirm whether this message left. It is not sent again by itself.');
  }
  if (state.status === 'abandoned') throw new Refused('conflict', 'This message was sent again already.');
  if (state.status === 'cancelled') throw new Refused('illegal', 'This message was cancelled.');
  if (state.erased) throw new Refused('illegal', 'This person was erased; nothing can be sent.');
  const trying = state.immediate && !isHeldBack(state);
  if (state.status === 'claimed' || state.status === 'dispatching' || trying) return [];
  if (!state.hasText || textHash === null) {
    throw new Refused('illegal', 'This message has no text yet. Generate or write it first.');
  }
  if (state.status === 'failed') throw new Refused('conflict', 'This message failed. Edit the contact or re-send it.');
  return [
    ...(state.approvedHash === textHash
      ? []
      : [{ type: 'MessageApproved', data: { textHash, by: 'send_now' } } as const]),
    { type: 'SendNowRequested', data: {} },
  ];
}

/** Takes the message for one worker until the lease ends. Nothing when it is not due, or another worker holds it. */
export function claimSend(
  state: MessageState,
  claim: { worker: string; now: string; leaseUntil: string },
): MessageEvent[] {
  const due =
    (state.status === 'approved' && state.immediate) ||
    ((state.status === 'scheduled' || state.status === 'deferred') &&
      state.scheduledAt !== null &&
      state.scheduledAt <= claim.now);
  const lapsed = state.status === 'claimed' && state.claim !== null && state.claim.leaseUntil <= claim.now;
  if (!due && !lapsed) return [];
  return [
    {
      type: 'SendClaimed',
      data: { attempt: state.attempt + 1, worker: claim.worker, leaseUntil: claim.leaseUntil },
    },
  ];
}

/**
 * Gives a claim back unharmed: nothing was dispatched. A Send Now stays one and is tried again at `until` (ISO 8601); a mail of the plan
 * goes back to the plan.
 */
export function releaseSend(
  state: MessageState,
  attemptNumber: number,
  reason: string,
  until: string | null = null,
): MessageEvent[] {
  if (state.status !== 'claimed' || state.attempt !== attemptNumber) return [];
  return [{ type: 'SendReleased', data: { attempt: attemptNumber, reason, until: state.immediate ? until : null } }];
}

const A_DAY_MS = 86_400_000;

/**
 * Ends a claimed Send Now that is held back (`reason`) a day or more after it was asked for, at `now` (ISO 8601); nothing before that. Its
 * text stays approved: it goes with the plan of its campaign, or whoever asked decides anew.
 */
export function giveUpSendNow(state: MessageState, attemptNumber: number, reason: string, now: string): MessageEvent[] {
  if (state.askedAt === null || Date.parse(now) - Date.parse(state.askedAt) < A_DAY_MS) return [];
  return releaseSend({ ...state, immediate: false }, attemptNumber, `Send Now was taken back after a day: ${reason}`);
}

/** Whether a Send Now waits because something of ours held it back (a limit, a setting), not because a provider asked to wait. */
export const isHeldBack = (state: MessageState): boolean =>
  state.status === 'deferred' && state.immediate && state.dispatch?.attempt !== state.attempt;

/** Ends the wish to send at once while it is held back: whoever asked is told why, and decides anew. */
export function takeBackSendNow(state: MessageState): MessageEvent[] {
  if (!isHeldBack(state)) return [];
  return [{ type: 'EmailUnscheduled', data: { reason: state.reason ?? 'held back' } }];
}

/**
 * Whether the person has replied to another message of the same campaign (`others`) since this one was asked for: then it must not
 * leave. Only Send Now or a re-send after the reply is a wish that knows of it; a plan never does.
 */
export const answeredSinceAsked = (
  state: Pick<MessageState, 'askedAt'>,
  others: readonly Pick<MessageState, 'repliedAt'>[],
): boolean =>
  others.some(({ repliedAt }) => repliedAt !== null && (state.askedAt === null || state.askedAt <= repliedAt));

export type Dispatch = {
  attempt: number;
  worker: string;
  sendId: string;
  mailbox: string;
  day: string;
  addressHmac: string;
  textHash: string;
  to: string;
  from: string;
  subject: string;
  text: string;
};

/** Committed before a byte leaves. Only the holder of the claim, and only the very text that was approved. */
export function dispatchEmail(state: MessageState, dispatch: Dispatch): MessageEvent[] {
  if (state.status !== 'claimed' || state.attempt !== dispatch.attempt || state.claim?.worker !== dispatch.worker) {
    throw new Refused('conflict', 'The claim on this message was lost.');
  }
  if (state.erased) throw new Refused('illegal', 'This person was erased; nothing can be sent.');
  if (state.approvedHash !== dispatch.textHash)
    throw new Refused('illegal', 'The text is not the one that was approved.');
  const { attempt: number, sendId, mailbox, day, addressHmac, textHash, to, from, subject, text } = dispatch;
  return [
    {
      type: 'EmailDispatched',
      data: { attempt: number, sendId, mailbox, day, addressHmac, textHash },
      personal: { to, from, subject, text },
    },
  ];
}

export type Outcome =
  | { outcome: 'sent'; providerMessageId: string | null }
  | { outcome: 'deferred'; until: string; reason: string }
  /** It did not leave, and no other mail will for now: back to the plan; what was asked to leave at once is tried again at `until`. */
  | { outcome: 'held'; until: string; reason: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** What became of a dispatched attempt. Only a dispatching attempt takes an outcome, and only its own. */
export function recordOutcome(state: MessageState, attemptNumber: number, result: Outcome): MessageEvent[] {
  if (state.attempt !== attemptNumber) return [];
  // an answer that comes after all settles an attempt that was given up as unknown, whatever a person decided meanwhile
  const open = state.status === 'unknown' || state.status === 'abandoned' || state.markedSent;
  const settles = open && (result.outcome === 'sent' || result.outcome === 'failed');
  if (state.status !== 'dispatching' && !settles) return [];
  const data = { attempt: attemptNumber };
  switch (result.outcome) {
    case 'sent':
      return [{ type: 'EmailSent', data: { ...data, providerMessageId: result.providerMessageId } }];
    case 'deferred':
      return [{ type: 'EmailDeferred', data: { ...data, until: result.until, reason: result.reason } }];
    case 'held':
      return [
        { type: 'EmailDeferred', data: { ...data, until: result.until, reason: result.reason } },
        ...(state.immediate ? [] : [{ type: 'EmailUnscheduled', data: { reason: result.reason } } as const]),
      ];
    case 'failed':
      return [{ type: 'EmailFailed', data: { ...data, reason: result.reason } }];
    case 'unknown':
      return [{ type: 'EmailOutcomeUnknown', data: { ...data, reason: result.reason } }];
  }
}

/** Mark as Replied: only a sent message; a second mark is no event. */
export function recordReply(state: MessageState, by: 'user' | 'mailbox'): MessageEvent[] {
  mustExist(state);
  if (state.replied) return [];
  if (state.status !== 'sent') throw new Refused('illegal', 'Only a sent message can be marked as replied.');
  return [{ type: 'ReplyReceived', data: { by } }];
}

/** Stops a message that has not left. What is on its way or final stays as it is. */
export function cancelMessage(state: MessageState, reason: string): MessageEvent[] {
  if (state.status === 'none' || DISPATCHED.has(state.status) || state.status === 'cancelled') return [];
  return [{ type: 'MessageCancelled', data: { reason } }];
}
