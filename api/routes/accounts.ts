import { Hono } from 'hono';
import { z } from 'zod';
import { MAILBOX_SECRET, packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { connectForm, loginOf } from '../../events/sending/mailboxInput.ts';
import { gmailCallbackForm, microsoftCallbackForm, testEmailForm } from '../../events/sending/mailInput.ts';
import { accountTrouble } from '../../events/shared/accountWords.ts';
import { LOGIN_PROVIDERS } from '../../events/shared/options.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import type { Deps, Env } from '../context.ts';
import { answers, answersLater, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { accountCalls } from '../sending/accountCalls.ts';
import { accountQuery, askedMailbox } from '../sending/askedMailbox.ts';
import {
  authUrlSchema,
  type DoneView,
  doneSchema,
  type GmailConnectedView,
  type GmailStatusView,
  gmailConnectedSchema,
  gmailStatusSchema,
  type MailboxConnectedView,
  type MailboxStatusView,
  type MicrosoftConnectedView,
  mailboxConnectedSchema,
  mailboxStatusSchema,
  microsoftConnectedSchema,
  type SendGridTestView,
  sendGridTestSchema,
} from '../views.ts';

/** Which account with a login; absent: the mailbox. */
const loginQuery = accountQuery.extend({ provider: z.enum(LOGIN_PROVIDERS).default('smtp') });

/** How the accounts of a user are connected, tried and disconnected. */
export function accountRoutes(deps: Deps) {
  const { store } = deps;
  const calls = accountCalls(deps);
  const done: DoneView = { success: true };

  return new Hono<Env>()
    .get('/gmail/status', answers(gmailStatusSchema), check('query', accountQuery), async (c) => {
      const { tenant, isAdmin } = c.get('user');
      const { state } = await store.load(tenant, await askedMailbox(deps, c));
      const { account } = accountAt(state, 'gmail');
      const lost = account?.lost ?? null;
      const view: GmailStatusView = {
        unavailable: deps.google ? null : refusalText({ code: 'sign_in_not_set', at: 'google' }),
        connected: account !== null,
        gmailEmail: account?.identity?.email ?? null,
        needsReauth: lost !== null,
        error: lost === null || lost === 'token_refused' ? null : accountTrouble('gmail', lost).text,
        access: account?.access ?? deps.google?.access ?? 'send',
        appAccess: (isAdmin && deps.google?.access) || null,
      };
      return c.json(view, 200);
    })
    .get('/gmail/auth-url', answers(authUrlSchema), needs('browser'), check('query', accountQuery), (c) =>
      calls.beginSignIn(c, 'google', '/gmail/callback'),
    )
    .post(
      '/gmail/callback',
      answersLater(gmailConnectedSchema),
      needs('browser'),
      notes('key_used'),
      check('json', gmailCallbackForm),
      async (c) => {
        const result = await calls.endSignIn(c, 'google', c.req.valid('json'));
        if ('accepted' in result) return c.json(result, 202);
        const view: GmailConnectedView = { success: true, gmailEmail: result.email };
        return c.json(view, 200);
      },
    )
    .post(
      '/gmail/disconnect',
      answers(doneSchema),
      needs('browser'),
      notes('key_used'),
      check('query', accountQuery),
      (c) => calls.disconnect(c, 'gmail'),
    )
    .post(
      '/gmail/send',
      answersLater(doneSchema),
      needs('send'),
      check('query', accountQuery),
      check('json', testEmailForm),
      async (c) => {
        calls.mustBeSetUp('google');
        const result = await calls.test(c, 'gmail', c.req.valid('json'));
        return 'accepted' in result ? c.json(result, 202) : c.json(done, 200);
      },
    )
    .get('/microsoft/auth-url', answers(authUrlSchema), needs('browser'), check('query', accountQuery), (c) =>
      calls.beginSignIn(c, 'microsoft', '/microsoft/callback'),
    )
    .post(
      '/microsoft/callback',
      answersLater(microsoftConnectedSchema),
      needs('browser'),
      notes('key_used'),
      check('json', microsoftCallbackForm),
      async (c) => {
        const result = await calls.endSignIn(c, 'microsoft', c.req.valid('json'));
        if ('accepted' in result) return c.json(result, 202);
        const view: MicrosoftConnectedView = { success: true, ...result };
        return c.json(view, 200);
      },
    )
    .get('/mailbox/status', answers(mailboxStatusSchema), check('query', loginQuery), async (c) => {
      const { tenant } = c.get('user');
      const { provider } = c.req.valid('query');
      const { state } = await store.load(tenant, await askedMailbox(deps, c));
      const { account, connecting } = accountAt(state, provider);
      const { email = null, user = null, smtp = null, imap = null } = account?.identity ?? {};
      const view: MailboxStatusView = {
        connected: account !== null,
        connecting: connecting?.status === 'open' && connecting.secretId !== null,
        ...{ email, user, smtp, imap },
        host: account?.host ?? null,
        error: account?.lost ? accountTrouble(provider, account.lost).text : null,
        microsoftUnavailable: deps.microsoft ? null : refusalText({ code: 'sign_in_not_set', at: 'microsoft' }),
      };
      return c.json(view, 200);
    })
    .post(
      '/mailbox/connect',
      answersLater(mailboxConnectedSchema),
      needs('browser'),
      notes('key_used'),
      check('query', accountQuery),
      check('json', connectForm),
      async (c) => {
        const form = c.req.valid('json');
        const { provider, login, ...host } = loginOf(form);
        const { email, password } = form;
        const packed = packMailboxLogin({ ...login, password });
        const typed = { login: packed, secret: MAILBOX_SECRET, identity: { email, ...login }, ...host };
        const result = await calls.connect(c, provider, typed);
        if ('accepted' in result) return c.json(result, 202);
        const view: MailboxConnectedView = { success: true, ...result };
        return c.json(view, 200);
      },
    )
    .post(
      '/mailbox/disconnect',
      answers(doneSchema),
      needs('browser'),
      notes('key_used'),
      check('query', loginQuery),
      (c) => calls.disconnect(c, c.req.valid('query').provider),
    )
    .post(
      '/mailbox/test',
      answersLater(doneSchema),
      needs('send'),
      notes('key_used'),
      check('query', loginQuery),
      async (c) => {
        const result = await calls.test(c, c.req.valid('query').provider);
        return 'accepted' in result ? c.json(result, 202) : c.json(done, 200);
      },
    )
    .post(
      '/sendgrid/disconnect',
      answers(doneSchema),
      needs('browser'),
      notes('key_used'),
      check('query', accountQuery),
      (c) => calls.disconnect(c, 'sendgrid'),
    )
    .post(
      '/sendgrid/test',
      answersLater(sendGridTestSchema),
      needs('send'),
      notes('key_used'),
      check('query', accountQuery),
      async (c) => {
        const result = await calls.test(c, 'sendgrid');
        if ('accepted' in result) return c.json(result, 202);
        const view: SendGridTestView = { success: true, sender: result.sender ?? 'unchecked' };
        return c.json(view, 200);
      },
    );
}
