import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { requestLink } from '../../events/accounts/accountLink.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { addressMailDelay } from '../signIn/requestAccountLink.ts';
import { confirmedSchema } from '../views.ts';

/** POST /api/auth/confirm-email: sends the signed-in user a mail that confirms their address. 202, or 200 if it is confirmed. */
export function confirmEmailRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/auth/confirm-email',
    answers(confirmedSchema, 200, 202),
    needs('browser'),
    async (c) => {
      const { userId } = c.get('user');
      const { state } = await deps.store.load('system', ref('user', userId));
      if (state.emailConfirmed) return c.json({ confirmed: true }, 200);
      if (!deps.mailer) throw new Refused({ code: 'no_mailer' });
      const wait = await addressMailDelay(c, deps, 'confirmation', state.account?.email ?? '', 'user');
      if (wait > 0) {
        throw new Refused({ code: 'mailed_often', retryAfterSeconds: wait });
      }
      await deps.store.decide({ tenant: 'system', cause: causeOf(c) }, ref('access', newId()), (access) =>
        requestLink(access, 'confirmation', userId),
      );
      return c.json({ confirmed: false }, 202);
    },
  );
}
