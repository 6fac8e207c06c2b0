import { Hono } from 'hono';
import { z } from 'zod';
import { signingKey } from '../../db/installation/settings.ts';
import { inAccountsTurn } from '../../db/read/accountsTurn.ts';
import { limitFor } from '../../db/read/limits.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { type Ref, ref } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { packSendGridKey } from '../../db/vault/sendGridKey.ts';
import { disconnectedOf, mustHaveRoom, mustNotBeConnected } from '../../events/sending/accounts.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { saveEmailSettings } from '../../events/sending/mailbox.ts';
import { resumeMailbox } from '../../events/sending/mailboxHold.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { emailSettingsForm, NO_VERIFICATION_KEY } from '../../events/sending/mailInput.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { holdBlocker } from '../../events/sending/sendBlockers.ts';
import { LOGIN_PROVIDERS } from '../../events/shared/options.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { holdView } from '../present/hold.ts';
import { accountCalls } from '../sending/accountCalls.ts';
import { accountQuery, askedMailbox, mailboxToConnect } from '../sending/askedMailbox.ts';
import { type DoneView, doneSchema, type EmailSettingsView, emailSettingsSchema } from '../views.ts';
import { WEBHOOK_PATH } from './sendGridWebhook.ts';

/** `check`: SendGrid must take a typed key before anything is saved. */
const saveQuery = accountQuery.extend({ check: z.literal('true').optional() });

/** Through which mailbox a tenant sends. */
export function mailRoutes(deps: Deps) {
  const { store } = deps;
  const { connect } = accountCalls(deps);

  const settingsView = (tenant: string, { id }: Ref<'mailbox'>, state: MailboxState): EmailSettingsView => ({
    emailProvider: state.provider,
    fromEmail: accountAt(state, 'sendgrid').last.email,
    hasGmailAuth: accountAt(state, 'gmail').account !== null,
    connectedLogins: LOGIN_PROVIDERS.filter((provider) => accountAt(state, provider).account !== null),
    hasSendGridKey: accountAt(state, 'sendgrid').account !== null,
    sendGridRegion: accountAt(state, 'sendgrid').last.region,
    hasWebhookKey: state.webhookPublicKey !== null,
    webhookUrl: [`${deps.publicUrl}${WEBHOOK_PATH}`, tenant, ...(id === tenant ? [] : [id])].join('/'),
    hold: holdView(holdBlocker(state, store.now().toISOString()), id === tenant ? undefined : id),
  });

  return new Hono<Env>()
    .get('/email-settings', answers(emailSettingsSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      return c.json(settingsView(tenant, stream, (await store.load(tenant, stream)).state), 200);
    })
    .put(
      '/email-settings',
      answersLater(emailSettingsSchema),
      needs('browser'),
      notes('key_used'),
      check('query', saveQuery),
      check('json', emailSettingsForm),
      async (c) => {
        const { tenant } = c.get('user');
        const asked = await mailboxToConnect(deps, c);
        const { sendgridApiKey, ...form } = c.req.valid('json');
        // the form knows the shape of a key, but not whether its point is one of the curve
        if (form.webhookPublicKey && !signingKey(form.webhookPublicKey))
          throw new Refused({
            code: 'verification_key_unfit',
            problem: NO_VERIFICATION_KEY,
            field: 'webhookPublicKey',
          });
        if (asked.isNew && !MAIL_PROVIDERS[form.emailProvider].settings)
          throw new Refused({ code: 'connect_to_add', field: 'emailProvider' });
        const known = asked.isNew
          ? disconnectedOf(await readMailboxes(store, tenant), form.fromEmail ?? '')
          : undefined;
        const stream = known === undefined ? asked.mailbox : ref('mailbox', known);
        const { state: before } = await store.load(tenant, stream);
        // refuses before anything is put into the vault
        saveEmailSettings(before, { ...form, secretId: sendgridApiKey ? 'typed' : null });
        const region = form.sendgridRegion ?? 'global';
        const login = sendgridApiKey ? packSendGridKey({ apiKey: sendgridApiKey, region }) : null;
        // a key without an address goes with the stored one
        const address = form.fromEmail || (login && accountAt(before, 'sendgrid').last.email);
        const isChecked = Boolean(login && address && c.req.valid('query').check);
        if (login && address && isChecked) {
          const typed = { login, secret: 'sendgrid', region, identity: { email: address } };
          const connected = await connect(c, 'sendgrid', typed, asked);
          if ('accepted' in connected) return c.json(connected, 202);
        }
        const secretId =
          login && !isChecked ? await storeSecret(store.sql, store.master, tenant, 'sendgrid', login) : null;
        const most = await limitFor(store, tenant, 'accounts');
        const saved = inAccountsTurn(store, tenant, async (tx, mailboxes) => {
          if (secretId) mustHaveRoom(mailboxes, stream.id, most);
          if (address) mustNotBeConnected(mailboxes, stream.id, address);
          return store.runIn(tx, {
            tenant,
            cause: causeOf(c),
            streams: { mailbox: stream },
            decide: ({ mailbox }) => ({ mailbox: saveEmailSettings(mailbox, { ...form, secretId }) }),
          });
        });
        // a key that no event names is not kept
        const { states } = await saved.catch(async (error: unknown) => {
          if (secretId) await forgetSecret(store.sql, tenant, secretId);
          throw error;
        });
        return c.json(settingsView(tenant, stream, states.mailbox), 200);
      },
    )
    .post('/sending/resume', answers(doneSchema), needs('send'), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      await store.decide({ tenant, cause: causeOf(c) }, await askedMailbox(deps, c), resumeMailbox);
      const view: DoneView = { success: true };
      return c.json(view, 200);
    });
}
