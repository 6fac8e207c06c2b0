import { CircleX } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import type { Total } from '../../lib/total.ts';
import { useRejectApproved } from '../partners/decisions.ts';
import { openContact } from '../partners/openContact.ts';
import { EmailButton } from '../partners/PartnerActions.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { APPROVED_COLUMNS } from '../partners/partnerColumns.tsx';
import { RemovePartner } from '../partners/RemovePartner.tsx';
import { useRowFocus } from '../partners/rowFocus.ts';
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

/** The actions on the open partner. */
export function ApprovedActions(props: { partner: PartnerView }) {
  const reject = useRejectApproved(props.partner);
  const keepRow = useRowFocus();
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        pending={reject.pending}
        onClick={(event) => {
          keepRow(event.currentTarget);
          reject.start();
        }}
      >
        {!reject.pending && <CircleX aria-hidden />}
        Reject
      </Button>
      <ConfirmDialog
        open={reject.question !== null}
        onClose={reject.close}
        title={`Reject ${props.partner.name ?? 'this partner'}?`}
        confirmLabel="Reject"
        destructive
        pending={reject.pending}
        onConfirm={reject.confirm}
      >
        {reject.question}
      </ConfirmDialog>
      <RemovePartner partner={props.partner} />
    </>
  );
}
