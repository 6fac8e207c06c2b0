/** Every provider that sends mail, and what people read about their holds. */

import type { EmailProvider } from '../shared/options.ts';
import type { HoldReason, MailboxState } from './mailboxState.ts';
import { gmailRules } from './mailProviders/gmail.ts';
import type { AccountLookup, FixableReason, ProviderRules } from './mailProviders/provider.ts';
import { sendGridRules } from './mailProviders/sendGrid.ts';
import { smtpRules } from './mailProviders/smtp.ts';

export const MAIL_PROVIDERS: Readonly<Record<EmailProvider, ProviderRules>> = {
  gmail: gmailRules,
  sendgrid: sendGridRules,
  smtp: smtpRules,
};

const NONE_CHOSEN: AccountLookup = {
  account: null,
  missing: {
    reason: { code: 'no_provider' },
    fix: 'choose_provider',
    ends: 'until the email settings are complete',
    lost: false,
  },
};

/** The account of the chosen provider. */
export const lookUpAccount = (state: MailboxState): AccountLookup =>
  state.provider === null ? NONE_CHOSEN : MAIL_PROVIDERS[state.provider].account(state);

/** Why a mailbox is held, and what its user does about it. */
export function holdReason(reason: HoldReason, provider: EmailProvider, trouble?: string): FixableReason {
  const { name, refused, troubleOf } = MAIL_PROVIDERS[provider];
  switch (reason) {
    case 'key_refused':
    case 'sender_refused':
      return refused[reason];
    case 'permission_missing':
      return { reason: { code: 'permission_missing', provider: name }, fix: 'allow_mail_send' };
    case 'account_blocked':
      return { reason: { code: 'account_blocked', provider: name }, fix: 'unblock_account' };
    case 'credits_exhausted':
      return { reason: { code: 'credits_exhausted', provider: name }, fix: 'renew_credits' };
    case 'rate_limited':
      return { reason: { code: 'asked_to_wait', provider: name }, fix: 'wait' };
    case 'provider_trouble':
      if (trouble && troubleOf) return { reason: troubleOf(trouble).reason, fix: 'check_mail_server' };
      return {
        reason: { code: 'kept_not_answering', provider: name },
        fix: 'check_unconfirmed',
      };
  }
}
