import type { MailboxStatusView } from '../../../../api/views.ts';
import { useMailboxStatus } from '../api.ts';

/** Whether the mailbox is an account at Microsoft. It has a card of its own. */
export const isMicrosoft = ({ connected, host }: MailboxStatusView): boolean => connected && host === 'microsoft';

const NOT_HERE = {
  ...{ connected: false, paused: false, email: null, host: null, user: null },
  ...{ smtp: null, imap: null, error: null },
};

/** The mailbox as one card shows it. `other`: the address of an account that belongs to the other card. */
export function useMailboxOf(kind: { microsoft: boolean }) {
  const { data, isPending, isError, refetch } = useMailboxStatus();
  const isOther = data?.connected && isMicrosoft(data) !== kind.microsoft;
  const own = data && { ...data, ...(isOther && NOT_HERE), other: isOther ? data.email : null };
  return { data: own, isPending, isError, refetch };
}
