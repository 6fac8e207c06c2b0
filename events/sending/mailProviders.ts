/** Every provider that sends mail, and what people read about their holds. */

import type { AccountTrouble } from '../shared/accountWords.ts';
import type { EmailProvider } from '../shared/options.ts';
import { accountAt } from './connectedAccount.ts';
import type { HoldReason, MailboxState } from './mailboxState.ts';
import { gmailRules } from './mailProviders/gmail.ts';
import type { AccountLookup, FixableReason, ProviderRules } from './mailProviders/provider.ts';
import { sendGridRules } from './mailProviders/sendGrid.ts';
import { sesRules } from './mailProviders/ses.ts';
import { smtpRules } from './mailProviders/smtp.ts';

export const MAIL_PROVIDERS: Readonly<Record<EmailProvider, ProviderRules>> = {
  gmail: gmailRules,
  sendgrid: sendGridRules,
  smtp: smtpRules,
  ses: sesRules,
};

const INCOMPLETE = 'until the email settings are complete';

export const NONE_CHOSEN: AccountLookup = {
  account: null,
  missing: { reason: { code: 'no_provider' }, fix: 'choose_provider', ends: INCOMPLETE, lost: false },
};

export function lookUpAccount(state: MailboxState, provider: EmailProvider): AccountLookup {
  const { account } = accountAt(state, provider);
  if (account && account.lost !== null) {
    const reason = { code: 'account_lost', provider } as const;
    const fix = { step: 'reconnect', provider, trouble: account.lost } as const;
    const ends = `until ${MAIL_PROVIDERS[provider].account} is connected again`;
    return { account: null, missing: { reason, fix, ends, lost: true } };
  }
  if (!account?.identity) {
    const reason = { code: 'account_missing', provider } as const;
    return {
      account: null,
      missing: { reason, fix: { step: 'connect', provider }, ends: INCOMPLETE, lost: false },
    };
  }
  const { id, secretId, access, identity } = account;
  return {
    account: { provider, id, from: identity.email, secretId, drafts: access === 'drafts' },
    missing: null,
  };
}

/** Why a mailbox is held, and what its user does about it. */
export function holdReason(reason: HoldReason, by: EmailProvider, trouble?: AccountTrouble): FixableReason {
  const { name: provider } = MAIL_PROVIDERS[by];
  switch (reason) {
    case 'key_refused':
      return { reason: { code: 'account_key_refused', provider: by }, fix: { step: 'reconnect', provider: by } };
    case 'sender_refused':
      return { reason: { code: 'account_sender_refused', provider: by }, fix: { step: 'fix_sender', provider: by } };
    case 'permission_missing':
      return { reason: { code: 'permission_missing', provider }, fix: 'allow_mail_send' };
    case 'account_blocked':
      return { reason: { code: 'account_blocked', provider }, fix: 'unblock_account' };
    case 'credits_exhausted':
      return { reason: { code: 'credits_exhausted', provider }, fix: 'renew_credits' };
    case 'rate_limited':
      return { reason: { code: 'asked_to_wait', provider }, fix: 'wait' };
    case 'provider_trouble':
      if (trouble) return { reason: { code: 'account_trouble', provider: by, trouble }, fix: 'check_mail_server' };
      return { reason: { code: 'kept_not_answering', provider }, fix: 'check_unconfirmed' };
  }
}
