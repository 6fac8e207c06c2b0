import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';

type Contact = PartnerView['contactInfo'];

/**
 * The address in an open form. It follows the partner's known one until something is typed. A later one does not overwrite that, but is `offered`.
 */
export function useTypedAddress(listed: Contact) {
  const [first] = useState(listed?.email ?? null);
  const [seen, setSeen] = useState(listed?.email ?? null);
  const [contact, setContact] = useState(listed);
  const [typed, setTyped] = useState<string | null>(null);
  const arrive = (arrived: Contact): void => {
    setContact(arrived);
    setTyped((now) => (now?.trim() === '' ? null : now));
  };
  if ((listed?.email ?? null) !== seen) {
    setSeen(listed?.email ?? null);
    arrive(listed);
  }
  const known = contact?.email ?? null;
  const kept = typed !== null && typed.trim() !== known;
  return {
    contact,
    shown: typed ?? known ?? '',
    type: setTyped,
    /** A contact that a search just brought, before the list has it. */
    arrive,
    follow: () => setTyped(null),
    offered: kept && known !== first ? known : null,
    /** The shown address is the one that is known of the partner: there is nothing to save. */
    saved: known !== null && !kept,
  };
}
