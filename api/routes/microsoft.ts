import { Hono } from 'hono';
import { generateCodeVerifier, generateState } from 'oslo/oauth2';
import { beginSignInAttempt, takeSignInCode } from '../../db/accounts/signInAttempts.ts';
import { type MicrosoftApp, microsoftSignInUrl } from '../../db/installation/microsoftApp.ts';
import { newId } from '../../db/log/newId.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { microsoftCallbackForm } from '../../events/sending/mailInput.ts';
import { requestMicrosoftConnect, type SmtpState } from '../../events/sending/smtp.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater } from '../http/contract.ts';
import { requestEnd } from '../http/requestEnd.ts';
import { check } from '../http/validate.ts';
import { accountQuery, mailboxToConnect } from '../sending/askedMailbox.ts';
import { mailboxRefusal } from '../sending/mailboxRefusal.ts';
import { signInRedirect } from '../signIn/signInRedirect.ts';
import { type AcceptedView, authUrlSchema, type MicrosoftConnectedView, microsoftConnectedSchema } from '../views.ts';

/** Where Microsoft leads the sign-in window back to: a page of the web app. */
const CALLBACK = '/microsoft/callback';

/** The sign-in of a user's own account at Microsoft. What it connects is the mailbox (routes/mailbox.ts). The worker alone speaks to Microsoft. */
export function microsoftRoutes(deps: Deps) {
  const { store } = deps;
  const microsoft = (): MicrosoftApp => {
    if (!deps.microsoft) throw new Refused({ code: 'microsoft_not_set' });
    return deps.microsoft;
  };

  /** What a sign-in connected. A mailbox that had the account before takes it over from one that was added for it. */
  async function connectedBy(tenant: string, requestId: string): Promise<SmtpState['account']> {
    const mailboxes = await readMailboxes(store, tenant);
    return (
      mailboxes.find(({ state: { smtp } }) => smtp.signIn?.id === requestId && smtp.account)?.state.smtp.account ?? null
    );
  }

  return new Hono<Env>()
    .get('/microsoft/auth-url', answers(authUrlSchema), check('query', accountQuery), async (c) => {
      const app = microsoft();
      const { tenant, sessionId } = c.get('user');
      const begun = {
        requestId: newId(),
        at: 'microsoft' as const,
        tenant,
        mailbox: (await mailboxToConnect(deps, c)).mailbox.id,
        sessionId,
        state: generateState(),
        verifier: generateCodeVerifier(),
        redirectUri: signInRedirect(deps, c.req.url, CALLBACK),
      };
      await beginSignInAttempt(store.sql, store.master, begun);
      return c.json({ authUrl: microsoftSignInUrl(app, begun) }, 200);
    })
    .post(
      '/microsoft/callback',
      answersLater(microsoftConnectedSchema),
      check('json', microsoftCallbackForm),
      async (c) => {
        microsoft();
        const { tenant, sessionId } = c.get('user');
        const answer = { ...c.req.valid('json'), at: 'microsoft' as const, tenant, sessionId };
        const taken = await takeSignInCode(store.sql, store.master, answer);
        if (!taken) {
          throw new Refused({ code: 'sign_in_used' });
        }
        const { requestId } = taken;
        const stream = ref('mailbox', taken.mailbox);
        await store.decide({ tenant, cause: causeOf(c) }, stream, () => requestMicrosoftConnect(requestId));
        const asked = { stream, requestId, signal: c.req.raw.signal };
        const ended = await requestEnd(
          deps,
          tenant,
          asked,
          async () => (await store.load(tenant, stream)).state.smtp.signIn,
        );
        if (!ended) {
          const accepted: AcceptedView = { accepted: true, id: requestId };
          return c.json(accepted, 202);
        }
        const { status, trouble } = ended.done ?? { status: 'failed', trouble: 'replaced' };
        if (status !== 'done' && trouble !== 'connected_before') throw mailboxRefusal(trouble);
        const account = await connectedBy(tenant, requestId);
        const view: MicrosoftConnectedView = { success: true, email: account?.settings?.email ?? null };
        return c.json(view, 200);
      },
    );
}
