import type { PartnerView } from '../../../api/views.ts';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';

/** How many are approved, and for how many the email is known. */
export function ApprovedSummary(props: { approved: readonly PartnerView[] | undefined; visible: number }) {
  const { approved } = props;
  const shown = (value: number | undefined) => value ?? <Skeleton className="my-1 h-5.5 w-10" />;
  const withEmail = approved?.filter((partner) => partner.emailStatus === 'email_found').length;
  const pending = approved?.filter((partner) => partner.emailStatus === 'pending').length;
  return (
    <FigureStrip
      label="Summary"
      figures={[
        { label: 'Total Approved', value: shown(approved?.length) },
        { label: 'With Email', value: shown(withEmail) },
        { label: 'Email Pending', value: shown(pending) },
        { label: 'Filtered Results', value: shown(approved && props.visible) },
      ]}
    />
  );
}
