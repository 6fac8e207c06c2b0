import { memo, type ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { Total } from '../../lib/total.ts';
import { openContact } from '../partners/openContact.ts';
import { EmailButton } from '../partners/PartnerActions.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { APPROVED_COLUMNS } from '../partners/partnerColumns.tsx';
import { useApprovedSelection, useTableSelection } from '../partners/selection.ts';

const KEYS = {
  email: (partner: PartnerView | undefined): boolean => {
    if (partner) openContact(partner);
    return false;
  },
};

/** The approved partners with their ticks and addresses. */
export const ApprovedList = memo(function ApprovedList(props: {
  partners: readonly PartnerView[];
  total: Total | null;
  onEnd: () => void;
  bulk: ReactNode;
}) {
  return (
    <PartnerTable
      name="approved"
      label="Approved partners"
      partners={props.partners}
      total={props.total}
      onEnd={props.onEnd}
      columns={APPROVED_COLUMNS}
      actions={rowActions}
      selection={useTableSelection(useApprovedSelection(), props.partners)}
      keys={KEYS}
      bulk={props.bulk}
    />
  );
});

const rowActions = (partner: PartnerView) => <EmailButton partner={partner} />;
