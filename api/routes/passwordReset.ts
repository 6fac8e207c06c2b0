import { type Context, Hono } from 'hono';
import { storePassword } from '../../db/auth.ts';
import { newId } from '../../db/newId.ts';
import { dropSecondSteps } from '../../db/secondFactor.ts';
import { endSessions } from '../../db/sessions.ts';
import { ref } from '../../db/store.ts';
import { consumeAccess, requestAccess } from '../../events/accounts/accountLink.ts';
import { resetPassword } from '../../events/accounts/user.ts';
import { emailForm, passwordForm } from '../../events/inputs/account.ts';
import type { Deps, Env } from '../context.ts';
import {
  emailInput,
  fieldProblems,
  formFields,
  newPasswordInput,
  nextQuery,
  type Problems,
  safeNext,
  type Values,
} from '../entryForm.ts';
import { checkMailPage, closedLink, noMailerPage, openLink, SIGN_IN, tooManyPage } from '../linkPages.ts';
import { hashPassword, whyNotChosen } from '../passwords.ts';
import { causeOfVisitor, redeemLink } from '../redeemLink.ts';
import { networkMailDelay, requestAccountLink } from '../requestAccountLink.ts';
import { sameOrigin } from '../security.ts';
import { forgetCodes } from '../signInAttempts.ts';
import { signInPage } from '../signInPage.tsx';
import { startSession } from '../startSession.ts';

/** A new password, by a mail to the address of the account. The first page answers alike for every address. */
export function passwordResetPages(deps: Deps) {
  const { store } = deps;

  const forgotPage = (next: string, values: Values = {}, problems: Problems = {}) =>
    signInPage(deps, {
      title: 'Set a new password',
      lead: 'Enter the address of your account. We send you a link.',
      action: `/api/forgot${nextQuery(next)}`,
      button: 'Send the link',
      fields: [emailInput(values, problems)],
      error: null,
      other: { text: 'You know it after all?', label: 'Sign in', href: `/api/login${nextQuery(next)}` },
    });

  /** It names the account: whoever was sent a link by somebody else sees that it is not theirs. */
  async function resetPage(c: Context<Env>, userId: string, token: string, problems: Problems = {}) {
    const { state } = await store.load('system', ref('user', userId));
    if (!state.account) return closedLink(c, deps, token, 'reset');
    const page = signInPage(deps, {
      title: 'Set a new password',
      lead: `For ${state.account.email}. It signs you out everywhere else.`,
      action: '/api/reset',
      button: 'Set password',
      fields: [newPasswordInput(problems)],
      hidden: { token },
      error: null,
      other: { ...SIGN_IN, text: 'You know the old one after all?' },
    });
    return c.html(page, problems.fields ? 400 : 200);
  }

  return new Hono<Env>()
    .basePath('/api')
    .use('/forgot', sameOrigin(deps, 'form'))
    .use('/reset', sameOrigin(deps, 'form'))
    .get('/forgot', (c) => (deps.mailer ? c.html(forgotPage(safeNext(c.req.query('next')))) : noMailerPage(c, deps)))
    .post('/forgot', async (c) => {
      if (!deps.mailer) return noMailerPage(c, deps);
      const next = safeNext(c.req.query('next'));
      const values = await formFields(c);
      const read = emailForm.safeParse(values);
      if (!read.success) return c.html(forgotPage(next, values, { fields: fieldProblems(read.error) }), 400);
      const wait = await networkMailDelay(c, deps);
      if (wait > 0) return tooManyPage(c, deps, wait);
      const { email } = read.data;
      await requestAccountLink(c, deps, 'reset', { email });
      const lead = `If ${email} has an account here, a mail is on its way to it. Open the link in it; it holds for one hour.`;
      const again = { text: 'No mail, or another address?', label: 'Try again', href: `/api/forgot${nextQuery(next)}` };
      return c.html(checkMailPage(deps, lead, again));
    })
    .get('/reset', async (c) => {
      const token = c.req.query('token') ?? '';
      const link = await openLink(c, deps, token, ['reset']);
      return link instanceof Response ? link : resetPage(c, link.userId ?? '', token);
    })
    .post('/reset', async (c) => {
      const values = await formFields(c);
      const token = values.token ?? '';
      const link = await openLink(c, deps, token, ['reset']);
      if (link instanceof Response) return link;
      const userId = link.userId ?? '';
      const read = passwordForm.safeParse(values);
      if (!read.success) return resetPage(c, userId, token, { fields: fieldProblems(read.error) });
      const { password } = read.data;
      const { account } = (await store.load('system', ref('user', userId))).state;
      const wrong = account && (await whyNotChosen(deps, { userId, owner: account }, password));
      if (wrong) return resetPage(c, userId, token, { fields: { password: wrong } });
      const passwordHash = await hashPassword(password);
      const failed = await redeemLink(c, deps, { token, link, userId }, async (tx) => {
        const { states } = await store.runIn(tx, {
          tenant: 'system',
          cause: causeOfVisitor(c, userId),
          streams: { user: ref('user', userId), access: ref('access', link.accessId), notice: ref('access', newId()) },
          decide: ({ user, access, notice }) => ({
            user: resetPassword(user),
            access: consumeAccess(access, userId),
            notice: deps.mailer ? requestAccess(notice, 'password-changed', userId) : [],
          }),
        });
        await storePassword(tx, userId, passwordHash);
        await endSessions(tx, userId, 'password');
        await dropSecondSteps(tx, userId);
        await forgetCodes(tx, deps, states.user.emailHmac ?? userId);
      });
      return failed ?? startSession(c, deps, userId, { openedBy: 'reset', next: '/', passwordHash });
    });
}
