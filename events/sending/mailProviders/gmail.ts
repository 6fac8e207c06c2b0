import { recordGmailRefused } from '../gmail.ts';
import { GMAIL_TROUBLES, gmailTrouble } from '../gmailTrouble.ts';
import type { ProviderRules } from './provider.ts';

export const gmailRules: ProviderRules = {
  name: 'Gmail',
  authentication: () => ({
    manages: /^(gmail|googlemail)\.com$/,
    spfInclude: '_spf.google.com',
    alignedBySpf: true,
    // an administrator may have chosen another name
    selectors: ['google'],
    selectorsAre: 'usual',
    mx: '1 smtp.google.com',
  }),
  account({ gmail: { account } }) {
    if (account && account.reauth !== null) {
      return {
        account: null,
        missing: {
          reason: 'Your Gmail connection needs to be refreshed',
          fix: { reconnectGmail: account.reauth },
          ends: 'until your Gmail account is connected again',
          lost: true,
        },
      };
    }
    if (!account?.email) {
      return {
        account: null,
        missing: {
          reason: 'Gmail is chosen, but not connected',
          fix: 'connect_gmail',
          ends: 'until the email settings are complete',
          lost: false,
        },
      };
    }
    const { id, email: from, secretId, access } = account;
    return { account: { provider: 'gmail', id, from, secretId, drafts: access === 'drafts' }, missing: null };
  },
  stored: ({ gmail: { account } }) => account && { secretId: account.secretId, drafts: account.access === 'drafts' },
  readable: ({ drafts }) => drafts,
  troubleText: (trouble) => gmailTrouble(GMAIL_TROUBLES.find((known) => known === trouble) ?? 'refused'),
  refused: {
    key_refused: {
      reason: 'Google no longer accepts the connection to your Gmail account',
      fix: 'reconnect_gmail',
    },
    sender_refused: {
      reason: 'Google does not let this Gmail account send',
      fix: 'unblock_gmail',
    },
  },
  loss: {
    record: ({ gmail }, secretId, trouble) =>
      recordGmailRefused(gmail, secretId, GMAIL_TROUBLES.find((known) => known === trouble) ?? 'token_refused'),
    event: 'GmailReauthNeeded',
  },
};
