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
          reason: { code: 'smtp_lost' },
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
          reason: { code: 'smtp_not_connected' },
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
  troubleOf(code) {
    const trouble = SMTP_TROUBLES.find((known) => known === code) ?? 'imap_refused';
    return { reason: { code: 'smtp_trouble', trouble }, passing: smtpTrouble(trouble).passing ?? false };
  },
  refused: {
    key_refused: {
      reason: { code: 'smtp_lost' },
      fix: 'reconnect_smtp',
    },
    sender_refused: {
      reason: { code: 'smtp_sender_refused' },
      fix: 'check_smtp_address',
    },
  },
  loss: {
    record: ({ smtp }, secretId, trouble) =>
      recordSmtpRefused(smtp, secretId, SMTP_TROUBLES.find((known) => known === trouble) ?? 'smtp_sign_in'),
    event: 'SmtpReauthNeeded',
  },
};
