import type { PartnerView } from '../../../api/views.ts';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { wholeNumber } from '../../lib/numbers.ts';

/** How many are approved, for how many the email is known or still to be found, and how many the filters leave. */
export function ApprovedSummary(props: {
  approved: readonly PartnerView[] | undefined;
  visible: number;
  failed: boolean;
}) {
  const { approved } = props;
  const count = (emailStatus: PartnerView['emailStatus']) =>
    approved?.filter((partner) => partner.emailStatus === emailStatus).length;
  const blocked =
    approved?.filter(({ emailStatus, doNotContact }) => emailStatus === 'email_found' && doNotContact).length ?? 0;
  const shown = (value: number | undefined) => {
    if (value !== undefined) return wholeNumber(value);
    return props.failed ? '–' : <Skeleton className="my-1 h-5.5 w-10" />;
  };
  return (
    <FigureStrip
      label="Summary"
      figures={[
        { label: 'Total Approved', value: shown(approved?.length) },
        {
          label: 'With Email',
          value: shown(count('email_found')),
          ...(blocked > 0 && { beside: `${wholeNumber(blocked)} do not contact` }),
        },
        { label: 'Email Pending', value: shown(count('pending')) },
        { label: 'Filtered Results', value: shown(approved && props.visible) },
      ]}
    />
  );
}
