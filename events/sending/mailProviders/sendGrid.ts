import { Refused } from '../../shared/refused.ts';
import type { MailboxEvent } from '../mailboxState.ts';
import type { ProviderRules } from './provider.ts';

const DAY_MS = 86_400_000;
/** A while after midnight they are there. */
const RENEWED_AFTER_MS = 5 * 60_000;

/** When (ms since 1970) credits that were used up at `at` are renewed, on a plan that renews them each day. */
export const creditsRenewedAt = (at: number): number => Math.floor(at / DAY_MS + 1) * DAY_MS + RENEWED_AFTER_MS;

export const sendGridRules: ProviderRules = {
  name: 'SendGrid',
  // a domain without automated security, or with a selector of the user's, has its key under another name
  authentication: () => ({ alignedBySpf: false, selectors: ['s1', 's2'], selectorsAre: 'usual' }),
  account({ fromEmail: from, sendGridSecretId: secretId }) {
    if (from && secretId)
      return { account: { provider: 'sendgrid', id: secretId, from, secretId, drafts: false }, missing: null };
    return {
      account: null,
      missing: {
        reason: { code: 'sendgrid_incomplete' },
        fix: 'complete_sendgrid',
        ends: 'until the email settings are complete',
        lost: false,
      },
    };
  },
  stored: ({ sendGridSecretId: secretId }) => (secretId ? { secretId, drafts: false } : null),
  refused: {
    key_refused: {
      reason: { code: 'sendgrid_key_refused' },
      fix: 'check_sendgrid_key',
    },
    sender_refused: {
      reason: { code: 'sendgrid_sender_refused' },
      fix: 'verify_sendgrid_sender',
    },
  },
  settings: {
    check(state, form) {
      const fromEmail = form.fromEmail ?? state.fromEmail;
      const moves = form.sendgridRegion !== undefined && form.sendgridRegion !== state.sendGridRegion;
      if (moves && !form.secretId && state.sendGridSecretId) {
        throw new Refused({ code: 'sendgrid_other_region', field: 'sendgridApiKey' });
      }
      if (fromEmail && (form.secretId ?? state.sendGridSecretId)) return;
      throw new Refused({ code: 'sendgrid_incomplete', field: fromEmail ? 'sendgridApiKey' : 'fromEmail' });
    },
    save(state, { secretId, sendgridRegion: region = 'global', fromEmail, webhookPublicKey: publicKey }) {
      const events: MailboxEvent[] = [];
      if (secretId) events.push({ type: 'SendGridKeyStored', data: { secretId, region } });
      if (fromEmail && fromEmail !== state.fromEmail)
        events.push({ type: 'SenderAddressSet', data: {}, personal: { fromEmail } });
      if (publicKey && publicKey !== state.webhookPublicKey)
        events.push({ type: 'EventWebhookKeySet', data: { publicKey } });
      return events;
    },
  },
};
