import type { DonePage } from '../../db/batches/page.ts';
import type { BatchState, WhyBatchStopped } from '../../events/messages/batch.ts';
import type { Steer } from '../../events/messages/steerNames.ts';
import { MOST_TAGS } from '../../events/shared/options.ts';
import { type RefusalCase, type RefusalCode, refusalText } from '../../events/shared/refusals.ts';
import type { BatchView, ManyDecidedView, SteeredView } from '../views.ts';

const STOPPED: Record<WhyBatchStopped, string> = {
  request_gone: 'The change stopped, because the server lost its request. Try again for the rest.',
  account: 'The change stopped, because the account was paused or deleted.',
  failed: 'The change stopped, because something went wrong on our side. Try again for the rest.',
};

/** The reasons of decisions, notes and steering, as a part of a sentence. */
const LEFT_OUT: Partial<Record<RefusalCode, string>> = {
  decision_used: 'already in a campaign',
  no_message: 'not found',
  text_flagged: 'flagged',
  send_without_text: 'without a text',
  steer_leaving: 'being sent',
  edit_while_sent: 'being sent',
  edit_of_sent: 'already sent',
  edit_of_cancelled: 'cancelled',
  steer_over: 'no longer waiting',
  steer_nothing: 'no longer waiting',
  steer_unplanned: 'leaving at once',
  steer_not_failed: 'not failed',
  retry_blocked: 'of a mailbox that cannot send now',
  retry_full: 'beyond the daily limit',
  move_emailed: 'already emailed by this campaign',
  move_closed: 'not taken by the other campaign',
  tags_full: `already with ${MOST_TAGS} tags`,
  note_full: 'without room for the note',
};

const joins = (act: BatchState['act']): boolean =>
  act?.kind === 'join' || (act?.kind === 'steer' && act.act === 'move');

const reasonOf = (act: BatchState['act'], code: string): string =>
  LEFT_OUT[code as RefusalCode] ??
  refusalText(joins(act) ? ({ code, reason: null } as RefusalCase) : { code: 'batch_moved' });

export function batchView({ status, batchId, act, total, exact, done, leftOut, reason }: BatchState): BatchView {
  if (status === 'none' || batchId === null || act === null) throw new Error('There is no batch to show.');
  return {
    ...{ id: batchId, act, status, total, exact, doneCount: done },
    leftOut: Object.entries(leftOut).map(([code, count]) => ({ code, reason: reasonOf(act, code), count })),
    error: reason && STOPPED[reason],
  };
}

export const steeredView = ({ steered, leftOut }: DonePage, act: Steer): SteeredView => ({
  changed: [...steered],
  refused: leftOut.map(({ id, code, text }) => ({
    id,
    // the reasons of joining are parts of a sentence
    reason: act === 'move' ? `Left out: ${reasonOf({ kind: 'steer', act, undoes: null }, code)}.` : text,
  })),
});

export const manyDecidedView = ({ decided, leftOut }: DonePage): ManyDecidedView => ({
  decided,
  refused: leftOut.length,
});
