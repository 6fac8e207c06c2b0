import { memo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import type { RejectReason } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { BulkBar } from '../../components/ui/table/BulkBar.tsx';
import { exactly, type Total, totalNumber } from '../../lib/total.ts';
import { someRefused } from '../partners/batch.ts';
import { useDecisionKeys } from '../partners/decisionKeys.ts';
import { type Chosen, countOf, useBulkDecision } from '../partners/decisions.ts';
import { ExportButton } from '../partners/ExportButton.tsx';
import { NotesOfMany } from '../partners/NotesOfMany.tsx';
import { NextDecision } from '../partners/PartnerActions.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { DISCOVERY_COLUMNS } from '../partners/partnerColumns.tsx';
import { usePartnerTotal } from '../partners/partnerPages.ts';
import { RejectReasons } from '../partners/RejectReasons.tsx';
import { SelectAllButton } from '../partners/SelectAllButton.tsx';
import { useDiscoverySelection, useTableSelection } from '../partners/selection.ts';

/** The candidates, each with the decision at hand: by the mouse, or with a, r, 1 to 6, e and u. */
export const DiscoveryList = memo(function DiscoveryList(props: {
  partners: readonly PartnerView[];
  total: Total | null;
  filter: PartnerFilter;
  onEnd: () => void;
}) {
  const { partners, total, filter, onEnd } = props;
  const selection = useTableSelection(useDiscoverySelection(), partners);
  return (
    <PartnerTable
      name="discovery"
      label="Partners"
      partners={partners}
      total={total}
      onEnd={onEnd}
      columns={DISCOVERY_COLUMNS}
      actions={rowActions}
      selection={selection}
      keys={useDecisionKeys()}
      bulk={<DiscoveryBulkBar partners={partners} total={total} filter={filter} />}
    />
  );
});

const rowActions = (partner: PartnerView) => <NextDecision partner={partner} />;

/** Decides on the selected ones that are still to be reviewed. */
function DiscoveryBulkBar(props: { partners: readonly PartnerView[]; total: Total | null; filter: PartnerFilter }) {
  const { filter, total } = props;
  const { ids, all, clear, selectAll } = useDiscoverySelection();
  const bulk = useBulkDecision();
  const rows = props.partners.filter(({ id }) => ids.has(id));
  const allPending = usePartnerTotal(all && filter.status === undefined ? { ...filter, status: 'pending' } : null);
  const selected: Chosen =
    all && total ? { filter, total } : { ids: (all ? props.partners : rows).map(({ id }) => id) };
  const pending: Chosen =
    'ids' in selected
      ? { ids: rows.flatMap(({ id, status }) => (status === 'pending' ? [id] : [])) }
      : {
          filter: { ...filter, status: 'pending' },
          total: (filter.status === 'pending' ? total : allPending) ?? exactly(0),
        };
  const count = countOf(pending);
  const running = bulk.isPending ? bulk.variables : null;
  const decide = (status: 'approved' | 'rejected', reason?: RejectReason): void =>
    bulk.mutate(
      { ...pending, status, ...(reason && { reason }) },
      { onSuccess: (answer) => someRefused(answer) || clear() },
    );
  return (
    <BulkBar
      label="Selected partners"
      count={countOf(selected).total}
      isMore={!countOf(selected).exact}
      onClear={clear}
    >
      <Button
        variant="primary"
        pending={running?.status === 'approved'}
        disabled={count.total === 0 || running?.status === 'rejected'}
        onClick={() => decide('approved')}
      >
        Approve ({totalNumber(count)})
      </Button>
      <Button
        pending={running?.status === 'rejected'}
        disabled={count.total === 0 || running?.status === 'approved'}
        onClick={() => decide('rejected')}
      >
        Reject ({totalNumber(count)})
      </Button>
      <RejectReasons disabled={count.total === 0 || bulk.isPending} onReject={(reason) => decide('rejected', reason)} />
      <NotesOfMany chosen={selected} />
      <ExportButton chosen={selected} fallbackName="partners-export" />
      {rows.length === props.partners.length && (
        <SelectAllButton total={total} selected={rows.length} all={all} onSelect={selectAll} />
      )}
    </BulkBar>
  );
}
