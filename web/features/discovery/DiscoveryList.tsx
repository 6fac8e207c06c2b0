import { memo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { RowList } from '../../components/ui/RowList.tsx';
import { useOpenPartner } from '../partners/openPartner.ts';
import { ApproveButton, DecisionButtons, DeleteButton, EmailButton, EraseButton } from '../partners/PartnerActions.tsx';
import { PartnerPanel } from '../partners/PartnerPanel.tsx';
import { PartnerColumns, PartnerRow } from '../partners/PartnerRow.tsx';

/** The candidates, one open at a time, each with the decision at hand. */
export const DiscoveryList = memo(function DiscoveryList(props: { label: string; partners: readonly PartnerView[] }) {
  const [opened, press] = useOpenPartner();
  return (
    <RowList
      label={props.label}
      items={props.partners}
      reveal={opened}
      columns={<PartnerColumns />}
      row={(partner) => (
        <PartnerRow
          partner={partner}
          expanded={opened === partner.id}
          onToggle={() => press(partner.id)}
          actions={<RowActions partner={partner} expanded={opened === partner.id} />}
          details={() => (
            <PartnerPanel
              partner={partner}
              actions={
                partner.status !== 'pending' && (
                  <>
                    <DeleteButton partner={partner} />
                    <EraseButton partner={partner} />
                  </>
                )
              }
            />
          )}
        />
      )}
    />
  );
});

function RowActions(props: { partner: PartnerView; expanded: boolean }) {
  if (props.partner.status === 'pending') {
    return <DecisionButtons partner={props.partner} prominent={props.expanded} />;
  }
  return props.partner.status === 'approved' ? (
    <EmailButton partner={props.partner} />
  ) : (
    <ApproveButton partner={props.partner} />
  );
}
