import { Hono } from 'hono';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { emailSettingsForm } from '../../events/inputs/mail.ts';
import { type MailboxState, saveEmailSettings } from '../../events/mailbox.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { holdView } from '../present/hold.ts';
import { mailboxOf } from '../sendingReady.ts';
import { check } from '../validate.ts';
import type { EmailSettingsView, GmailStatusView } from '../views.ts';

function settingsView(state: MailboxState, now: Date): EmailSettingsView {
  return {
    emailProvider: state.provider,
    fromEmail: state.fromEmail,
    hasGmailAuth: false,
    hasSendGridKey: state.sendGridSecretId !== null,
    hold: holdView(state, now),
  };
}

/** Through which mailbox a tenant sends. */
export function mailRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/gmail/status', (c) => {
      const view: GmailStatusView = {
        unavailable: 'Gmail is not available in this installation yet. Choose SendGrid to send emails.',
        connected: false,
        gmailEmail: null,
        needsReauth: false,
        error: null,
      };
      return c.json(view, 200);
    })
    .get('/email-settings', async (c) => {
      const tenant = c.get('user').userId;
      return c.json(settingsView((await store.load(tenant, mailboxOf(tenant))).state, store.now()), 200);
    })
    .put('/email-settings', check('json', emailSettingsForm), async (c) => {
      const tenant = c.get('user').userId;
      const { sendgridApiKey, ...form } = c.req.valid('json');
      const { state: before } = await store.load(tenant, mailboxOf(tenant));
      // refuses before anything is put into the vault
      saveEmailSettings(before, { ...form, secretId: sendgridApiKey ? 'typed' : null });
      const secretId = sendgridApiKey
        ? await storeSecret(store.sql, store.master, tenant, 'sendgrid', sendgridApiKey)
        : null;
      const { states } = await store.run({
        tenant,
        cause: causeOf(c),
        streams: { mailbox: mailboxOf(tenant) },
        decide: ({ mailbox }) => ({ mailbox: saveEmailSettings(mailbox, { ...form, secretId }) }),
      });
      // a replaced key is not kept
      if (secretId && before.sendGridSecretId) await forgetSecret(store.sql, tenant, before.sendGridSecretId);
      return c.json(settingsView(states.mailbox, store.now()), 200);
    });
}
