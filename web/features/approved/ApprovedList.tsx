import { CircleX } from 'lucide-react';
import { memo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { useOpenPartner } from '../partners/openPartner.ts';
import { DeleteButton, EmailButton, EraseButton } from '../partners/PartnerActions.tsx';
import { PartnerPanel } from '../partners/PartnerPanel.tsx';
import { PartnerColumns, PartnerRow } from '../partners/PartnerRow.tsx';
import { useRejectApproved } from '../partners/rejectApproved.ts';
import { useRowFocus } from '../partners/rowFocus.ts';
import { useSelection } from './selection.ts';

/** The approved partners with their ticks, one open at a time. */
export const ApprovedList = memo(function ApprovedList(props: { partners: readonly PartnerView[] }) {
  const [opened, press] = useOpenPartner();
  const { ids, toggle } = useSelection();
  return (
    <RowList
      label="Approved partners"
      items={props.partners}
      reveal={opened}
      columns={<PartnerColumns leading />}
      row={(partner) => (
        <PartnerRow
          partner={partner}
          expanded={opened === partner.id}
          onToggle={() => press(partner.id)}
          leading={
            <Checkbox
              label={`Select ${partner.name ?? 'partner'}`}
              hideLabel
              checked={ids.has(partner.id)}
              onChange={(checked) => toggle(partner.id, checked)}
            />
          }
          actions={<EmailButton partner={partner} />}
          details={() => <PartnerPanel partner={partner} actions={<ApprovedActions partner={partner} />} />}
        />
      )}
    />
  );
});

function ApprovedActions(props: { partner: PartnerView }) {
  const reject = useRejectApproved(props.partner);
  const keepRow = useRowFocus();
  return (
    <>
      <Button
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
      <DeleteButton partner={props.partner} />
      <EraseButton partner={props.partner} />
    </>
  );
}
