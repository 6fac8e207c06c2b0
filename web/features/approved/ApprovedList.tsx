import { CircleX } from 'lucide-react';
import { memo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { useChangeStatus } from '../partners/changeStatus.ts';
import { useOpenPartner } from '../partners/openPartner.ts';
import { DeleteButton, EmailButton, EraseButton } from '../partners/PartnerActions.tsx';
import { PartnerPanel } from '../partners/PartnerPanel.tsx';
import { PartnerColumns, PartnerRow } from '../partners/PartnerRow.tsx';
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
          hideStatus
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
  const reject = useChangeStatus(true);
  const keepRow = useRowFocus();
  return (
    <>
      <Button
        variant="ghost"
        pending={reject.isPending}
        onClick={(event) => {
          keepRow(event.currentTarget);
          reject.mutate({ partner: props.partner, status: 'rejected' });
        }}
      >
        {!reject.isPending && <CircleX aria-hidden />}
        Reject
      </Button>
      <DeleteButton partner={props.partner} />
      <EraseButton partner={props.partner} />
    </>
  );
}
