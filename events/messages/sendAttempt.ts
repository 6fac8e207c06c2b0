/** One attempt to send a message: claimed by a worker, given back or handed over, and what became of it. */

import type { MediaKit } from '../accounts/mediaKit.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';

/** Takes the message for one worker until the lease ends. Nothing when it is not due, or another worker holds it. */
export function claimSend(
  state: MessageState,
  claim: { worker: string; now: string; leaseUntil: string },
): MessageEvent[] {
  const isTime = state.scheduledAt !== null && state.scheduledAt <= claim.now;
  const due =
    (state.status === 'approved' && state.immediate && (isTime || state.scheduledAt === null)) ||
    ((state.status === 'scheduled' || state.status === 'deferred') && isTime);
  const lapsed = state.status === 'claimed' && state.claim !== null && state.claim.leaseUntil <= claim.now;
  if (!due && !lapsed) return [];
  return [
    {
      type: 'SendClaimed',
      data: { attempt: state.attempt + 1, worker: claim.worker, leaseUntil: claim.leaseUntil },
    },
  ];
}

/** A message that ends every worker which prepares it must not do so forever. */
const MOST_LAPSES = 4;

/** Ends a message whose claims lapsed five times in a row before `now` (ISO 8601). Nothing of it ever left. */
export function giveUpPreparing(state: MessageState, now: string): MessageEvent[] {
  if (state.status !== 'claimed' || state.lapses < MOST_LAPSES || !state.claim || state.claim.leaseUntil > now)
    return [];
  return [{ type: 'EmailFailed', data: { attempt: state.attempt, reason: { code: 'not_prepared' } } }];
}

/** Ends a claimed message that can never leave as it is; nothing of it left. */
export function failClaimed(state: MessageState, attemptNumber: number, reason: Reason): MessageEvent[] {
  if (state.status !== 'claimed' || state.attempt !== attemptNumber) return [];
  return [{ type: 'EmailFailed', data: { attempt: attemptNumber, reason } }];
}

/**
 * Gives a claim back unharmed: nothing was dispatched. A Send Now stays one and is tried again at `until` (ISO 8601). A planned email goes back to
 * the plan.
 */
export function releaseSend(
  state: MessageState,
  attemptNumber: number,
  reason: Reason,
  until: string | null = null,
): MessageEvent[] {
  if (state.status !== 'claimed' || state.attempt !== attemptNumber) return [];
  return [{ type: 'SendReleased', data: { attempt: attemptNumber, reason, until: state.immediate ? until : null } }];
}

export type Dispatch = {
  /** When it would leave, ISO 8601. */
  now: string;
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
  /** The account that stores the mail as a draft first (SendingAccount.id); unset: it is handed over in one call. */
  draftIn?: string | undefined;
  file?: MediaKit | null;
};

/** Whether this worker holds the message for this attempt at `now` (ISO 8601). A lapsed lease is lost, even if no one took it. */
export const holdsClaim = (state: MessageState, by: { attempt: number; worker: string; now: string }): boolean =>
  state.status === 'claimed' &&
  state.attempt === by.attempt &&
  state.claim?.worker === by.worker &&
  by.now < state.claim.leaseUntil;

/** Committed before a byte leaves. Only the holder of the claim, and only the very text that was approved. */
export function dispatchEmail(state: MessageState, dispatch: Dispatch): MessageEvent[] {
  if (!holdsClaim(state, dispatch)) {
    throw new Refused({ code: 'claim_lost' });
  }
  if (state.erased) throw new Refused({ code: 'person_erased' });
  if (state.approvedHash !== dispatch.textHash) throw new Refused({ code: 'text_not_approved' });
  const {
    attempt: number,
    sendId,
    mailbox,
    day,
    addressHmac,
    textHash,
    to,
    from,
    subject,
    text,
    draftIn,
    file,
  } = dispatch;
  const about = { attempt: number, sendId, mailbox, day, addressHmac, textHash };
  return [
    {
      type: 'EmailDispatched',
      data: {
        ...about,
        ...(draftIn !== undefined && { draftIn }),
        ...(file && { file: { hash: file.hash, size: file.size } }),
      },
      personal: { to, from, subject, text, ...(file?.name && { fileName: file.name }) },
    },
  ];
}

/**
 * The draft of a dispatched attempt, recorded before it is sent. Nothing when the attempt was given up in the meantime: then the draft must not
 * be sent.
 */
export function recordDraft(
  state: MessageState,
  attemptNumber: number,
  draft: { id: string; threadId: string },
): MessageEvent[] {
  if (state.status !== 'dispatching' || state.attempt !== attemptNumber || !hasNoDraftYet(state)) return [];
  return [{ type: 'DraftCreated', data: { attempt: attemptNumber, draftId: draft.id, threadId: draft.threadId } }];
}

/**
 * Decides to delete the draft of the last attempt, which was refused, or found unsent. Nothing while the attempt is under way, when it was
 * sent, or when that was decided before.
 */
export function startDraftDeletion(state: MessageState, attemptNumber: number): MessageEvent[] {
  const { status, dispatch, markedSent, attempt } = state;
  if (status === 'dispatching' || (status === 'sent' && !markedSent)) return [];
  if (attempt !== attemptNumber || dispatch?.attempt !== attemptNumber || !dispatch.draft || dispatch.draft.deleting)
    return [];
  return [{ type: 'DraftDeletionStarted', data: { attempt: attemptNumber } }];
}

/** Whether the attempt needs a draft to leave, and none was recorded: then nothing of it left. */
export const hasNoDraftYet = ({ dispatch }: Pick<MessageState, 'dispatch'>): boolean =>
  dispatch !== null && dispatch.draftIn !== null && dispatch.draft === null;

export type Outcome =
  | {
      outcome: 'sent';
      providerMessageId: string | null;
      threadId?: string | undefined;
      followed?: boolean | undefined;
      last?: boolean | undefined;
    }
  | { outcome: 'deferred'; until: string; reason: Reason; putOff?: true }
  /** It did not leave, and no other email will for now. It goes back to the plan; a Send Now is tried again at `until`. */
  | { outcome: 'held'; until: string; reason: Reason }
  | { outcome: 'failed'; reason: Reason }
  | { outcome: 'unknown'; reason: Reason };

/**
 * Records the outcome of the last dispatched attempt only. A late answer settles an unconfirmed attempt, whatever a person decided since. It was
 * sent, or it did not leave and is not tried again. Proof of acceptance settles it even against an earlier answer, and after a restore that lost the
 * attempt. An unknown attempt whose unsent draft was deleted is `held`. It goes back to the plan, because the draft is the proof.
 */
export function recordOutcome(state: MessageState, attemptNumber: number, result: Outcome): MessageEvent[] {
  const lost = state.status === 'unknown' && state.reason?.code === 'restored' && result.outcome === 'sent';
  if (state.attempt !== attemptNumber && !lost) return [];
  const data = { attempt: attemptNumber };
  if (state.status !== 'dispatching') {
    const open = state.status === 'unknown' || state.status === 'abandoned' || state.markedSent;
    const proved = result.outcome === 'sent' && state.status !== 'sent' && state.dispatch?.attempt === attemptNumber;
    if (!open && !proved) return [];
    if (result.outcome === 'unknown') return [];
    const { dispatch } = state;
    const unsent = state.status === 'unknown' && dispatch?.attempt === attemptNumber && dispatch.draft?.deleting;
    if (result.outcome !== 'sent' && !(result.outcome === 'held' && unsent))
      return [{ type: 'EmailFailed', data: { ...data, reason: result.reason } }];
  }
  switch (result.outcome) {
    case 'sent': {
      const { providerMessageId, threadId, followed, last } = result;
      const known = Object.entries({ threadId, followed, last }).filter(([, value]) => value !== undefined);
      return [{ type: 'EmailSent', data: { ...data, providerMessageId, ...Object.fromEntries(known) } }];
    }
    case 'deferred': {
      const { until, reason, putOff } = result;
      return [{ type: 'EmailDeferred', data: { ...data, until, reason, ...(putOff && { putOff }) } }];
    }
    case 'held':
      return [
        { type: 'EmailDeferred', data: { ...data, until: result.until, reason: result.reason } },
        ...((state.status === 'unknown' ? state.dispatch?.askedAt : state.askedAt)
          ? []
          : [{ type: 'EmailUnscheduled', data: { reason: result.reason } } as const]),
      ];
    case 'failed':
      return [{ type: 'EmailFailed', data: { ...data, reason: result.reason } }];
    case 'unknown':
      return [{ type: 'EmailOutcomeUnknown', data: { ...data, reason: result.reason } }];
  }
}
