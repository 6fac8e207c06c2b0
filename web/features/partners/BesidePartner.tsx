import type { ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Beside } from '../../components/ui/Beside.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import type { PartnerPanelProps } from './PartnerPanel.tsx';

const PartnerPanel = onDemand(() => import('./PartnerPanel.tsx').then((module) => module.PartnerPanel));

/** A list with the open partner beside it. The address names the partner. */
export function BesidePartner(props: { children: ReactNode; panel: PartnerPanelProps | null }) {
  const { panel } = props;
  return (
    <Beside
      panel={
        panel && {
          id: panel.partner.id,
          label: labelOf(panel.partner),
          onClose: panel.onClose,
          content: (close) => <PartnerPanel {...panel} onClose={close} />,
        }
      }
    >
      {props.children}
    </Beside>
  );
}

const labelOf = ({ name }: PartnerView): string => `About ${name ?? 'this partner'}`;
