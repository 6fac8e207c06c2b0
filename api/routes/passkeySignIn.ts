import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { Hono } from 'hono';
import { mayTry } from '../../db/accounts/attempts.ts';
import { countPasskeyUse, keepChallenge, passkeyById, takeChallenge } from '../../db/accounts/passkeys.ts';
import { mayStillEnter } from '../../db/accounts/sessions.ts';
import { ref } from '../../db/store.ts';
import { passkeyAnswer } from '../../events/accounts/securityInput.ts';
import { maySignIn } from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { dropCookie } from '../http/cookies.ts';
import { sameOrigin } from '../http/security.ts';
import { check } from '../http/validate.ts';
import { passkeyPlace } from '../signIn/passkeyPlace.ts';
import { networkBuckets, waitInWords } from '../signIn/signInAttempts.ts';
import { openSessionIf, STEP_COOKIE } from '../signIn/startSession.ts';

const ASKED = { free: 60, withinSeconds: 3600, first: 30, longest: 30 };

/** Signs in with a passkey, alone or after the password. It verifies its user, so it is two factors in one. */
export function passkeySignIn(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .basePath('/api')
    .use('/login/passkey/*', sameOrigin(deps, 'json'))
    .post('/login/passkey/options', async (c) => {
      const { wait } = await mayTry(store.sql, networkBuckets(c, deps, 'passkey', ASKED));
      if (wait > 0) {
        throw new Refused({ code: 'tried_often', what: 'passkey', wait: waitInWords(wait), retryAfterSeconds: wait });
      }
      const { rpID } = passkeyPlace(deps, c.req.url);
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await keepChallenge(store.sql, options.challenge, null);
      return c.json(options, 200);
    })
    .post('/login/passkey/answer', check('json', passkeyAnswer), async (c) => {
      const { response } = c.req.valid('json');
      const passkey = await passkeyById(store.sql, response.id);
      if (!passkey) return c.json({ error: 'This passkey is not known here. Sign in another way.' }, 401);
      const { userId } = passkey;
      c.set('security', { userId });
      const { origin, rpID } = passkeyPlace(deps, c.req.url);
      const checked = await verifyAuthenticationResponse({
        response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: (challenge) => takeChallenge(store.sql, challenge, null),
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: passkey as Parameters<typeof verifyAuthenticationResponse>[0]['credential'],
        requireUserVerification: true,
      }).catch(() => null);
      if (!checked?.verified) return c.json({ error: 'This passkey could not be used. Try again.' }, 401);
      const { newCounter } = checked.authenticationInfo;
      const { state } = await store.load('system', ref('user', userId));
      const isIn =
        maySignIn(state) &&
        (await openSessionIf(
          c,
          deps,
          { userId, state },
          'passkey',
          async (tx) =>
            (await mayStillEnter(tx, userId)) && (await countPasskeyUse(tx, { ...passkey, counter: newCounter })),
        ));
      if (!isIn) return c.json({ error: 'This account cannot be used now. Ask your administrator.' }, 403);
      dropCookie(c, deps, STEP_COOKIE);
      return c.json({ signedIn: true }, 200);
    });
}
