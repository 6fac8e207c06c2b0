import { memo, type ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { PartnerStatus } from '../../../events/shared/options.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { wholeNumber } from '../../lib/numbers.ts';

const STATUSES: readonly { value: PartnerStatus | undefined; label: string }[] = [
  { value: undefined, label: 'Total' },
  { value: 'pending', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

/** How many partners there are of each status, which narrow the list to it, and how far the review is. */
export const DiscoveryTabs = memo(function DiscoveryTabs(props: {
  partners: readonly PartnerView[] | undefined;
  value: PartnerStatus | undefined;
  onChange: (value: PartnerStatus | undefined) => void;
  /** At the end of the line, where there is room. */
  children?: ReactNode;
}) {
  const { partners } = props;
  const count = (status: PartnerStatus | undefined): number | undefined =>
    status ? partners?.filter((partner) => partner.status === status).length : partners?.length;
  const total = partners?.length ?? 0;
  const pending = count('pending') ?? 0;
  const tabs = STATUSES.map((status): Tab<PartnerStatus | undefined> => {
    const known = count(status.value);
    return { ...status, count: known === undefined ? '–' : wholeNumber(known) };
  });
  return (
    <div className="@container">
      <div className="flex items-center gap-x-4 border-b has-[.text-signal]:flex-wrap">
        <Tabs label="Summary" tabs={tabs} value={props.value} onChange={props.onChange} />
        {/* what stops a search is read in full, above the tabs: below them it would part them from their line */}
        <div className="order-1 ml-auto min-w-0 *:truncate has-[.text-signal]:order-first has-[.text-signal]:basis-full has-[.text-signal]:py-1 has-[.text-signal]:*:whitespace-normal @max-form:[&:not(:has(.text-signal))]:hidden">
          {props.children}
        </div>
        {pending > 0 && (
          <div className="order-last flex shrink-0 items-center gap-2 @max-prose:hidden">
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
