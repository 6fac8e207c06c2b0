import type { PartnerView } from '../../../api/views.ts';
import type { RejectReason } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { BulkBar } from '../../components/ui/table/BulkBar.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { useBulkDecision } from '../partners/decisions.ts';
import { ExportButton } from '../partners/ExportButton.tsx';
import { RejectReasons } from '../partners/RejectReasons.tsx';
import { useDiscoverySelection } from '../partners/selection.ts';
import { BulkProgress } from './BulkProgress.tsx';

/** Decides on the selected ones that are still to be reviewed. */
export function DiscoveryBulkBar(props: { partners: readonly PartnerView[] }) {
  const { ids, clear } = useDiscoverySelection();
  const bulk = useBulkDecision();
  const selected = props.partners.filter(({ id }) => ids.has(id));
  const pending = selected.filter(({ status }) => status === 'pending');
  const running = bulk.isPending ? bulk.variables.status : null;
  const decide = (status: 'approved' | 'rejected', reason?: RejectReason): void =>
    bulk.mutate({ ids: pending.map(({ id }) => id), status, ...(reason && { reason }) }, { onSuccess: clear });
  return (
    <BulkBar label="Selected partners" count={selected.length} onClear={clear}>
      <Button
        variant="primary"
        pending={running === 'approved'}
        disabled={pending.length === 0 || running === 'rejected'}
        onClick={() => decide('approved')}
      >
        Approve ({wholeNumber(pending.length)})
      </Button>
      <Button
        pending={running === 'rejected'}
        disabled={pending.length === 0 || running === 'approved'}
        onClick={() => decide('rejected')}
      >
        Reject ({wholeNumber(pending.length)})
      </Button>
      <RejectReasons
        disabled={pending.length === 0 || bulk.isPending}
        onReject={(reason) => decide('rejected', reason)}
      />
      <ExportButton partners={selected} fallbackName="partners-export" />
      {running && <BulkProgress done={bulk.updated} count={bulk.variables?.ids.length ?? 0} status={running} />}
    </BulkBar>
  );
}
