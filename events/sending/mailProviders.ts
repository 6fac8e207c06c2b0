/** Every provider that sends mail, and what people read about their holds. */

import type { EmailProvider } from '../shared/options.ts';
import type { HoldReason, MailboxState } from './mailboxState.ts';
import { gmailRules } from './mailProviders/gmail.ts';
import type { AccountLookup, ProviderRules, ReasonText } from './mailProviders/provider.ts';
import { sendGridRules } from './mailProviders/sendGrid.ts';

export const MAIL_PROVIDERS: Readonly<Record<EmailProvider, ProviderRules>> = {
  gmail: gmailRules,
  sendgrid: sendGridRules,
};

const NONE_CHOSEN: AccountLookup = {
  account: null,
  missing: {
    reason: 'No email provider is chosen',
    whatToDo: 'Choose an email provider in Settings before sending.',
    ends: 'until the email settings are complete',
    where: 'email-provider',
    lost: false,
  },
};

/** The account of the chosen provider. */
export const lookUpAccount = (state: MailboxState): AccountLookup =>
  state.provider === null ? NONE_CHOSEN : MAIL_PROVIDERS[state.provider].account(state);

/** Why a mailbox is held, and what its user does about it. */
export function holdText(reason: HoldReason, provider: EmailProvider): ReasonText {
  const { name, refused } = MAIL_PROVIDERS[provider];
  switch (reason) {
    case 'key_refused':
    case 'sender_refused':
      return refused[reason];
    case 'rate_limited':
      return { reason: `${name} asked to wait`, whatToDo: 'Nothing to do: sending resumes automatically.' };
    case 'provider_trouble':
      return {
        reason: `${name} did not answer properly several times in a row`,
        whatToDo:
          'Nothing to do: one email tries again automatically, and the others follow. Check the unconfirmed messages.',
      };
  }
}
