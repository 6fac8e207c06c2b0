import type { PartnerView } from '../../../api/views.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useClosePartner } from './openPartner.ts';

const RemoveButtons = onDemand(() => import('./RemoveButtons.tsx').then((module) => module.RemoveButtons));

export function RemovePartner({ partner }: { partner: PartnerView }) {
  const close = useClosePartner();
  return (
    <FetchedPart onLost={() => close(partner.id)}>
      <RemoveButtons partner={partner} />
    </FetchedPart>
  );
}
