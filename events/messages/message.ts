/**
 * One message to one partner in one campaign, and how it is sent:
 *
 *   drafted → approved → scheduled → claimed → dispatching → sent | deferred | failed | unknown
 *
 * - `unfit`: the AI sees reasons against writing to the person. It is final until a person writes a text, or wants one (unfit.ts).
 * - A text must be approved, by its hash, before it may leave.
 * - One worker claims a scheduled or immediate ("Send Now") message under a lease. `dispatching` is committed before a byte leaves: from there
 *   only the provider's answer decides.
 * - An attempt without an answer is `unknown` and is never sent again automatically (unknown.ts). A person counts it as sent or sends it again,
 *   which makes a new message and leaves this one `abandoned`. A late answer, or proof of acceptance, settles it truthfully.
 * - A deferred message keeps its approval and is claimed again when its time has come.
 * - An answer waits some seconds before it may be claimed. Until then its writer can take it back.
 * - A claim is released while nothing was dispatched. A planned message goes back to the plan. A Send Now is deferred, for a day at most, and is
 *   due at once when a hold ends.
 * - A message can be canceled until dispatching. It is reopened when its partner joins again, or restored when the removal or the user's own
 *   cancellation is undone (steer.ts). On hold, it gets no time until the user releases it.
 * - A reply is a mark on a sent message. A failed one certainly never left, so its text can be edited for a re-send.
 * - After a restore, each waiting text is unknown: it may have left since the copy.
 *
 * Events fold here. The rules are in messageText.ts (texts and approvals), sendTime.ts (the plan and Send Now), sendAttempt.ts (from the claim to
 * the outcome), messageEnd.ts and unknown.ts.
 */
import type { Aggregate, Recorded } from '../shared/event.ts';
import { isGraver, type MessageEvent, type MessageText, messageDefinitions } from './messageEvents.ts';
import { draftLeft, FOLLOW_UP_RUN, initialMessage, type MessageState, sameText } from './messageState.ts';

const planned = { immediate: false, askedAt: null } as const;

const unscheduled = { ...planned, scheduledAt: null, scheduledDay: null, drawnFrom: null, claim: null } as const;

function evolve(state: MessageState, event: Recorded<MessageEvent>): MessageState {
  switch (event.type) {
    case 'MessageDrafted':
      return {
        ...initialMessage,
        status: 'drafted',
        ...event.data,
        followUp: event.data.followUp ?? null,
        notBefore: event.data.followUp?.notBefore ?? null,
        createdAt: event.at,
      };
    case 'EmailPostponed': {
      const { notBefore, reason } = event.data;
      return { ...state, notBefore, movedAt: reason === 'later' ? event.at : state.movedAt };
    }
    case 'FollowUpWaitChanged': {
      const { afterDays, notBefore } = event.data;
      return { ...state, followUp: state.followUp && { ...state.followUp, afterDays, notBefore }, notBefore };
    }
    case 'MessageReopened': {
      const { campaignId, partnerId, step, resendOf, attempt: attempts } = state;
      // a run that has dealt with it must count it, or would wait forever; no run waits for a follow-up
      const lastRun = state.lastRun?.runId === FOLLOW_UP_RUN ? null : state.lastRun;
      const { followUp = state.followUp } = event.data;
      const notBefore = event.data.followUp?.notBefore ?? state.notBefore;
      const kept = { campaignId, partnerId, step, resendOf, followUp, notBefore, attempt: attempts, lastRun };
      return { ...initialMessage, ...kept, status: 'drafted', createdAt: event.at };
    }
    case 'MessageGenerated':
      return {
        ...state,
        ...unscheduled,
        status: 'drafted',
        variant: event.data.variant ?? null,
        variantTextId: event.data.variantTextId ?? null,
        text: event.personal && { subject: event.personal.subject, body: event.personal.body },
        parts: event.personal?.parts ?? [],
        unfit: null,
        toJudge: event.data.toJudge ?? false,
        judged: null,
        hasText: true,
        edited: false,
        fromCampaign: false,
        editedAt: null,
        passed: [],
        revision: null,
        approvedHash: null,
        putOffs: null,
        reason: null,
        lastRun: { runId: event.data.runId, outcome: 'generated', reason: null },
      };
    case 'MessageUnfit':
      return {
        ...state,
        ...unscheduled,
        ...{ status: 'unfit', text: null, parts: [], hasText: false, judged: null, revision: null },
        ...{ edited: false, fromCampaign: false, editedAt: null, passed: [] },
        ...{ approvedHash: null, putOffs: null, reason: null },
        variant: event.data.variant ?? null,
        variantTextId: event.data.variantTextId ?? null,
        unfit: { reason: event.personal?.reason ?? null, at: event.at },
        lastRun: { runId: event.data.runId, outcome: 'generated', reason: null },
      };
    case 'UnfitOverridden':
      return { ...state, status: 'drafted', unfit: null, anyway: event.data.runId };
    case 'MessageJudged':
      return { ...state, judged: event.personal && { textHash: event.data.textHash, flaws: event.personal.flaws } };
    case 'MessageGenerationFailed':
      return {
        ...state,
        variant: event.data.variant ?? state.variant,
        variantTextId: event.data.variantTextId ?? state.variantTextId,
        lastRun: { runId: event.data.runId, outcome: 'failed', reason: event.data.reason },
      };
    case 'MessageEdited': {
      const { revision } = state;
      const isRevised = event.personal && revision?.revised && sameText(event.personal, revision.revised);
      return {
        ...state,
        status: state.status === 'unfit' ? 'drafted' : state.status,
        ...{ text: event.personal, hasText: true, edited: true, editedAt: event.at, passed: [] },
        fromCampaign: event.data.fromCampaign ?? false,
        ...{ parts: isRevised ? (revision?.revised?.parts ?? []) : [], unfit: null, toJudge: false, judged: null },
        revision: null,
      };
    }
    case 'TextRevisionRequested': {
      const { instruction = null, ...text } = event.personal ?? {};
      return {
        ...state,
        revision: {
          ...{ id: event.data.requestId, at: event.at, status: 'open', instruction },
          ...{ text: event.personal && (text as MessageText), revised: null, reason: null },
        },
      };
    }
    case 'TextRevised':
      return { ...state, revision: state.revision && { ...state.revision, status: 'done', revised: event.personal } };
    case 'TextRevisionFailed':
      return {
        ...state,
        revision: state.revision && { ...state.revision, status: 'failed', reason: event.data.reason },
      };
    case 'TextCopyRequested':
      return {
        ...state,
        copy: {
          ...{ id: event.data.requestId, userId: event.data.userId, at: event.at },
          ...{ status: 'open', text: event.personal, reason: null },
        },
      };
    case 'TextCopySent':
      return { ...state, copy: state.copy && { ...state.copy, status: 'sent', text: null } };
    case 'TextCopyFailed':
      return {
        ...state,
        copy: state.copy && { ...state.copy, status: 'failed', text: null, reason: event.data.reason },
      };
    case 'TextCheckOverridden':
      return { ...state, passed: [...state.passed, ...(event.personal?.flaws ?? [])] };
    case 'MessageApproved':
      return {
        ...state,
        status: state.status === 'drafted' ? 'approved' : state.status,
        approvedHash: event.data.textHash,
      };
    case 'MessageApprovalWithdrawn':
      return {
        ...state,
        ...unscheduled,
        ...{ status: 'drafted', approvedHash: null, putOffs: null, reason: event.data.reason },
      };
    case 'EmailScheduled': {
      const { zone, dailyLimit, hours, mailboxCap, rampUp, recipientHours, heldUntil, keptApart } = event.data;
      return {
        ...state,
        status: 'scheduled',
        ...planned,
        scheduledAt: event.data.at,
        scheduledDay: event.data.day,
        chosenAt: event.data.chosen ? event.data.at : null,
        mailbox: event.data.mailbox,
        drawnFrom: {
          ...{ zone, dailyLimit, hours, mailboxCap, rampUp },
          ...(recipientHours && { recipientHours }),
          ...(heldUntil && { heldUntil }),
          ...(keptApart && { keptApart }),
        },
        reason: null,
      };
    }
    case 'EmailUnscheduled':
      return { ...state, ...unscheduled, status: 'approved', reason: event.data.reason };
    case 'EmailHeld':
      return { ...state, heldAt: event.at };
    case 'EmailHoldEnded':
      return { ...state, heldAt: null };
    case 'AnswerAddressed':
      return { ...state, addressedTo: event.personal };
    case 'SendNowRequested':
      return {
        ...state,
        ...unscheduled,
        ...{ status: 'approved', immediate: true, askedAt: event.at, heldAt: null, putOffs: null, reason: null },
        scheduledAt: event.data.leavesAt ?? null,
      };
    case 'SendNowResumed':
      return { ...state, status: 'approved', scheduledAt: null, scheduledDay: null, reason: null };
    case 'SendClaimed':
      return {
        ...state,
        status: 'claimed',
        attempt: event.data.attempt,
        lapses: state.status === 'claimed' ? state.lapses + 1 : 0,
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
        mailbox: event.data.mailbox,
        dispatch: {
          attempt: event.data.attempt,
          sendId: event.data.sendId,
          mailbox: event.data.mailbox,
          day: event.data.day,
          to: event.personal?.to ?? null,
          addressHmac: event.data.addressHmac,
          at: event.at,
          draftIn: event.data.draftIn ?? null,
          draft: null,
          formerDraft: draftLeft(state),
          file: event.data.file ? { ...event.data.file, name: event.personal?.fileName ?? null } : null,
          askedAt: state.askedAt,
        },
      };
    case 'DraftCreated': {
      const { draftId: id, threadId } = event.data;
      return { ...state, dispatch: state.dispatch && { ...state.dispatch, draft: { id, threadId, deleting: false } } };
    }
    case 'DraftDeletionStarted': {
      const { dispatch } = state;
      return dispatch?.draft
        ? { ...state, dispatch: { ...dispatch, draft: { ...dispatch.draft, deleting: true } } }
        : state;
    }
    case 'EmailSent':
      return {
        ...state,
        ...unscheduled,
        status: 'sent',
        // proof may come days after; it left when it was handed over
        sentAt: state.status === 'dispatching' ? event.at : (state.dispatch?.at ?? event.at),
        providerMessageId: event.data.providerMessageId,
        threadId: event.data.threadId ?? null,
        markedSent: false,
        reason: null,
        removed: null,
      };
    case 'EmailDeferred': {
      // its draft was found unsent: a Send Now is one again
      const askedAt = state.status === 'unknown' ? (state.dispatch?.askedAt ?? null) : state.askedAt;
      return {
        ...state,
        askedAt,
        immediate: askedAt !== null,
        status: 'deferred',
        claim: null,
        scheduledAt: event.data.until,
        scheduledDay: null,
        putOffs: event.data.putOff
          ? { times: (state.putOffs?.times ?? 0) + 1, since: state.putOffs?.since ?? event.at }
          : state.putOffs,
        reason: event.data.reason,
      };
    }
    case 'EmailFailed':
      return { ...state, ...unscheduled, status: 'failed', sentAt: null, markedSent: false, reason: event.data.reason };
    case 'EmailOutcomeUnknown': {
      const { reason } = event.data;
      // what is known of an earlier attempt says nothing of the one that may have been
      const dispatch = reason.code === 'restored' ? null : state.dispatch;
      return { ...state, ...unscheduled, status: 'unknown', dispatch, reason };
    }
    case 'EmailMarkedSent':
      // it left, if it did, when it was handed over
      return { ...state, status: 'sent', sentAt: state.dispatch?.at ?? event.at, markedSent: true };
    case 'MessageAbandoned':
      return { ...state, status: 'abandoned', setAside: event.data.resendStep === null };
    case 'DeliveryReported':
      return withDelivery(state, {
        reported: {
          report: event.data.report,
          reason: event.personal?.reason ?? null,
          at: event.data.happenedAt ?? event.at,
        },
      });
    case 'DeliveryLabeled':
      return withDelivery(state, { labeled: { report: event.data.report, reason: null, at: event.at } });
    case 'DeliveryUnlabeled':
      return withDelivery(state, { labeled: null });
    case 'ReplyReceived':
      // the user may confirm what was found: it came when it came
      return {
        ...state,
        ...{ replied: true, repliedBy: event.data.by },
        repliedAt: (event.data.by === 'user' && state.repliedAt) || event.at,
      };
    case 'ReplyDiscounted':
      return { ...state, replied: false, repliedAt: null, repliedBy: null };
    case 'MessageCancelled': {
      const { reason, removal } = event.data;
      const removed = { decision: removal, reason: state.reason, slot: slotOf(state) };
      return { ...state, ...unscheduled, status: 'cancelled', reason, removed };
    }
    case 'MessageRestored': {
      const status = state.approvedHash === null ? 'drafted' : 'approved';
      return { ...state, status, reason: state.removed?.reason ?? null, removed: null };
    }
    case 'PersonErased':
      return {
        ...state,
        erased: true,
        addressedTo: null,
        text: null,
        parts: [],
        unfit: state.unfit && { ...state.unfit, reason: null },
        judged: null,
        passed: [],
        revision: null,
        copy: null,
        dispatch: state.dispatch && {
          ...state.dispatch,
          to: null,
          file: state.dispatch.file && { ...state.dispatch.file, name: null },
        },
        delivery: state.delivery && { ...state.delivery, reason: null },
        reported: state.reported && { ...state.reported, reason: null },
      };
  }
}

/** The time of the plan that a cancellation takes. */
function slotOf({ status, scheduledAt: at, scheduledDay: day, mailbox, drawnFrom, chosenAt }: MessageState) {
  if (status !== 'scheduled' || at === null || day === null || mailbox === null || drawnFrom === null) return null;
  return { at, day, mailbox, ...drawnFrom, seed: null, gapSeconds: null, ...(chosenAt && { chosen: true as const }) };
}

function withDelivery(state: MessageState, news: Partial<Pick<MessageState, 'reported' | 'labeled'>>): MessageState {
  const after = { ...state, ...news };
  const { reported, labeled } = after;
  return { ...after, delivery: labeled && isGraver(labeled.report, reported?.report) ? labeled : reported };
}

export const message: Aggregate<MessageState, MessageEvent> = {
  kind: 'message',
  definitions: messageDefinitions,
  projectionVersion: 4,
  initial: initialMessage,
  evolve,
};
