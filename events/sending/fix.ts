import type { GmailTrouble } from './gmailTrouble.ts';
import type { SmtpTrouble } from './smtpTrouble.ts';

/**
 * What ends a reason that no mail leaves, as a code: what to do, and who can do it. Events name no screen and no command, so the words are
 * in api/present/fixWords.ts. `reconnectGmail`, `reconnectSmtp`: why the connection was refused.
 */
export type FixCode =
  | 'reconcile'
  | 'resume_account'
  | 'restore_key'
  | 'set_public_url'
  | 'await_link_check'
  | 'repair_public_url'
  | 'add_postal_address'
  | 'choose_provider'
  | 'complete_sendgrid'
  | 'check_sendgrid_key'
  | 'verify_sendgrid_sender'
  | 'allow_mail_send'
  | 'unblock_account'
  | 'renew_credits'
  | 'connect_gmail'
  | 'reconnect_gmail'
  | 'unblock_gmail'
  | 'connect_smtp'
  | 'reconnect_smtp'
  | 'check_smtp_address'
  | 'check_mail_server'
  | 'wait'
  | 'check_unconfirmed'
  | 'clean_addresses'
  | 'change_mails';
export type Fix = FixCode | { reconnectGmail: GmailTrouble } | { reconnectSmtp: SmtpTrouble };
