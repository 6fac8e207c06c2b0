import type { MailboxStatusView } from '../../../api/views.ts';

/** Whether the mailbox is an account at Microsoft. It has a card of its own. */
export const isMicrosoft = ({ connected, host }: MailboxStatusView): boolean => connected && host === 'microsoft';

/** The state of the mailbox on the card of the other kind. */
const NOT_HERE = {
  ...{ connected: false, paused: false, email: null, host: null, user: null },
  ...{ smtp: null, imap: null, error: null },
};

/** The mailbox as the card of those with a password sees it. */
export const byPassword = (status: MailboxStatusView): MailboxStatusView =>
  isMicrosoft(status) ? { ...status, ...NOT_HERE } : status;

/** The mailbox as the card of Microsoft accounts sees it. */
export const byMicrosoft = (status: MailboxStatusView): MailboxStatusView =>
  isMicrosoft(status) ? status : { ...status, ...NOT_HERE };
