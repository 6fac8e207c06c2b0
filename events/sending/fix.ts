import type { AccountTrouble } from '../shared/accountWords.ts';
import type { EmailProvider } from '../shared/options.ts';

/**
 * What ends a reason that no mail leaves, as a code: what to do, and who can do it. Events name no screen and no command, so the words are
 * in api/present/fixWords.ts.
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
  | 'allow_mail_send'
  | 'unblock_account'
  | 'renew_credits'
  | 'check_mail_server'
  | 'wait'
  | 'check_unconfirmed'
  | 'clean_addresses'
  | 'change_mails';
/** What the user does with the account of a provider. `trouble`: why it was lost. */
export type AccountFix = {
  step: 'connect' | 'reconnect' | 'fix_sender';
  provider: EmailProvider;
  trouble?: AccountTrouble;
};
export type Fix = FixCode | AccountFix;
