/** How a message begins, and gets its text and approval: which drafts, edits and approvals a state allows. */

import type { WrittenVersion } from '../campaigns/variants.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { Flaw } from './check/flaw.ts';
import type { FollowUpOf, MessageEvent, MessageText } from './messageEvents.ts';
import { DISPATCHED, type MessageState, mustExist } from './messageState.ts';
import type { Part } from './parts.ts';

/** Whether a partner's message still has to begin: none exists, or it was canceled before it was on its way. */
export const mayJoin = (state: Pick<MessageState, 'status' | 'dispatch'>): boolean =>
  state.status === 'none' || (state.status === 'cancelled' && state.dispatch === null);

/**
 * A partner joins a campaign: an empty message. One that was cancelled (the partner was deleted, and added again) starts again. A second
 * one for the same campaign, partner and step is a conflict.
 */
export function draftMessage(
  state: MessageState,
  {
    resendOf = null,
    followUp,
    ...ids
  }: {
    campaignId: string;
    partnerId: string;
    step: string;
    resendOf?: string | null;
    followUp?: FollowUpOf | null;
  },
): MessageEvent[] {
  if (!mayJoin(state)) throw new Refused({ code: 'in_campaign_already' });
  const follows = followUp ? { followUp } : {};
  if (state.status !== 'none') return [{ type: 'MessageReopened', data: follows }];
  return [{ type: 'MessageDrafted', data: { ...ids, resendOf, ...follows } }];
}

type Result = {
  runId: string;
  model: string;
  promptVersion: string;
  includeEdited: boolean;
  overApproved?: boolean;
};

/**
 * Whether the AI's answer counts. A message that was canceled, sent or edited since keeps its text. So does an approved one, unless its campaign is a
 * draft (`overApproved`).
 */
function takesAnswer(state: MessageState, result: Result): boolean {
  // a text that the user just asked to send is not written over
  if ((state.status !== 'drafted' && state.status !== 'approved') || state.immediate) return false;
  if (state.erased || state.unreadable || (state.edited && !result.includeEdited)) return false;
  if (state.lastRun?.runId === result.runId && state.lastRun.outcome === 'generated') return false;
  return state.status !== 'approved' || result.overApproved !== false;
}

/** The AI's text. */
export function recordGenerated(
  state: MessageState,
  result: Result & { text: MessageText; parts?: readonly Part[]; version?: WrittenVersion | null; toJudge?: boolean },
): MessageEvent[] {
  if (!takesAnswer(state, result)) return [];
  const { runId, model, promptVersion } = result;
  const data = { runId, model, promptVersion, ...result.version, ...(result.toJudge && { toJudge: true as const }) };
  return [{ type: 'MessageGenerated', data, personal: { ...result.text, parts: [...(result.parts ?? [])] } }];
}

/** The AI wrote no text, for this reason. */
export function recordUnfit(
  state: MessageState,
  result: Result & { unfit: string; version?: WrittenVersion | null },
): MessageEvent[] {
  if (!takesAnswer(state, result)) return [];
  const { runId, model, promptVersion, unfit: reason } = result;
  return [{ type: 'MessageUnfit', data: { runId, model, promptVersion, ...result.version }, personal: { reason } }];
}

/** A person wants a text in spite of the AI's reason. A second request joins the first. */
export function overrideUnfit(state: MessageState, runId: string): MessageEvent[] {
  mustExist(state);
  if (state.erased) throw new Refused({ code: 'edit_of_erased' });
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  if (state.status === 'unfit') return [{ type: 'UnfitOverridden', data: { runId } }];
  if (state.anyway !== null && !state.hasText && state.lastRun?.runId !== state.anyway) return [];
  throw new Refused({ code: 'only_unfit' });
}

/** A message without a text keeps the version that it was to get. */
export function recordGenerationFailed(
  state: MessageState,
  runId: string,
  reason: Reason,
  version?: WrittenVersion | null,
): MessageEvent[] {
  if (state.status === 'none' || state.lastRun?.runId === runId) return [];
  return [{ type: 'MessageGenerationFailed', data: { runId, reason, ...(!state.hasText && version) } }];
}

/**
 * A hand-made text; the edit approves it (rulings). Refused once it is on its way or may have left. A failed message never left: it keeps
 * its fate, and a re-send takes the new text.
 */
export function editMessage(state: MessageState, text: MessageText, textHash: string): MessageEvent[] {
  mustBeEditable(state);
  return [
    { type: 'MessageEdited', data: {}, personal: text },
    { type: 'MessageApproved', data: { textHash, by: 'edit' } },
  ];
}

export function mustBeEditable(state: MessageState): void {
  mustExist(state);
  if (DISPATCHED.has(state.status) && state.status !== 'failed') throw new Refused({ code: 'edit_of_sent' });
  if (state.status === 'claimed') throw new Refused({ code: 'edit_while_sent' });
  if (state.status === 'cancelled') throw new Refused({ code: 'edit_of_cancelled' });
  if (state.erased) throw new Refused({ code: 'edit_of_erased' });
}

/** Start approves every text that passes the check, as it is; already approved is no event. */
export function approveMessage(
  state: MessageState,
  textHash: string,
  by: 'start',
  flaws: readonly Flaw[] = [],
): MessageEvent[] {
  if (flaws.length > 0) return [];
  if (state.status !== 'drafted' || !state.hasText || state.erased || state.unreadable) return [];
  return [{ type: 'MessageApproved', data: { textHash, by } }];
}

/** The address changed: what was not dispatched loses its approval and waits for review (rulings). */
export function withdrawApproval(state: MessageState, reason: Reason): MessageEvent[] {
  if (!['approved', 'scheduled', 'deferred', 'claimed'].includes(state.status)) return [];
  return [{ type: 'MessageApprovalWithdrawn', data: { reason } }];
}
