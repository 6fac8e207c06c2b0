import type { ImportView } from '../../../api/views.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import { wholeNumber } from '../../lib/numbers.ts';

/** The progress of an import. Each step is shown, and the stage is announced once. `rowCount`: of the whole list. */
export function ImportProgress(props: { view: ImportView | null; rowCount: number }) {
  const { view, rowCount } = props;
  const sending = !view || view.status === 'receiving';
  const stage = sending ? 'Sending the list' : 'Adding partners';
  const done = sending ? (view?.rowCount ?? 0) : view.doneCount;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small tabular-nums">
        <span role="status">{stage}</span>
        <span aria-hidden className="text-ink-2">
          {' '}
          · {wholeNumber(done)} of {wholeNumber(rowCount)} rows
        </span>
      </p>
      <Progress label={stage} value={done} max={rowCount} />
    </div>
  );
}
