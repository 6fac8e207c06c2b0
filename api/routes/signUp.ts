import { createHash, randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { signupForm } from '../../events/accounts/accountInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeByUser, type Deps, type Env } from '../context.ts';
import { giveCookie, readCookie } from '../http/cookies.ts';
import { sameOrigin } from '../http/security.ts';
import { createAccount, isEmpty, signupIsOpen } from '../signIn/accounts.ts';
import { easyToGuess } from '../signIn/easyToGuess.ts';
import {
  emailInput,
  fieldProblems,
  formFields,
  input,
  newPasswordInput,
  nextQuery,
  type Problems,
  safeNext,
  type Values,
} from '../signIn/entryForm.ts';
import { issuerWay } from '../signIn/issuerWay.ts';
import { checkMailPage, noMailerPage, SIGN_IN, tooManyPage, wordsPage } from '../signIn/linkPages.ts';
import { hashPassword } from '../signIn/passwords.ts';
import { networkMailDelay, networkSignUpDelay, requestAccountLink } from '../signIn/requestAccountLink.ts';
import { startSession } from '../signIn/startSession.ts';
import { signInPage } from '../signInPage.tsx';

/** The link recognizes the browser of the sign-up by it. In another one it asks for the password. */
export const SIGNUP_COOKIE = 'signup';
const COOKIE_MS = 24 * 3_600_000;

export const browserHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The first account is made at once. Every other one needs a link in a mail, so the page never reveals who has an account. */
export function signUpPages(deps: Deps) {
  /** `asks`: the first account needs the set-up code. */
  type First = { asks: boolean } | null;
  const whetherFirst = async (c: Context<Env>): Promise<First> =>
    (await isEmpty(deps)) ? { asks: deps.setUp?.asks(c) ?? false } : null;

  const page = async (next: string, first: First, values: Values = {}, problems: Problems = {}) =>
    signInPage(deps, {
      title: 'Create your account',
      lead: first
        ? 'This is the first account here: the administrator’s.'
        : 'Find partners, write to them one by one, and see what comes back.',
      action: `/api/signup${nextQuery(next)}`,
      button: 'Create account',
      fields: [
        input('firstName', 'First name (optional)', { autocomplete: 'given-name' }, values, problems),
        input('lastName', 'Last name (optional)', { autocomplete: 'family-name' }, values, problems),
        emailInput(values, problems),
        newPasswordInput(problems),
        ...(first?.asks
          ? [input('setUpCode', 'Set-up code (see the server’s log)', { required: true }, values, problems)]
          : []),
      ],
      instead: await issuerWay(deps, next),
      error: problems.page ?? null,
      other: { text: 'Have an account?', label: 'Sign in', href: `/api/login${nextQuery(next)}` },
    });

  const closed = (c: Context<Env>) =>
    c.html(
      wordsPage(deps, {
        title: 'Sign-up is closed',
        lead: 'New accounts are made by invitation here. Ask the administrator of this installation for one.',
        other: SIGN_IN,
      }),
      403,
    );

  /** No link can be sent. Only an account at the issuer remains. */
  async function withoutMail(c: Context<Env>, next: string) {
    const instead = await issuerWay(deps, next);
    if (!instead) return noMailerPage(c, deps);
    const lead = 'Here one begins with an account that one has elsewhere.';
    const words = { title: 'Create your account', lead, action: '', button: '', fields: [], error: null };
    return c.html(signInPage(deps, { ...words, instead, other: SIGN_IN }));
  }

  const setUpProblem = (first: First, { setUpCode = '' }: Values): Values => {
    if (!first?.asks || deps.setUp?.isCode(setUpCode)) return {};
    const what = setUpCode.trim() ? 'This is not' : 'Enter';
    return { setUpCode: `${what} the set-up code. The server printed it into its log.` };
  };

  return new Hono<Env>()
    .basePath('/api')
    .use('/signup', sameOrigin(deps, 'form'))
    .get('/signup', async (c) => {
      if (!(await signupIsOpen(deps))) return closed(c);
      const first = await whetherFirst(c);
      const next = safeNext(c.req.query('next'));
      return !first && !deps.mailer ? withoutMail(c, next) : c.html(await page(next, first));
    })
    .post('/signup', async (c) => {
      if (!(await signupIsOpen(deps))) return closed(c);
      const next = safeNext(c.req.query('next'));
      const values = await formFields(c);
      const first = await whetherFirst(c);
      const read = signupForm.safeParse(values);
      const tooSoon = read.success ? await networkSignUpDelay(c, deps) : 0;
      if (tooSoon > 0) return tooManyPage(c, deps, tooSoon);
      const weak = read.success ? await easyToGuess(read.data.password, read.data) : null;
      const wrong = read.success ? {} : fieldProblems(read.error);
      const problems = { ...wrong, ...(weak && { password: weak }), ...setUpProblem(first, values) };
      if (!read.success || Object.keys(problems).length > 0) {
        return c.html(await page(next, first, values, { fields: problems }), 400);
      }
      const { password, ...typed } = read.data;
      if (first) {
        const account = { ...typed, passwordHash: await hashPassword(password) };
        const userId = newId();
        try {
          await inTransaction(deps.store, (tx) =>
            createAccount(tx, deps, {
              userId,
              account,
              confirmed: false,
              onlyAsFirst: true,
              cause: causeByUser(c, userId),
            }),
          );
          return startSession(c, deps, userId, { openedBy: 'sign-up', next, passwordHash: account.passwordHash });
        } catch (error) {
          // another person was first: this account is like any other now
          if (!(error instanceof Refused)) throw error;
          if (deps.signup !== 'open') return closed(c);
        }
      }
      if (!deps.mailer) return withoutMail(c, next);
      const wait = await networkMailDelay(c, deps);
      if (wait > 0) return tooManyPage(c, deps, wait);
      const browser = secretOf(c);
      const passwordHash = await hashPassword(password);
      await requestAccountLink(c, deps, 'sign-up', { ...typed, passwordHash, browser: browserHash(browser), next });
      giveCookie(c, deps, SIGNUP_COOKIE, browser, new Date(Date.now() + COOKIE_MS));
      const lead = `We have sent an email to ${typed.email}. Open the link in it to finish; it holds for 24 hours.`;
      return c.html(
        checkMailPage(deps, lead, {
          text: 'No email, or another address?',
          label: 'Sign up again',
          href: `/api/signup${nextQuery(next)}`,
        }),
      );
    });

  /** One for all that this browser asks for: the link of any of these mails knows it. */
  function secretOf(c: Context<Env>): string {
    const known = readCookie(c, deps, SIGNUP_COOKIE);
    return known && /^[0-9a-f]{64}$/.test(known) ? known : randomBytes(32).toString('hex');
  }
}
