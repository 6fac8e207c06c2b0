import { create } from 'zustand';
import type { PartnerView } from '../../../api/views.ts';

type OpenContact = { partner: PartnerView | null };

/** Whose contact dialog is open, as the partner was when it was opened. It is shown beside the list: a row may leave the list. */
export const useOpenContact = create<OpenContact>(() => ({ partner: null }));

export const openContact = (partner: PartnerView): void => useOpenContact.setState({ partner });

export const closeContact = (): void => useOpenContact.setState({ partner: null });
