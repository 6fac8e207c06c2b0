/** The rules of events/messages/messageState.ts as conditions over rows `m` of messages. A test compares both. */

import { ANSWER } from '../../events/messages/answer.ts';
import {
  BEGINS_THREAD,
  CALLED_OFF,
  HOLDS_SLOT,
  LEFT_FROM_SLOT,
  type MessageStatus,
  NOT_LEFT,
  PLANNABLE,
  UNCONFIRMED,
  WILL_LEAVE,
} from '../../events/messages/messageState.ts';
import { RESEND } from '../../events/messages/resend.ts';
import type { Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';

/** The phases (db/read-models.sql) that a status belongs to. They have the index; the status alone has none. */
const PHASES: Readonly<Record<MessageStatus, readonly string[]>> = {
  none: ['waiting'],
  drafted: ['waiting'],
  unfit: ['ended'],
  approved: ['waiting', 'leaving'],
  scheduled: ['leaving'],
  deferred: ['leaving'],
  claimed: ['leaving'],
  dispatching: ['leaving'],
  sent: ['sent'],
  unknown: ['unknown'],
  failed: ['ended'],
  abandoned: ['ended'],
  cancelled: ['ended'],
};

const isOneOf =
  (statuses: Iterable<MessageStatus>) =>
  (tx: Tx): Fragment => {
    const phases = new Set([...statuses].flatMap((status) => PHASES[status]));
    return tx`(m.phase = any (${[...phases]}::text[]) and m.status = any (${[...statuses]}::text[]))`;
  };

export const isImmediate = (tx: Tx): Fragment => tx`(m.state->>'immediate')::boolean`;
/** No plan picks it up: a re-send, or an answer. */
export const isUnplanned = (tx: Tx): Fragment => tx`(starts_with(m.step, ${RESEND}) or starts_with(m.step, ${ANSWER}))`;

/** events/messages/sharedAddress.ts says the same of a state. */
export const isFirstEmail = (tx: Tx): Fragment =>
  tx`(m.step = '1' or (starts_with(m.step, ${RESEND}) and m.state->'followUp'->>'number' is null))`;

export const hasNotLeft = isOneOf(NOT_LEFT);
export const isCalledOff = isOneOf(CALLED_OFF);
export const isUnconfirmed = isOneOf(UNCONFIRMED);
export const beginsThread = isOneOf(BEGINS_THREAD);
export const holdsSlot = isOneOf(HOLDS_SLOT);
export const leftFromSlot = isOneOf(LEFT_FROM_SLOT);

/** `now`: ISO 8601. */
export const waitsForPlan = (tx: Tx, now: string): Fragment =>
  tx`(m.phase = 'waiting' and m.status = ${PLANNABLE} and not ${isImmediate(tx)} and not ${isUnplanned(tx)}
    and m.state->>'heldAt' is null and coalesce(m.state->>'notBefore', '') <= ${now})`;
export const willLeave = (tx: Tx): Fragment => tx`(m.phase = 'leaving' and ${isOneOf(WILL_LEAVE)(tx)})`;
export const isWaitingSendNow = (tx: Tx): Fragment =>
  tx`(m.phase = 'leaving' and m.status = 'deferred' and ${isImmediate(tx)})`;
/** Not over yet, so it has no `dispatched_at`. */
export const isLeavingNow = isOneOf(['dispatching']);
