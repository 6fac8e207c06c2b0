import { memo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';

/** How many partners there are and how far the review is. */
export const DiscoverySummary = memo(function DiscoverySummary(props: {
  partners: readonly PartnerView[] | undefined;
  failed: boolean;
}) {
  const { partners } = props;
  const count = (status: PartnerView['status']) => partners?.filter((partner) => partner.status === status).length;
  const pending = count('pending');
  const shown = (value: number | undefined) => value ?? (props.failed ? '–' : <Skeleton className="my-1 h-5.5 w-10" />);
  const total = partners?.length ?? 0;
  const reviewed = total - (pending ?? 0);
  return (
    <>
      <FigureStrip
        label="Summary"
        figures={[
          { label: 'Total', value: shown(partners?.length) },
          { label: 'Pending Review', value: shown(pending) },
          { label: 'Approved', value: shown(count('approved')) },
          { label: 'Rejected', value: shown(count('rejected')) },
        ]}
      />
      {Boolean(pending) && (
        <div className="mt-3 flex items-center gap-3">
          <Progress label="Review progress" value={reviewed} max={total} className="flex-1" />
          <span className="text-ink-3 text-note tabular-nums">
            {reviewed} of {total} reviewed
          </span>
        </div>
      )}
    </>
  );
});
