import type { PartnerStatus } from '../../../events/shared/options.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';

/** The progress of a decision on many. Each step is shown, and the whole is announced once. */
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
