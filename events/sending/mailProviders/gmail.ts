import { recordGmailRefused } from '../gmail.ts';
import { GMAIL_TROUBLES, gmailTrouble } from '../gmailTrouble.ts';
import type { ProviderRules } from './provider.ts';

export const gmailRules: ProviderRules = {
  name: 'Gmail',
  account({ gmail: { account } }) {
    if (account && account.reauth !== null) {
      return {
        account: null,
        missing: {
          reason: 'Your Gmail connection needs to be refreshed',
          whatToDo: `${gmailTrouble(account.reauth).text} Queued emails are kept and sent later.`,
          ends: 'until your Gmail account is connected again',
          where: 'gmail',
          lost: true,
        },
      };
    }
    if (!account?.email) {
      return {
        account: null,
        missing: {
          reason: 'Gmail is chosen, but not connected',
          whatToDo: 'Connect your Gmail account in Settings before sending, or choose SendGrid.',
          ends: 'until the email settings are complete',
          where: 'email-provider',
          lost: false,
        },
      };
    }
    const { id, email: from, secretId, access } = account;
    return { account: { provider: 'gmail', id, from, secretId, drafts: access === 'drafts' }, missing: null };
  },
  stored: ({ gmail: { account } }) => account && { secretId: account.secretId, drafts: account.access === 'drafts' },
  refused: {
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
  loss: {
    record: ({ gmail }, secretId, trouble) =>
      recordGmailRefused(gmail, secretId, GMAIL_TROUBLES.find((known) => known === trouble) ?? 'token_refused'),
    event: 'GmailReauthNeeded',
  },
};
