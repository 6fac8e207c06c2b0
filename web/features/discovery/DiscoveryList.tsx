import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { RowList } from '../../components/ui/RowList.tsx';
import { DecisionButtons, DeleteButton, EmailButton } from '../partners/PartnerActions.tsx';
import { PartnerPanel } from '../partners/PartnerPanel.tsx';
import { PartnerColumns, PartnerRow } from '../partners/PartnerRow.tsx';

/** The candidates, one open at a time, each with the decision at hand. */
export function DiscoveryList(props: { partners: readonly PartnerView[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <RowList
      label="Partners"
      items={props.partners}
      columns={<PartnerColumns />}
      row={(partner) => (
        <PartnerRow
          partner={partner}
          expanded={opened === partner.id}
          onToggle={() => setOpened(opened === partner.id ? null : partner.id)}
          actions={<RowActions partner={partner} expanded={opened === partner.id} />}
          details={() => (
            <PartnerPanel
              partner={partner}
              actions={partner.status !== 'pending' && <DeleteButton partner={partner} />}
            />
          )}
        />
      )}
    />
  );
}

function RowActions(props: { partner: PartnerView; expanded: boolean }) {
  if (props.partner.status === 'pending') {
    return <DecisionButtons partner={props.partner} prominent={props.expanded} />;
  }
  return props.partner.status === 'approved' ? <EmailButton partner={props.partner} /> : null;
}
