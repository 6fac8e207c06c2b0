import { type Context, Hono } from 'hono';
import { generateCodeVerifier, generateState, OAuth2Client } from 'oslo/oauth2';
import { mayTry, type Rule } from '../../db/accounts/attempts.ts';
import {
  attemptOf,
  attemptOfState,
  beginIssuerAttempt,
  dropAttempt,
  issuerOf,
  keepAttempt,
} from '../../db/accounts/issuers.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { requestLink } from '../../events/accounts/accountLink.ts';
import { issuerHost } from '../../events/accounts/issuer.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeBy, causeByUser, type Deps, type Env } from '../context.ts';
import { dropCookie, giveCookie, readCookie } from '../http/cookies.ts';
import { sameText } from '../http/sameText.ts';
import { fromOtherSite } from '../http/security.ts';
import { waitFor } from '../http/waitFor.ts';
import { nextQuery, safeNext } from '../signIn/entryForm.ts';
import { settleIssuerSignIn } from '../signIn/issuerAccount.ts';
import { loginPage } from '../signIn/loginPage.ts';
import { networkBuckets, waitInWords } from '../signIn/signInAttempts.ts';
import { startSession } from '../signIn/startSession.ts';

/** Binds the answer of the issuer to the browser that asked. */
const COOKIE = 'issuer-state';
const SCOPES = ['openid', 'email', 'profile'];
/** Each keeps a row and may bring a job. */
const BEGINS: Rule = { free: 60, withinSeconds: 3600, first: 10, longest: 60 };
/** An answer is a code and a few words. */
const LONGEST_ANSWER = 8000;

/**
 * Sign-in at the issuer (OpenID Connect, authorization code with PKCE). This process redirects there and back. Only the worker calls providers: it
 * looked the issuer up before, and exchanges the code.
 */
export function issuerSignInPages(deps: Deps) {
  const { store } = deps;
  const callback = `${deps.publicUrl}/api/login/issuer/callback`;

  const refuse = async (
    c: Context<Env>,
    next: string,
    page: string,
    status: 400 | 403 | 404 | 409 | 429 | 502 | 503 | 504,
  ) => c.html(await loginPage(deps, next, {}, { page }), status);

  return new Hono<Env>()
    .basePath('/api')
    .get('/login/issuer', async (c) => {
      const next = safeNext(c.req.query('next'));
      // it is a GET: an issuer that knows the person would answer at once, and a session would open unasked
      if (fromOtherSite(c)) return c.redirect(`/api/login${nextQuery(next)}`, 303);
      if (!deps.issuer) return refuse(c, next, 'Here one signs in with an email address and a password.', 404);
      const { wait } = await mayTry(store.sql, networkBuckets(c, deps, 'issuer', BEGINS));
      if (wait > 0) {
        c.header('Retry-After', String(wait));
        return refuse(c, next, `Too many tries. Wait ${waitInWords(wait)} and try again.`, 429);
      }
      const host = issuerHost(deps.issuer.url);
      const known = await issuerOf(store.sql, deps.issuer.url);
      if (!known?.authorizationEndpoint || known.trouble !== null) {
        return refuse(
          c,
          next,
          `${host} cannot be used at the moment. Sign in with your password, or try again later.`,
          503,
        );
      }
      const attempt = { nonce: generateState(), verifier: generateCodeVerifier(), state: generateState(), next };
      const accessId = newId();
      const until = await beginIssuerAttempt(store.sql, store.master, accessId, {
        ...attempt,
        came: null,
        claims: null,
      });
      giveCookie(c, deps, COOKIE, attempt.state, until);
      const client = new OAuth2Client(deps.issuer.clientId, known.authorizationEndpoint, '', { redirectURI: callback });
      const { state, verifier } = attempt;
      const url = await client.createAuthorizationURL({ state, codeVerifier: verifier, scopes: SCOPES });
      url.searchParams.set('nonce', attempt.nonce);
      return c.redirect(url.toString(), 303);
    })
    .get('/login/issuer/callback', async (c) => {
      const { searchParams, search } = new URL(c.req.url);
      const state = searchParams.get('state') ?? '';
      const bound = readCookie(c, deps, COOKIE) ?? '';
      dropCookie(c, deps, COOKIE);
      const host = deps.issuer ? issuerHost(deps.issuer.url) : 'The issuer';
      const ours = state !== '' && sameText(state, bound);
      const attempt = ours && deps.issuer ? await attemptOfState(store.sql, store.master, state) : null;
      if (!attempt) {
        const text = 'This sign-in was begun in another browser, was used before, or took too long. Begin it again.';
        return refuse(c, '/', text, 400);
      }
      const { accessId, next } = attempt;
      if (searchParams.has('error') || !searchParams.has('code') || search.length > LONGEST_ANSWER) {
        await dropAttempt(store.sql, accessId);
        const cancelled = searchParams.get('error') === 'access_denied';
        const text = cancelled
          ? `You did not let ${host} tell who you are.`
          : `${host} refused the sign-in. Try again.`;
        return refuse(c, next, text, 403);
      }
      await keepAttempt(store.sql, store.master, { ...attempt, came: search.slice(1) });
      const access = ref('access', accessId);
      try {
        await store.decide({ tenant: 'system', cause: causeBy(c, 'visitor') }, access, (now) =>
          requestLink(now, 'issuer', null),
        );
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return refuse(c, next, 'This sign-in was used before. Begin it again.', 409);
      }
      const answered = async () => {
        const { state: now } = await store.load('system', access);
        return now.status === 'requested' ? null : now;
      };
      const answer = await waitFor(deps, 'system', [`access-${accessId}`], answered, c.req.raw.signal);
      if (!answer) return refuse(c, next, `It takes longer than usual to ask ${host}. Try again in a minute.`, 504);
      const told = await attemptOf(store.sql, store.master, accessId);
      await dropAttempt(store.sql, accessId);
      if (answer.status !== 'vouched' || !told?.claims) {
        return refuse(
          c,
          next,
          `Signing in with ${host} failed. ${answer.reason ? reasonSentence(answer.reason) : ''}`.trim(),
          502,
        );
      }
      const { claims } = told;
      const mayBeFirst = () => !deps.setUp?.asks(c);
      const settled = await settleIssuerSignIn(deps, {
        accessId,
        claims,
        mayBeFirst,
        causeByUser: (userId) => causeByUser(c, userId),
      });
      if ('refused' in settled) return refuse(c, next, settled.refused, 403);
      return startSession(c, deps, settled.userId, { openedBy: 'issuer', next });
    });
}
