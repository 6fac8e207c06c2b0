import { useEffect } from 'react';
import { Progress } from '../../components/ui/Progress.tsx';
import { classes } from '../../lib/classes.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { totalNumber } from '../../lib/total.ts';
import { useSteerBack } from '../campaigns/steer.ts';
import { awaitBatch, awaited, useNewestBatch } from './batch.ts';
import { batchEndText, batchStage } from './batchWords.ts';
import { useUndoBatch } from './decisions.ts';

/** The batch that runs, whichever tab began it. One that ends while this is shown is announced, with its Undo. */
export function RunningBatch(props: { className?: string }) {
  const view = useNewestBatch();
  const undoDecisions = useUndoBatch();
  const steerBack = useSteerBack();
  const known = awaited.use();
  useEffect(() => {
    if (!view) return;
    const isKnown = known?.id === view.id;
    if (view.status === 'running' && !isKnown) awaitBatch(view);
    if (view.status === 'running' || !isKnown) return;
    awaited.keep(null);
    showToast({ ...batchEndText(view, known.campaign), ...undoDecisions(view), ...steerBack(view) });
  });
  if (view?.status !== 'running') return null;
  const stage = batchStage(view);
  const done = view.doneCount + view.leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="Bulk update" className={classes('panel flex flex-col gap-2 p-4', props.className)}>
      <p className="text-small tabular-nums">
        <span role="status">{stage}</span>
        <span aria-hidden className="text-ink-2">
          {' '}
          · {wholeNumber(done)} of {totalNumber(view)}
        </span>
      </p>
      <Progress label={stage} value={done} max={view.exact ? view.total : Math.max(view.total, done)} />
    </section>
  );
}
