import { create } from 'zustand';
import type { PartnerView } from '../../../api/views.ts';

type OpenContact = { partner: PartnerView | null };

/** The partner of the open contact dialog, as they were when it opened. It is shown beside the list: a row may leave the list. */
export const useOpenContact = create<OpenContact>(() => ({ partner: null }));

export const openContact = (partner: PartnerView): void => useOpenContact.setState({ partner });

export const closeContact = (): void => useOpenContact.setState({ partner: null });
