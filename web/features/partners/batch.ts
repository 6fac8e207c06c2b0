import type { QueryKey } from '@tanstack/react-query';
import type { BatchView, ManyDecidedView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { counted } from '../../lib/numbers.ts';
import { query } from '../../lib/query.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { leftOutText } from '../campaigns/joiningText.ts';

/** The worker does what a call did not, so its progress is fetched. */
export const BATCH: QueryKey = ['batch'];

const [useBatchQuery] = query(() => ({
  key: BATCH,
  call: () => unwrap(client.api.partners.batch.$get()),
}));

/** The newest batch, for its progress; null before the first. */
export const useNewestBatch = (): BatchView | null => useBatchQuery().data ?? null;

export const useBatchRuns = (): boolean => useNewestBatch()?.status === 'running';

/** Done by the worker, not in the call. */
export const isBatch = (answer: BatchView | object): answer is BatchView => 'act' in answer;

export const someRefused = (answer: BatchView | ManyDecidedView): boolean => !isBatch(answer) && answer.refused > 0;

/** The batch whose end this tab still tells, with the name of its campaign. */
export const awaited = keptForTab<{ id: string; campaign: string | null }>('batch:awaited');

export const awaitBatch = ({ id }: BatchView, campaign: string | null = null): void => awaited.keep({ id, campaign });

/** What to say of a batch that has ended. */
export function batchEndText(view: BatchView, campaign: string | null): ToastText {
  const { act, doneCount, error } = view;
  const title =
    act.kind === 'join'
      ? { done: 'Partners Added', failed: 'Failed to Add Partners' }
      : { done: 'Bulk Update Complete', failed: 'Bulk Update Failed' };
  const out = view.leftOut.length > 0 ? leftOutText(view.leftOut.map(({ reason, count }) => [reason, count])) : null;
  const text = [doneText(view, campaign ?? 'the campaign'), out, error].filter(Boolean).join(' ');
  const isGood = error === null && (doneCount > 0 || out === null);
  return isGood ? { title: title.done, text } : { title: title.failed, text, variant: 'destructive' };
}

function doneText({ act, doneCount }: BatchView, campaign: string): string {
  const partners = counted(doneCount, 'partner');
  if (act.kind === 'join') return `${partners} added to ${campaign}.`;
  if (act.kind === 'decide') return `${partners} ${act.status}.`;
  return `${partners} ${doneCount === 1 ? 'is' : 'are'} ${act.before} again.`;
}

export function batchStage({ act }: BatchView): string {
  if (act.kind === 'join') return 'Adding partners to the campaign';
  if (act.kind === 'undo') return 'Undoing decisions';
  return act.status === 'approved' ? 'Approving partners' : 'Rejecting partners';
}
