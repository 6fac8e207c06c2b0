import { memo, useMemo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import type { RejectReason } from '../../../events/shared/options.ts';
import type { Total } from '../../lib/total.ts';
import { undoLastDecision, useChangeStatus } from '../partners/decisions.ts';
import { openContact } from '../partners/openContact.ts';
import { ApproveButton, DecisionButtons, EmailButton } from '../partners/PartnerActions.tsx';
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
      keys={useDiscoveryKeys()}
      bulk={<DiscoveryBulkBar partners={partners} total={total} filter={filter} />}
    />
  );
});

function useDiscoveryKeys() {
  const { mutate } = useChangeStatus();
  return useMemo(() => {
    const reject =
      (reason?: RejectReason) =>
      (partner: PartnerView | undefined): boolean => {
        if (partner?.status !== 'pending') return false;
        mutate({ partner, status: 'rejected', ...(reason && { reason }) });
        return true;
      };
    return {
      approve: (partner: PartnerView | undefined): boolean => {
        if (!partner || partner.status === 'approved') return false;
        mutate({ partner, status: 'approved' });
        return true;
      },
      reject: reject(),
      rejectTopic: reject('topic'),
      rejectAudience: reject('audience'),
      rejectRegion: reject('region'),
      rejectCompetitor: reject('competitor'),
      rejectSize: reject('size'),
      rejectOther: reject('other'),
      email: (partner: PartnerView | undefined): boolean => {
        if (partner?.status === 'approved') openContact(partner);
        return false;
      },
      undo: (): boolean => {
        undoLastDecision();
        return false;
      },
    };
  }, [mutate]);
}

/** The decision at hand, in a row and in the panel. */
export function Decision(props: { partner: PartnerView; panel?: boolean }) {
  if (props.partner.status === 'pending') return <DecisionButtons {...props} />;
  return props.partner.status === 'approved' ? <EmailButton {...props} /> : <ApproveButton {...props} />;
}

const rowActions = (partner: PartnerView) => <Decision partner={partner} />;
