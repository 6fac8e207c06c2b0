import { Refused } from '../../shared/refused.ts';
import { accountAt } from '../connectedAccount.ts';
import type { MailboxEvent } from '../mailboxState.ts';
import type { ProviderRules } from './provider.ts';

const DAY_MS = 86_400_000;
/** A while after midnight they are there. */
const RENEWED_AFTER_MS = 5 * 60_000;

/** When (ms since 1970) credits that were used up at `at` are renewed, on a plan that renews them each day. */
export const creditsRenewedAt = (at: number): number => Math.floor(at / DAY_MS + 1) * DAY_MS + RENEWED_AFTER_MS;

export const sendGridRules: ProviderRules = {
  name: 'SendGrid',
  account: 'your SendGrid account',
  // a domain without automated security, or with a selector of the user's, has its key under another name
  authentication: () => ({ alignedBySpf: false, selectors: ['s1', 's2'], selectorsAre: 'usual' }),
  readable: () => false,
  inbound: true,
  tested: true,
  testText: 'This is a test email. Partner Pilot can send from this address with SendGrid.',
  creditsRenewedAt,
  settings: {
    check(state, form) {
      const { account, last } = accountAt(state, 'sendgrid');
      const fromEmail = form.fromEmail ?? last.email;
      const moves = form.sendgridRegion !== undefined && form.sendgridRegion !== last.region;
      if (moves && !form.secretId && account)
        throw new Refused({ code: 'sendgrid_other_region', field: 'sendgridApiKey' });
      if (fromEmail && (form.secretId ?? account)) return;
      throw new Refused({ code: 'sendgrid_incomplete', field: fromEmail ? 'sendgridApiKey' : 'fromEmail' });
    },
    save(state, { secretId: typed, sendgridRegion = 'global', fromEmail, webhookPublicKey: publicKey }) {
      const events: MailboxEvent[] = [];
      const { account, last } = accountAt(state, 'sendgrid');
      const email = fromEmail || last.email;
      // no event would name the key
      if (typed && !email) throw new Refused({ code: 'sendgrid_incomplete', field: 'fromEmail' });
      const secretId = typed ?? account?.secretId;
      if (email && secretId && (typed || email !== last.email)) {
        const region = typed ? sendgridRegion : last.region;
        const data = { provider: 'sendgrid', requestId: null, secretId, region } as const;
        events.push({ type: 'AccountConnected', data, personal: { email } });
      }
      if (publicKey && publicKey !== state.webhookPublicKey)
        events.push({ type: 'EventWebhookKeySet', data: { publicKey } });
      return events;
    },
  },
};
