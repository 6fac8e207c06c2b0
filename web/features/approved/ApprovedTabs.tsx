import type { PartnerCountsView } from '../../../api/views.ts';
import type { EmailStatus } from '../../../events/shared/options.ts';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { type Total, totalNumber } from '../../lib/total.ts';
import { sumOf } from '../partners/partnerPages.ts';

const EMAILS: readonly { value: EmailStatus | undefined; label: string }[] = [
  { value: undefined, label: 'Total Approved' },
  { value: 'email_found', label: 'With Email' },
  { value: 'pending', label: 'Email Pending' },
  { value: 'no_email_found', label: 'No Email Found' },
];

/** Undefined: not known yet. */
export const approvedOf = (counts: PartnerCountsView | undefined, email?: EmailStatus): number | undefined =>
  counts &&
  sumOf(counts.partners, ({ status, emailStatus }) => status === 'approved' && (!email || emailStatus === email));

/** The counts of approved partners, with and without an email, which narrow the list, and of those that the filters leave. */
export function ApprovedTabs(props: {
  counts: PartnerCountsView | undefined;
  visible: Total | null;
  value: EmailStatus | undefined;
  onChange: (value: EmailStatus | undefined) => void;
}) {
  const { counts, visible } = props;
  const blocked = counts?.blocked ?? 0;
  const tabs = EMAILS.map(({ value, label }): Tab<EmailStatus | undefined> => {
    const count = approvedOf(counts, value);
    const beside = value === 'email_found' && blocked > 0 ? ` · ${wholeNumber(blocked)} do not contact` : '';
    return { value, label, count: count === undefined ? '–' : `${wholeNumber(count)}${beside}` };
  });
  return (
    <div className="@container">
      <div className="flex items-center gap-x-4 border-b">
        <Tabs label="Summary" tabs={tabs} value={props.value} onChange={props.onChange} />
        <p className="ml-auto shrink-0 text-ink-3 text-note tabular-nums @max-form:hidden">
          Filtered Results <b className="font-medium">{counts && visible ? totalNumber(visible) : '–'}</b>
        </p>
      </div>
    </div>
  );
}
