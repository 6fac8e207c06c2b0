import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { type Ref, ref, streamIdOf } from '../../db/store.ts';
import { MAILBOX_SECRET, packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { disconnectedOf, mustNotBeConnected } from '../../events/sending/accounts.ts';
import { mailboxForm } from '../../events/sending/mailboxInput.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { disconnectSmtp, requestSmtpConnect, requestSmtpTest } from '../../events/sending/smtp.ts';
import { smtpTrouble } from '../../events/sending/smtpTrouble.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater } from '../http/contract.ts';
import { requestEnd } from '../http/requestEnd.ts';
import { check } from '../http/validate.ts';
import { waitFor } from '../http/waitFor.ts';
import { repliesText } from '../present/replies.ts';
import { accountQuery, askedMailbox, mailboxToConnect } from '../sending/askedMailbox.ts';
import { mailboxRefusal } from '../sending/mailboxRefusal.ts';
import {
  type AcceptedView,
  type DoneView,
  doneSchema,
  type MailboxConnectedView,
  type MailboxStatusView,
  mailboxConnectedSchema,
  mailboxStatusSchema,
} from '../views.ts';

/** A user's own mailbox, by SMTP and IMAP. The worker alone speaks to its servers; these calls ask it, and wait. */
export function mailboxRoutes(deps: Deps) {
  const { store } = deps;
  const stateOf = async (tenant: string, mailbox: Ref<'mailbox'>): Promise<MailboxState> =>
    (await store.load(tenant, mailbox)).state;

  return new Hono<Env>()
    .get('/mailbox/status', answers(mailboxStatusSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const state = await stateOf(tenant, await askedMailbox(deps, c));
      const { smtp, pause, provider } = state;
      const { account, connecting } = smtp;
      const view: MailboxStatusView = {
        connected: account !== null,
        paused: pause !== null && provider === 'smtp',
        connecting: connecting?.status === 'open',
        email: account?.settings?.email ?? null,
        host: account?.host ?? null,
        user: account?.settings?.user ?? null,
        smtp: account?.settings?.smtp ?? null,
        imap: account?.settings?.imap ?? null,
        error: account?.reauth ? smtpTrouble(account.reauth).text : null,
        replies: repliesText(state, store.now().toISOString(), 'smtp'),
        microsoftUnavailable: deps.microsoft ? null : smtpTrouble('microsoft_not_set').text,
      };
      return c.json(view, 200);
    })
    .post(
      '/mailbox/connect',
      answersLater(mailboxConnectedSchema),
      check('query', accountQuery),
      check('json', mailboxForm),
      async (c) => {
        const { tenant } = c.get('user');
        const { email, password, host, ...form } = c.req.valid('json');
        const user = form.user || email;
        const smtp = { host: form.smtpHost, port: form.smtpPort, security: form.smtpSecurity };
        const imap = { host: form.imapHost, port: form.imapPort, security: form.imapSecurity };
        const asked = await mailboxToConnect(deps, c);
        const mailboxes = await readMailboxes(store, tenant);
        // says so before its servers are asked
        mustNotBeConnected(mailboxes, asked.mailbox.id, email);
        const before = asked.isNew ? disconnectedOf(mailboxes, email) : undefined;
        const stream = before === undefined ? asked.mailbox : ref('mailbox', before);
        const login = packMailboxLogin({ user, password, smtp, imap });
        const secretId = await storeSecret(store.sql, store.master, tenant, MAILBOX_SECRET, login);
        const requestId = newId();
        await store
          .decide({ tenant, cause: causeOf(c) }, stream, (state) =>
            requestSmtpConnect(state.smtp, { requestId, secretId, host, email, user, smtp, imap }),
          )
          .catch(async (error: unknown) => {
            await forgetSecret(store.sql, tenant, secretId);
            throw error;
          });
        const ended = await waitFor(
          deps,
          tenant,
          [streamIdOf(stream)],
          async () => {
            const { connecting } = (await stateOf(tenant, stream)).smtp;
            if (connecting?.id !== requestId) return { trouble: 'replaced' as const };
            const { status, trouble } = connecting;
            return status === 'open' ? null : { trouble: status === 'failed' ? (trouble ?? 'our_side') : null };
          },
          c.req.raw.signal,
        );
        if (!ended) {
          const accepted: AcceptedView = { accepted: true, id: requestId };
          return c.json(accepted, 202);
        }
        if (ended.trouble) throw mailboxRefusal(ended.trouble);
        const view: MailboxConnectedView = { success: true, email };
        return c.json(view, 200);
      },
    )
    .post('/mailbox/disconnect', answers(doneSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      await store.decide({ tenant, cause: causeOf(c) }, stream, ({ smtp }) => disconnectSmtp(smtp));
      const view: DoneView = { success: true };
      return c.json(view, 200);
    })
    .post('/mailbox/test', answersLater(doneSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, stream, ({ smtp }, moment) =>
        requestSmtpTest(smtp, newId(), moment),
      );
      const requestId = state.smtp.test?.id ?? '';
      const asked = { stream, requestId, signal: c.req.raw.signal };
      const ended = await requestEnd(deps, tenant, asked, async () => (await stateOf(tenant, stream)).smtp.test);
      if (!ended) {
        const accepted: AcceptedView = { accepted: true, id: requestId };
        return c.json(accepted, 202);
      }
      if (ended.done?.status !== 'done') throw mailboxRefusal(ended.done?.trouble ?? null);
      const view: DoneView = { success: true };
      return c.json(view, 200);
    });
}
