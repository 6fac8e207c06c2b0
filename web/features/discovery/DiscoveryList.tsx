import { memo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import type { Total } from '../../lib/total.ts';
import { useDecisionKeys } from '../partners/decisionKeys.ts';
import { NextDecision } from '../partners/PartnerActions.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { DISCOVERY_COLUMNS } from '../partners/partnerColumns.tsx';
import { useDiscoverySelection, useTableSelection } from '../partners/selection.ts';
import { DiscoveryBulkBar } from './DiscoveryBulkBar.tsx';

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
