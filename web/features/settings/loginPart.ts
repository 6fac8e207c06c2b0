import type { ReactNode } from 'react';
import type { MailboxStatusView } from '../../../api/views.ts';

/** What the settings show of a provider whose accounts are connected by a login. `missing`: it is chosen, and not connected. */
export type LoginPart = {
  /** By which links name its card. */
  id: string;
  label: (status: MailboxStatusView | undefined) => string;
  note: string;
  missing: string;
  Card: () => ReactNode;
};
