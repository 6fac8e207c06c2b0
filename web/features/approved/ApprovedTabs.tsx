import type { PartnerView } from '../../../api/views.ts';
import type { EmailStatus } from '../../../events/shared/options.ts';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { wholeNumber } from '../../lib/numbers.ts';

const EMAILS: readonly { value: EmailStatus | undefined; label: string }[] = [
  { value: undefined, label: 'Total Approved' },
  { value: 'email_found', label: 'With Email' },
  { value: 'pending', label: 'Email Pending' },
  { value: 'no_email_found', label: 'No Email Found' },
];

/** The counts of approved partners, with and without an email, which narrow the list, and of those that the filters leave. */
export function ApprovedTabs(props: {
  approved: readonly PartnerView[] | undefined;
  visible: number;
  value: EmailStatus | undefined;
  onChange: (value: EmailStatus | undefined) => void;
}) {
  const { approved } = props;
  const blocked =
    approved?.filter(({ emailStatus, doNotContact }) => emailStatus === 'email_found' && doNotContact).length ?? 0;
  const tabs = EMAILS.map(({ value, label }): Tab<EmailStatus | undefined> => {
    const these = value ? approved?.filter(({ emailStatus }) => emailStatus === value) : approved;
    const beside = value === 'email_found' && blocked > 0 ? ` · ${wholeNumber(blocked)} do not contact` : '';
    return { value, label, count: these ? `${wholeNumber(these.length)}${beside}` : '–' };
  });
  return (
    <div className="@container">
      <div className="flex items-center gap-x-4 border-b">
        <Tabs label="Summary" tabs={tabs} value={props.value} onChange={props.onChange} />
        <p className="ml-auto shrink-0 text-ink-3 text-note tabular-nums @max-form:hidden">
          Filtered Results <b className="font-medium">{approved ? wholeNumber(props.visible) : '–'}</b>
        </p>
      </div>
    </div>
  );
}
