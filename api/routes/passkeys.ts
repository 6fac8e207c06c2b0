import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { Hono } from 'hono';
import { addPasskey, keepChallenge, passkeysOf, removePasskey, takeChallenge } from '../../db/accounts/passkeys.ts';
import { hasApp, newRecoveryCodes } from '../../db/accounts/secondFactor.ts';
import { endSessions } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { ref } from '../../db/store.ts';
import { passkeyAnswer, passwordProof } from '../../events/accounts/securityInput.ts';
import { turnSecondFactor } from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { browserName } from '../signIn/browserName.ts';
import { passkeyPlace } from '../signIn/passkeyPlace.ts';
import { lockReauthenticated, reauthenticate } from '../signIn/reauthenticate.ts';
import {
  changedSchema,
  newPasskeySchema,
  type PasskeyOptionsView,
  passkeyOptionsSchema,
  passkeysSchema,
} from '../views.ts';

/** The signed-in user's passkeys (WebAuthn). The first one turns the second factor on; the last one goes only with it. */
export function passkeyRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/auth/passkeys', answers(passkeysSchema), needs('browser'), async (c) => {
      const rows = await passkeysOf(store.sql, c.get('user').userId);
      const passkeys = rows.map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      }));
      return c.json({ passkeys }, 200);
    })
    .post(
      '/auth/passkeys/options',
      answers(passkeyOptionsSchema),
      needs('browser'),
      check('json', passwordProof),
      async (c) => {
        const { userId, account } = c.get('user');
        const proof = await reauthenticate(c, deps, c.req.valid('json').password, 'password');
        const known = await passkeysOf(store.sql, userId);
        const options = await generateRegistrationOptions({
          rpName: 'Partner Pilot',
          rpID: passkeyPlace(deps, c.req.url).rpID,
          userName: account.account?.email ?? 'Partner Pilot',
          userID: new TextEncoder().encode(userId),
          excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        });
        await store.sql.begin(async (tx) => {
          await lockReauthenticated(tx, c, proof);
          await keepChallenge(tx, options.challenge, userId);
        });
        const view: PasskeyOptionsView = { options: { ...options } };
        return c.json(view, 200);
      },
    )
    .post(
      '/auth/passkeys',
      answers(newPasskeySchema),
      needs('browser'),
      notes('second_factor_changed'),
      check('json', passkeyAnswer),
      async (c) => {
        const { userId, sessionId } = c.get('user');
        const { origin, rpID } = passkeyPlace(deps, c.req.url);
        const checked = await verifyRegistrationResponse({
          response: c.req.valid('json').response as unknown as Parameters<
            typeof verifyRegistrationResponse
          >[0]['response'],
          expectedChallenge: (challenge) => takeChallenge(store.sql, challenge, userId),
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
        }).catch(() => null);
        if (!checked?.verified) throw new Refused({ code: 'passkey_unfit' });
        const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
        const name = browserName(c.req.header('User-Agent')) ?? 'Passkey';
        const recoveryCodes = await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, null);
          if (!(await addPasskey(tx, { id, userId, publicKey, counter, transports, name })))
            throw new Refused({ code: 'passkey_unfit' });
          const { committed } = await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId) },
            decide: ({ user }) => ({ user: turnSecondFactor(user, true) }),
          });
          if (committed.length === 0) return null;
          // those were opened without it
          await endSessions(tx, userId, 'second_factor', { except: sessionId });
          return newRecoveryCodes(tx, userId);
        });
        return c.json({ recoveryCodes }, 200);
      },
    )
    .delete(
      '/auth/passkeys/:id',
      answers(changedSchema),
      needs('browser'),
      notes('second_factor_changed'),
      check('json', passwordProof),
      async (c) => {
        const { userId } = c.get('user');
        const proof = await reauthenticate(c, deps, c.req.valid('json').password, 'password');
        await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, proof);
          if (!(await removePasskey(tx, userId, c.req.param('id')))) throw new Refused({ code: 'no_passkey' });
          const left = (await passkeysOf(tx, userId)).length;
          if (left === 0 && !(await hasApp(tx, userId))) throw new Refused({ code: 'last_factor' });
        });
        return c.json({ changed: true as const }, 200);
      },
    );
}
