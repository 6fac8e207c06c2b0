import { Hono } from 'hono';
import { signingKey } from '../../db/installation/settings.ts';
import { newId } from '../../db/log/newId.ts';
import { inAccountsTurn, mostAccounts, readMailboxes } from '../../db/read/mailboxes.ts';
import { type Ref, ref } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { packSendGridKey } from '../../db/vault/sendGridKey.ts';
import { disconnectedOf, mustHaveRoom, mustNotBeConnected } from '../../events/sending/accounts.ts';
import { saveEmailSettings } from '../../events/sending/mailbox.ts';
import { resumeMailbox } from '../../events/sending/mailboxHold.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { emailSettingsForm, NO_VERIFICATION_KEY } from '../../events/sending/mailInput.ts';
import { holdBlocker } from '../../events/sending/sendBlockers.ts';
import { disconnectSendGrid, requestSendGridTest } from '../../events/sending/sendGrid.ts';
import { sendGridTrouble } from '../../events/sending/sendGridTrouble.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater } from '../http/contract.ts';
import { ProviderFailed } from '../http/errors.ts';
import { requestEnd } from '../http/requestEnd.ts';
import { check } from '../http/validate.ts';
import { holdView } from '../present/hold.ts';
import { accountQuery, askedMailbox, mailboxToConnect } from '../sending/askedMailbox.ts';
import {
  type AcceptedView,
  type DoneView,
  doneSchema,
  type EmailSettingsView,
  emailSettingsSchema,
  type SendGridTestView,
  sendGridTestSchema,
} from '../views.ts';
import { WEBHOOK_PATH } from './sendGridWebhook.ts';

/** Through which mailbox a tenant sends. */
export function mailRoutes(deps: Deps) {
  const { store } = deps;

  const settingsView = (tenant: string, { id }: Ref<'mailbox'>, state: MailboxState): EmailSettingsView => ({
    emailProvider: state.provider,
    fromEmail: state.fromEmail,
    hasGmailAuth: state.gmail.account !== null,
    hasMailbox: state.smtp.account !== null,
    hasSendGridKey: state.sendGridSecretId !== null,
    sendGridRegion: state.sendGridRegion,
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
      answers(emailSettingsSchema),
      check('query', accountQuery),
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
        if (asked.isNew && form.emailProvider !== 'sendgrid')
          throw new Refused({ code: 'connect_to_add', field: 'emailProvider' });
        const known = asked.isNew
          ? disconnectedOf(await readMailboxes(store, tenant), form.fromEmail ?? '')
          : undefined;
        const stream = known === undefined ? asked.mailbox : ref('mailbox', known);
        const { state: before } = await store.load(tenant, stream);
        // refuses before anything is put into the vault
        saveEmailSettings(before, { ...form, secretId: sendgridApiKey ? 'typed' : null });
        const secretId = sendgridApiKey
          ? await storeSecret(
              store.sql,
              store.master,
              tenant,
              'sendgrid',
              packSendGridKey({ apiKey: sendgridApiKey, region: form.sendgridRegion ?? 'global' }),
            )
          : null;
        const most = await mostAccounts(store);
        const saved = inAccountsTurn(store, tenant, async (tx, mailboxes) => {
          if (secretId) mustHaveRoom(mailboxes, stream.id, most);
          if (form.fromEmail) mustNotBeConnected(mailboxes, stream.id, form.fromEmail);
          return store.runIn(tx, {
            tenant,
            cause: causeOf(c),
            streams: { mailbox: stream },
            // the key of the very commit that replaces it: another save may have come in between
            decide: ({ mailbox }) => [
              { mailbox: saveEmailSettings(mailbox, { ...form, secretId }) },
              mailbox.sendGridSecretId,
            ],
          });
        });
        // a key that no event names is not kept, neither the new one nor a replaced one
        const { states, result: replaced } = await saved.catch(async (error: unknown) => {
          if (secretId) await forgetSecret(store.sql, tenant, secretId);
          throw error;
        });
        if (secretId && replaced) await forgetSecret(store.sql, tenant, replaced);
        return c.json(settingsView(tenant, stream, states.mailbox), 200);
      },
    )
    .post('/sending/resume', answers(doneSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      await store.decide({ tenant, cause: causeOf(c) }, await askedMailbox(deps, c), resumeMailbox);
      const view: DoneView = { success: true };
      return c.json(view, 200);
    })
    .post('/sendgrid/disconnect', answers(doneSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      await store.decide({ tenant, cause: causeOf(c) }, stream, disconnectSendGrid);
      const view: DoneView = { success: true };
      return c.json(view, 200);
    })
    .post('/sendgrid/test', answersLater(sendGridTestSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, stream, (mailbox, moment) =>
        requestSendGridTest(mailbox, newId(), moment),
      );
      const requestId = state.sendGridTest?.id ?? '';
      const asked = { stream, requestId, signal: c.req.raw.signal };
      const ended = await requestEnd(
        deps,
        tenant,
        asked,
        async () => (await store.load(tenant, stream)).state.sendGridTest,
      );
      if (!ended) {
        const accepted: AcceptedView = { accepted: true, id: requestId };
        return c.json(accepted, 202);
      }
      const { sender, trouble } = ended.done ?? {};
      if (!sender) {
        const { text, passing } = sendGridTrouble(trouble ?? 'our_side');
        throw passing
          ? new ProviderFailed(text)
          : new Refused({ code: 'sendgrid_trouble', trouble: trouble ?? 'our_side' });
      }
      const view: SendGridTestView = { success: true, sender };
      return c.json(view, 200);
    });
}
