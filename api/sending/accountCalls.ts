import type { Context } from 'hono';
import { generateCodeVerifier, generateState } from 'oslo/oauth2';
import { beginSignInAttempt, takeSignInCode } from '../../db/accounts/signInAttempts.ts';
import { consentUrl } from '../../db/installation/googleApp.ts';
import { microsoftSignInUrl } from '../../db/installation/microsoftApp.ts';
import { newId } from '../../db/log/newId.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { type Ref, ref } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { disconnectedOf, mustNotBeConnected } from '../../events/sending/accounts.ts';
import {
  type AccountIdentity,
  type AccountState,
  accountAt,
  disconnectAccount,
  requestConnect,
  requestTest,
} from '../../events/sending/connectedAccount.ts';
import type { MailHostId } from '../../events/sending/mailHosts.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { type AccountTrouble, accountTrouble, SIGN_INS, type SignInAt } from '../../events/shared/accountWords.ts';
import type { EmailProvider, SendGridRegion } from '../../events/shared/options.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { ProviderFailed } from '../http/errors.ts';
import { requestEnd } from '../http/requestEnd.ts';
import { signInRedirect } from '../signIn/signInRedirect.ts';
import type { AcceptedView, DoneView } from '../views.ts';
import { type AccountCall, askedMailbox, type MailboxToConnect, mailboxToConnect } from './askedMailbox.ts';

const TEST_SUBJECT = 'Test email from Partner Pilot';

/** How a request about an account that came to nothing is answered. */
function refusalOf(provider: EmailProvider, trouble: AccountTrouble | null): Error {
  const why = trouble ?? 'our_side';
  const { text, operator, passing } = accountTrouble(provider, why);
  return operator || passing
    ? new ProviderFailed(text)
    : new Refused({ code: 'account_trouble', provider, trouble: why });
}

/** It is still under way. */
const accepted = (id: string): AcceptedView => ({ accepted: true, id });

/** What is done with the account of any provider. The worker alone speaks to providers; these calls ask it, and wait. */
export function accountCalls(deps: Deps) {
  const { store } = deps;

  const urls = {
    google: deps.google && consentUrl.bind(null, deps.google),
    microsoft: deps.microsoft && microsoftSignInUrl.bind(null, deps.microsoft),
  };
  /** Refuses where this installation is not set up for the sign-in; answers how its page is addressed. */
  function mustBeSetUp(at: SignInAt) {
    const url = urls[at];
    if (!url) throw new Refused({ code: 'sign_in_not_set', at });
    return url;
  }

  /** What became of a request. null: it is still under way. Throws what went wrong. */
  async function endOf(
    c: Context<Env>,
    provider: EmailProvider,
    { stream, requestId }: { stream: Ref<'mailbox'>; requestId: string },
    kind: 'connecting' | 'test',
  ): Promise<AccountState[typeof kind]> {
    const { tenant } = c.get('user');
    const asked = { stream, requestId, signal: c.req.raw.signal };
    const ended = await requestEnd(
      deps,
      tenant,
      asked,
      async () => accountAt((await store.load(tenant, stream)).state, provider)[kind],
    );
    if (!ended) return null;
    const { done } = ended;
    // the account goes on in the mailbox that had it before
    if (done?.status === 'done' || done?.trouble === 'connected_before') return done;
    throw refusalOf(provider, done ? done.trouble : kind === 'test' ? 'our_side' : 'replaced');
  }

  return {
    /** Begins a sign-in that leads back to `callback`, a page of the web app. */
    async beginSignIn(c: AccountCall, at: SignInAt, callback: string) {
      const begun = {
        requestId: newId(),
        at,
        state: generateState(),
        verifier: generateCodeVerifier(),
        redirectUri: signInRedirect(deps, c.req.url, callback),
      };
      const authUrl = mustBeSetUp(at)(begun);
      const { tenant, sessionId } = c.get('user');
      const mailbox = (await mailboxToConnect(deps, c)).mailbox.id;
      await beginSignInAttempt(store.sql, store.master, { ...begun, tenant, mailbox, sessionId });
      return c.json({ authUrl }, 200);
    },
    /** Connects by what the sign-in gave. `email`: of what was connected. */
    async endSignIn(c: Context<Env>, at: SignInAt, given: { code: string; state: string }) {
      mustBeSetUp(at);
      const { tenant, sessionId } = c.get('user');
      const taken = await takeSignInCode(store.sql, store.master, { ...given, at, tenant, sessionId });
      if (!taken) throw new Refused({ code: 'sign_in_used' });
      const { requestId } = taken;
      const { provider } = SIGN_INS[at];
      const stream = ref('mailbox', taken.mailbox);
      await store.decide({ tenant, cause: causeOf(c) }, stream, (state) =>
        requestConnect(state, provider, requestId, null),
      );
      if (!(await endOf(c, provider, { stream, requestId }, 'connecting'))) return accepted(requestId);
      const accounts = (await readMailboxes(store, tenant)).map(({ state }) => accountAt(state, provider));
      const connected = accounts.find(({ connecting, account }) => connecting?.id === requestId && account);
      return { email: connected?.account?.identity?.email ?? null };
    },
    /** Connects by what was typed, once the provider took it. `login`: as the vault keeps it, under `secret`. */
    async connect(
      c: AccountCall,
      provider: EmailProvider,
      {
        login,
        secret,
        ...typed
      }: { login: string; secret: string; host?: MailHostId; region?: SendGridRegion; identity: AccountIdentity },
      asked?: MailboxToConnect,
    ) {
      const { tenant } = c.get('user');
      const { email } = typed.identity;
      const { mailbox, isNew } = asked ?? (await mailboxToConnect(deps, c));
      const mailboxes = await readMailboxes(store, tenant);
      // says so before its servers are asked
      mustNotBeConnected(mailboxes, mailbox.id, email);
      const before = isNew ? disconnectedOf(mailboxes, email) : undefined;
      const stream = before === undefined ? mailbox : ref('mailbox', before);
      const secretId = await storeSecret(store.sql, store.master, tenant, secret, login);
      const requestId = newId();
      await store
        .decide({ tenant, cause: causeOf(c) }, stream, (state) =>
          requestConnect(state, provider, requestId, { ...typed, secretId }),
        )
        .catch(async (error: unknown) => {
          await forgetSecret(store.sql, tenant, secretId);
          throw error;
        });
      return (await endOf(c, provider, { stream, requestId }, 'connecting')) ? { email } : accepted(requestId);
    },
    async disconnect(c: AccountCall, provider: EmailProvider) {
      const { tenant } = c.get('user');
      await store.decide({ tenant, cause: causeOf(c) }, await askedMailbox(deps, c), (state) =>
        disconnectAccount(state, provider),
      );
      const view: DoneView = { success: true };
      return c.json(view, 200);
    },
    /** Sends a test email from the account to itself. `mail`: unset: our own words. */
    async test(c: AccountCall, provider: EmailProvider, mail?: { to: string; subject: string; body: string }) {
      const { tenant } = c.get('user');
      const stream = await askedMailbox(deps, c);
      const asked = { subject: TEST_SUBJECT, body: MAIL_PROVIDERS[provider].testText, ...mail, requestId: newId() };
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, stream, (mailbox, moment) =>
        requestTest(mailbox, provider, asked, moment),
      );
      const requestId = accountAt(state, provider).test?.id ?? '';
      const done = await endOf(c, provider, { stream, requestId }, 'test');
      return done ? { sender: 'sender' in done ? done.sender : null } : accepted(requestId);
    },
    mustBeSetUp,
  };
}
