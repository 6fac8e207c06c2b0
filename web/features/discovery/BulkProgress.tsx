import type { PartnerStatus } from '../../../events/shared/options.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';

/** How far a decision on many is: each step is seen, and the whole of it is said once. */
export function BulkProgress(props: { done: number; count: number; status: PartnerStatus }) {
  const { done, count } = props;
  return (
    <span className="shrink-0 text-small text-ink-2 tabular-nums">
      <span role="status" className="sr-only">
        {props.status === 'approved' ? 'Approving' : 'Rejecting'} {counted(count, 'partner')}
      </span>
      <span aria-hidden>
        {wholeNumber(done)} of {wholeNumber(count)}
      </span>
    </span>
  );
}
