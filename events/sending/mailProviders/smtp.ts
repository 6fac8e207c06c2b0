import { hostAuthentication } from '../hostAuthentication.ts';
import { recordSmtpRefused } from '../smtp.ts';
import { SMTP_TROUBLES, smtpTrouble } from '../smtpTrouble.ts';
import type { ProviderRules } from './provider.ts';

export const smtpRules: ProviderRules = {
  name: 'Mail server',
  authentication: ({ smtp: { account } }) => hostAuthentication(account?.settings?.smtp.host ?? null),
  account({ smtp: { account } }) {
    if (account && account.reauth !== null) {
      return {
        account: null,
        missing: {
          reason: 'Your mail server no longer accepts your sign-in',
          fix: { reconnectSmtp: account.reauth },
          ends: 'until your mailbox is connected again',
          lost: true,
        },
      };
    }
    if (!account?.settings) {
      return {
        account: null,
        missing: {
          reason: 'A mailbox with SMTP is chosen, but not connected',
          fix: 'connect_smtp',
          ends: 'until the email settings are complete',
          lost: false,
        },
      };
    }
    const { id, secretId, settings } = account;
    return {
      account: { provider: 'smtp', id, from: settings.email, secretId, drafts: false },
      missing: null,
    };
  },
  stored: ({ smtp: { account } }) => account && { secretId: account.secretId, drafts: false },
  readable: () => true,
  troubleText: (trouble) => smtpTrouble(SMTP_TROUBLES.find((known) => known === trouble) ?? 'imap_refused'),
  refused: {
    key_refused: {
      reason: 'Your mail server no longer accepts your sign-in',
      fix: 'reconnect_smtp',
    },
    sender_refused: {
      reason: 'Your mail server does not let you send from your address',
      fix: 'check_smtp_address',
    },
  },
  loss: {
    record: ({ smtp }, secretId, trouble) =>
      recordSmtpRefused(smtp, secretId, SMTP_TROUBLES.find((known) => known === trouble) ?? 'smtp_sign_in'),
    event: 'SmtpReauthNeeded',
  },
};
