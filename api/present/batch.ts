import type { DonePage } from '../../db/partners/manyPartners.ts';
import type { BatchState, WhyBatchStopped } from '../../events/partners/batch.ts';
import { type RefusalCase, type RefusalCode, refusalText } from '../../events/shared/refusals.ts';
import type { BatchView, ManyDecidedView } from '../views.ts';

const STOPPED: Record<WhyBatchStopped, string> = {
  request_gone: 'The change stopped, because the server lost its request. Try again for the rest.',
  account: 'The change stopped, because the account was paused or deleted.',
  failed: 'The change stopped, because something went wrong on our side. Try again for the rest.',
};

/** The reasons of decisions and their Undo, as a part of a sentence. */
const LEFT_OUT: Partial<Record<RefusalCode, string>> = { decision_used: 'already in a campaign' };

const reasonOf = (act: BatchState['act'], code: string): string =>
  act?.kind === 'join'
    ? refusalText({ code, reason: null } as RefusalCase)
    : (LEFT_OUT[code as RefusalCode] ?? refusalText({ code: 'batch_moved' }));

export function batchView({ status, batchId, act, total, exact, done, leftOut, reason }: BatchState): BatchView {
  if (status === 'none' || batchId === null || act === null) throw new Error('There is no batch to show.');
  return {
    ...{ id: batchId, act, status, total, exact, doneCount: done },
    leftOut: Object.entries(leftOut).map(([code, count]) => ({ code, reason: reasonOf(act, code), count })),
    error: reason && STOPPED[reason],
  };
}

export const manyDecidedView = ({ done, leftOut }: DonePage): ManyDecidedView => ({
  decided: done,
  refused: leftOut.length,
});
