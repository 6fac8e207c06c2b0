import type { PartnerStatus } from '../../../events/shared/options.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { type Total, totalNumber, totalWords } from '../../lib/total.ts';

/** The progress of a decision on many. Each step is shown, and the whole is announced once. */
export function BulkProgress(props: { done: number; count: Total; status: PartnerStatus }) {
  const { done, count } = props;
  return (
    <span className="shrink-0 text-small text-ink-2 tabular-nums">
      <span role="status" className="sr-only">
        {props.status === 'approved' ? 'Approving' : 'Rejecting'} {totalWords(count, 'partner')}
      </span>
      <span aria-hidden>
        {wholeNumber(done)} of {totalNumber(count)}
      </span>
    </span>
  );
}
