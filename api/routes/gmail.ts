import { Hono } from 'hono';
import { generateCodeVerifier, generateState } from 'oslo/oauth2';
import { beginSignInAttempt, takeSignInCode } from '../../db/accounts/signInAttempts.ts';
import { consentUrl, type GoogleApp } from '../../db/installation/googleApp.ts';
import { newId } from '../../db/log/newId.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { type Ref, ref, streamIdOf } from '../../db/store.ts';
import { disconnectGmail, requestGmailConnect, requestTestEmail } from '../../events/sending/gmail.ts';
import { type GmailTrouble, gmailTrouble } from '../../events/sending/gmailTrouble.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { gmailCallbackForm, testEmailForm } from '../../events/sending/mailInput.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater } from '../http/contract.ts';
import { ProviderFailed } from '../http/errors.ts';
import { requestEnd } from '../http/requestEnd.ts';
import { check } from '../http/validate.ts';
import { waitFor } from '../http/waitFor.ts';
import { repliesText } from '../present/replies.ts';
import { accountQuery, askedMailbox, mailboxToConnect } from '../sending/askedMailbox.ts';
import { signInRedirect } from '../signIn/signInRedirect.ts';
import {
  type AcceptedView,
  authUrlSchema,
  type DoneView,
  doneSchema,
  type GmailConnectedView,
  type GmailStatusView,
  gmailConnectedSchema,
  gmailStatusSchema,
} from '../views.ts';

/** Where Google leads the sign-in window back to: a page of the web app. */
const CALLBACK = '/gmail/callback';

/** How a request that came to nothing is answered. */
function refusalOf(trouble: GmailTrouble | null): Error {
  const { text, operator, passing } = gmailTrouble(trouble ?? 'our_side');
  return operator || passing
    ? new ProviderFailed(text)
    : new Refused({ code: 'gmail_trouble', trouble: trouble ?? 'our_side' });
}

/** The connection of a user's own Gmail account. The worker alone speaks to Google; these calls ask it, and wait. */
export function gmailRoutes(deps: Deps) {
  const { store } = deps;

  const google = (): GoogleApp => {
    if (!deps.google) throw new Refused({ code: 'gmail_not_set' });
    return deps.google;
  };
  const stateOf = async (tenant: string, mailbox: Ref<'mailbox'>): Promise<MailboxState> =>
    (await store.load(tenant, mailbox)).state;

  /** The mailbox that a request went on in: the account was connected there before. */
  async function connectedBy(tenant: string, requestId: string): Promise<MailboxState['gmail'] | null> {
    const mailboxes = await readMailboxes(store, tenant);
    const isOf = ({ gmail }: MailboxState) => gmail.connecting?.id === requestId && gmail.account !== null;
    return mailboxes.find(({ state }) => isOf(state))?.state.gmail ?? null;
  }

  return new Hono<Env>()
    .get('/gmail/status', answers(gmailStatusSchema), check('query', accountQuery), async (c) => {
      const { tenant, isAdmin } = c.get('user');
      const state = await stateOf(tenant, await askedMailbox(deps, c));
      const { gmail, pause, provider } = state;
      const { account } = gmail;
      const reauth = account?.reauth ?? null;
      const view: GmailStatusView = {
        unavailable: deps.google ? null : refusalText({ code: 'gmail_not_set' }),
        connected: account !== null,
        gmailEmail: account?.email ?? null,
        needsReauth: reauth !== null,
        paused: pause !== null && provider === 'gmail',
        error: reauth === null || reauth === 'token_refused' ? null : gmailTrouble(reauth).text,
        replies: repliesText(state, store.now().toISOString(), 'gmail'),
        access: account?.access ?? deps.google?.access ?? 'send',
        appAccess: (isAdmin && deps.google?.access) || null,
      };
      return c.json(view, 200);
    })
    .get('/gmail/auth-url', answers(authUrlSchema), check('query', accountQuery), async (c) => {
      const app = google();
      const { tenant, sessionId } = c.get('user');
      const begun = {
        requestId: newId(),
        tenant,
        mailbox: (await mailboxToConnect(deps, c)).mailbox.id,
        sessionId,
        state: generateState(),
        verifier: generateCodeVerifier(),
        redirectUri: signInRedirect(deps, c.req.url, CALLBACK),
      };
      await beginSignInAttempt(store.sql, store.master, begun);
      return c.json({ authUrl: consentUrl(app, begun) }, 200);
    })
    .post('/gmail/callback', answersLater(gmailConnectedSchema), check('json', gmailCallbackForm), async (c) => {
      google();
      const { tenant, sessionId } = c.get('user');
      const answer = { ...c.req.valid('json'), tenant, sessionId };
      const taken = await takeSignInCode(store.sql, store.master, answer);
      if (!taken) {
        throw new Refused({ code: 'sign_in_used' });
      }
      const { requestId } = taken;
      const stream = ref('mailbox', taken.mailbox);
      await store.decide({ tenant, cause: causeOf(c) }, stream, () => requestGmailConnect(requestId));
      const ended = await waitFor(
        deps,
        tenant,
        [streamIdOf(stream)],
        async () => {
          const { gmail } = await stateOf(tenant, stream);
          if (gmail.connecting?.id !== requestId) return { trouble: 'replaced' as const, gmail };
          const { status, trouble } = gmail.connecting;
          if (trouble === 'connected_before') return { trouble: null, gmail: await connectedBy(tenant, requestId) };
          return status === 'open' ? null : { trouble: status === 'failed' ? (trouble ?? 'our_side') : null, gmail };
        },
        c.req.raw.signal,
      );
      if (!ended) {
        const accepted: AcceptedView = { accepted: true, id: requestId };
        return c.json(accepted, 202);
      }
      if (ended.trouble) throw refusalOf(ended.trouble);
      const view: GmailConnectedView = { success: true, gmailEmail: ended.gmail?.account?.email ?? null };
      return c.json(view, 200);
    })
    .post('/gmail/disconnect', answers(doneSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      await store.decide({ tenant, cause: causeOf(c) }, stream, (mailbox) => disconnectGmail(mailbox.gmail));
      const view: DoneView = { success: true };
      return c.json(view, 200);
    })
    .post(
      '/gmail/send',
      answersLater(doneSchema),
      check('query', accountQuery),
      check('json', testEmailForm),
      async (c) => {
        google();
        const { tenant } = c.get('user');
        const stream = await askedMailbox(deps, c);
        const mail = { ...c.req.valid('json'), requestId: newId() };
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, stream, (mailbox, moment) =>
          requestTestEmail(mailbox.gmail, mail, moment),
        );
        const requestId = state.gmail.test?.id ?? '';
        const asked = { stream, requestId, signal: c.req.raw.signal };
        const ended = await requestEnd(deps, tenant, asked, async () => (await stateOf(tenant, stream)).gmail.test);
        if (!ended) {
          const accepted: AcceptedView = { accepted: true, id: requestId };
          return c.json(accepted, 202);
        }
        if (ended.done?.status !== 'done') throw refusalOf(ended.done?.trouble ?? null);
        const view: DoneView = { success: true };
        return c.json(view, 200);
      },
    );
}
