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
          reason: { code: 'gmail_lost' },
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
          reason: { code: 'gmail_not_connected' },
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
  troubleOf(code) {
    const trouble = GMAIL_TROUBLES.find((known) => known === code) ?? 'refused';
    return { reason: { code: 'gmail_trouble', trouble }, passing: gmailTrouble(trouble).passing ?? false };
  },
  refused: {
    key_refused: {
      reason: { code: 'gmail_key_refused' },
      fix: 'reconnect_gmail',
    },
    sender_refused: {
      reason: { code: 'gmail_sender_refused' },
      fix: 'unblock_gmail',
    },
  },
  loss: {
    record: ({ gmail }, secretId, trouble) =>
      recordGmailRefused(gmail, secretId, GMAIL_TROUBLES.find((known) => known === trouble) ?? 'token_refused'),
    event: 'GmailReauthNeeded',
  },
};
