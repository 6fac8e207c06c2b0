import { type Context, Hono } from 'hono';
import { mayTry, succeeded } from '../../db/accounts/attempts.ts';
import { countCode, endSecondStep, type SecondStep, secondStepOf } from '../../db/accounts/secondFactor.ts';
import { mayStillEnter } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { ref } from '../../db/store.ts';
import { causeByUser, type Deps, type Env } from '../context.ts';
import { dropCookie, readCookie } from '../http/cookies.ts';
import { sameOrigin } from '../http/security.ts';
import { formFields, input, nextQuery, type Problems } from '../signIn/entryForm.ts';
import { takeCode } from '../signIn/secondFactor.ts';
import { triesAt, waitInWords } from '../signIn/signInAttempts.ts';
import { denyEntry, openSessionIf, STEP_COOKIE } from '../signIn/startSession.ts';
import { signInPage } from '../signInPage.tsx';

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function signInCodePages(deps: Deps) {
  const { store } = deps;

  const codePage = (next: string, problems: Problems = {}) =>
    signInPage(deps, {
      title: 'Enter your code',
      lead: 'Type the 6 digits that your authenticator app shows for Partner Pilot, or one of your recovery codes. Or use a passkey.',
      action: '/api/login/code',
      button: 'Sign in',
      fields: [input('code', 'Code', { autocomplete: 'one-time-code', required: true }, {}, problems)],
      passkeyTo: next,
      error: problems.page ?? null,
      other: { text: 'Not you?', label: 'Sign in with another account', href: `/api/login${nextQuery(next)}` },
    });

  const overPage = (next: string, error: string) =>
    signInPage(deps, {
      title: 'Sign in again',
      lead: 'You are not signed in.',
      action: '',
      button: '',
      fields: [],
      error,
      other: { text: 'Start again:', label: 'Sign in', href: `/api/login${nextQuery(next)}` },
    });

  const stepHere = async (c: Context<Env>): Promise<(SecondStep & { token: string }) | null> => {
    const token = readCookie(c, deps, STEP_COOKIE);
    const step = token ? await secondStepOf(store.sql, token) : null;
    return step && token ? { ...step, token } : null;
  };

  return new Hono<Env>()
    .basePath('/api')
    .use('/login/code', sameOrigin(deps, 'form'))
    .get('/login/code', async (c) => {
      const step = await stepHere(c);
      return step ? c.html(codePage(step.next)) : c.redirect('/api/login', 303);
    })
    .post('/login/code', async (c) => {
      const step = await stepHere(c);
      if (!step) return c.html(overPage('/', 'It took too long, or this was used before.'), 401);
      const { token, userId, next } = step;
      c.set('security', { userId });
      const { code = '' } = await formFields(c);
      if (!code.trim()) return c.html(codePage(next, { fields: { code: 'Enter the code' } }), 400);
      const { state } = await store.load('system', ref('user', userId));
      const tries = triesAt(c, deps, 'code', state.emailHmac ?? userId);
      const { wait } = await mayTry(store.sql, tries);
      if (wait > 0) {
        c.header('Retry-After', String(wait));
        const page = `Too many tries. Wait ${waitInWords(wait)} and try again; this code was not looked at. If it was not you who tried, somebody knows your password: set a new one.`;
        return c.html(codePage(next, { page }), 429);
      }
      const counted = await countCode(store.sql, token);
      if (counted && (await takeCode(deps, userId, code, causeByUser(c, userId)))) {
        await succeeded(store.sql, tries);
        dropCookie(c, deps, STEP_COOKIE);
        // a new password ends the step, and of two that use it at once, one goes on
        const holds = async (tx: Tx) => (await mayStillEnter(tx, userId)) && (await endSecondStep(tx, token));
        const isIn = await openSessionIf(c, deps, { userId, state }, step.openedBy, holds);
        return isIn ? c.redirect(next, 303) : denyEntry(c, deps, userId, next);
      }
      if (await stepHere(c)) {
        const wrong =
          'This code is not right. Each code works once: wait for the app’s next one and check the clock of your phone, or use another recovery code.';
        return c.html(codePage(next, { fields: { code: wrong } }), 401);
      }
      dropCookie(c, deps, STEP_COOKIE);
      return c.html(overPage(next, 'Too many wrong codes.'), 401);
    });
}
