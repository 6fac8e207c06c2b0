import { Hono } from 'hono';
import { storePassword } from '../../db/auth.ts';
import { ref } from '../../db/store.ts';
import { consumeAccess } from '../../events/accounts/accountLink.ts';
import { joinByInvitation } from '../../events/accounts/user.ts';
import { passwordForm } from '../../events/inputs/account.ts';
import type { Deps, Env } from '../context.ts';
import { fieldProblems, formFields, newPasswordInput, type Problems } from '../entryForm.ts';
import { closedLink, openLink, SIGN_IN } from '../linkPages.ts';
import { hashPassword, whyNotChosen } from '../passwords.ts';
import { causeOfVisitor, redeemLink } from '../redeemLink.ts';
import { sameOrigin } from '../security.ts';
import { signInPage } from '../signInPage.tsx';
import { startSession } from '../startSession.ts';

/** The link of an invitation: whoever has it chooses the password of the account that an admin made. */
export function invitationPages(deps: Deps) {
  const { store } = deps;

  /** null: the account has gone. */
  async function page(userId: string, token: string, problems: Problems = {}) {
    const { state } = await store.load('system', ref('user', userId));
    if (!state.account) return null;
    return signInPage(deps, {
      title: 'Join Partner Pilot',
      lead: `You are invited as ${state.account.email}. Choose a password to begin.`,
      action: '/api/invitation',
      button: 'Join',
      fields: [newPasswordInput(problems)],
      hidden: { token },
      error: null,
      other: SIGN_IN,
    });
  }

  return new Hono<Env>()
    .basePath('/api')
    .use('/invitation', sameOrigin(deps, 'form'))
    .get('/invitation', async (c) => {
      const token = c.req.query('token') ?? '';
      const link = await openLink(c, deps, token, ['invitation']);
      if (link instanceof Response) return link;
      const shown = await page(link.userId ?? '', token);
      return shown ? c.html(shown) : closedLink(c, deps, token, 'invitation');
    })
    .post('/invitation', async (c) => {
      const values = await formFields(c);
      const token = values.token ?? '';
      const link = await openLink(c, deps, token, ['invitation']);
      if (link instanceof Response) return link;
      const userId = link.userId ?? '';
      const read = passwordForm.safeParse(values);
      const { account } = (await store.load('system', ref('user', userId))).state;
      const weak =
        read.success && account && (await whyNotChosen(deps, { userId, owner: account }, read.data.password));
      if (!read.success || weak) {
        const fields = read.success ? { password: weak || '' } : fieldProblems(read.error);
        const shown = await page(userId, token, { fields });
        return shown ? c.html(shown, 400) : closedLink(c, deps, token, 'invitation');
      }
      const passwordHash = await hashPassword(read.data.password);
      const failed = await redeemLink(c, deps, { token, link, userId }, async (tx) => {
        await store.runIn(tx, {
          tenant: 'system',
          cause: causeOfVisitor(c, userId),
          streams: { user: ref('user', userId), access: ref('access', link.accessId) },
          decide: ({ user, access }) => ({
            user: joinByInvitation(user, access),
            access: consumeAccess(access, userId),
          }),
        });
        await storePassword(tx, userId, passwordHash);
      });
      return failed ?? startSession(c, deps, userId, { openedBy: 'invitation', next: '/', passwordHash });
    });
}
