/** What people read about each provider that sends mail. */
import type { HoldReason } from './mailbox.ts';
import type { EmailProvider } from './options.ts';

type Text = { reason: string; whatToDo: string };

export const PROVIDER_NAMES: Readonly<Record<EmailProvider, string>> = { sendgrid: 'SendGrid', gmail: 'Gmail' };

const REFUSED: Readonly<Record<EmailProvider, Record<'key_refused' | 'sender_refused', Text>>> = {
  sendgrid: {
    key_refused: {
      reason: 'SendGrid refused the API key',
      whatToDo: 'Check the API key in Settings and save it again. Queued emails are kept and sent later.',
    },
    sender_refused: {
      reason: 'SendGrid refused the sender address or the key',
      whatToDo:
        'Verify the sender address in your SendGrid account, check it and the API key in Settings, and save them again. Queued emails are kept and sent later.',
    },
  },
  gmail: {
    key_refused: {
      reason: 'Google no longer accepts the connection to your Gmail account',
      whatToDo: 'Reconnect Gmail in Settings. Queued emails are kept and sent later.',
    },
    sender_refused: {
      reason: 'Google does not let this Gmail account send',
      whatToDo:
        'Open Gmail with this account, follow what it asks for, then reconnect it in Settings. Queued emails are kept and sent later.',
    },
  },
};

/** Why a mailbox is held, and what its user does about it. */
export function holdText(reason: HoldReason, provider: EmailProvider): Text {
  const name = PROVIDER_NAMES[provider];
  switch (reason) {
    case 'key_refused':
    case 'sender_refused':
      return REFUSED[provider][reason];
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
