import { memo, type ReactNode } from 'react';
import type { PartnerCountsView } from '../../../api/views.ts';
import type { PartnerStatus } from '../../../events/shared/options.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { sumOf } from '../partners/partnerPages.ts';

const STATUSES: readonly { value: PartnerStatus | undefined; label: string }[] = [
  { value: undefined, label: 'Total' },
  { value: 'pending', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

/** The counts of partners by status, which narrow the list, and the progress of the review. */
export const DiscoveryTabs = memo(function DiscoveryTabs(props: {
  /** Of the platforms in force. */
  counts: PartnerCountsView['partners'] | undefined;
  value: PartnerStatus | undefined;
  onChange: (value: PartnerStatus | undefined) => void;
  /** At the end of the line, where there is room. */
  children?: ReactNode;
}) {
  const { counts } = props;
  const count = (status: PartnerStatus | undefined): number | undefined =>
    counts && sumOf(counts, (one) => status === undefined || one.status === status);
  const total = count(undefined) ?? 0;
  const pending = count('pending') ?? 0;
  const tabs = STATUSES.map((status): Tab<PartnerStatus | undefined> => {
    const known = count(status.value);
    return { ...status, count: known === undefined ? '–' : wholeNumber(known) };
  });
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-4 border-b">
        <Tabs label="Summary" tabs={tabs} value={props.value} onChange={props.onChange} />
        {props.children}
        {pending > 0 && (
          <div className="order-last ml-auto flex shrink-0 items-center gap-2 @max-prose:hidden">
            <Progress label="Review progress" value={total - pending} max={total} className="w-12" />
            <span className="text-ink-3 text-note tabular-nums">
              {wholeNumber(total - pending)} of {wholeNumber(total)} reviewed
            </span>
          </div>
        )}
      </div>
    </div>
  );
});
