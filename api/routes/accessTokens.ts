import { Hono } from 'hono';
import { accessTokensOf, keepAccessToken, newAccessToken } from '../../db/accounts/accessTokens.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { accessTokenForm } from '../../events/accounts/securityInput.ts';
import { makeAccessToken } from '../../events/accounts/user.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { lockReauthenticated, reauthenticate } from '../signIn/reauthenticate.ts';
import { revokeUserToken, userTokens } from '../signIn/userTokens.ts';
import { accessTokensSchema, newAccessTokenSchema, revokedSchema } from '../views.ts';

const DAY_MS = 86_400_000;

/** The access tokens with which programs act for the signed-in user. No token makes or ends one. */
export function accessTokenRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/auth/tokens', answers(accessTokensSchema), needs('browser'), async (c) => {
      return c.json(await userTokens(store, c.get('user').userId), 200);
    })
    .post(
      '/auth/tokens',
      answers(newAccessTokenSchema, 201),
      needs('browser'),
      notes('token_changed'),
      check('json', accessTokenForm),
      async (c) => {
        const { userId, tenant } = c.get('user');
        const { name, scopes, days, password } = c.req.valid('json');
        const proof = await reauthenticate(c, deps, password, 'password');
        const token = newAccessToken();
        const made = { tokenId: newId(), scopes, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
        await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, proof);
          const open = (await accessTokensOf(tx, userId)).length;
          await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId) },
            decide: ({ user }) => ({ user: makeAccessToken(user, { ...made, name, open }) }),
          });
          await keepAccessToken(tx, { userId, workspaceId: tenant }, token, { ...made, name });
        });
        c.header('Cache-Control', 'no-store');
        return c.json({ id: made.tokenId, token }, 201);
      },
    )
    .delete('/auth/tokens/:id', answers(revokedSchema), needs('browser'), notes('token_changed'), async (c) => {
      await revokeUserToken(store, causeOf(c), c.get('user').userId, c.req.param('id'));
      return c.json({ revoked: 1 }, 200);
    });
}
