import { useEffect } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { closeContact, useOpenContact } from './openContact.ts';

const ContactDialog = onDemand(() => import('./ContactDialog.tsx').then((module) => module.ContactDialog));

/** The open contact dialog of a screen with partners. `partners` are all of the screen's, despite its filters. */
export function OpenContactDialog(props: { partners: readonly PartnerView[] | undefined }) {
  const opened = useOpenContact((state) => state.partner);
  useEffect(() => closeContact, []);
  if (!opened) return null;
  return (
    <FetchedPart onLost={closeContact}>
      <ContactDialog key={opened.id} partner={props.partners?.find(({ id }) => id === opened.id) ?? opened} />
    </FetchedPart>
  );
}
