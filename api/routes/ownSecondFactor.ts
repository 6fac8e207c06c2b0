import { type Context, Hono } from 'hono';
import { base32 } from 'oslo/encoding';
import { createTOTPKeyURI } from 'oslo/otp';
import {
  confirmKey,
  dropSecondFactor,
  keyOf,
  newRecoveryCodes,
  newSecondFactor,
  takeStep,
} from '../../db/accounts/secondFactor.ts';
import { endSessions } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { requestLink } from '../../events/accounts/accountLink.ts';
import { type BothProofs, bothProofsForm, firstCode, passwordProof } from '../../events/accounts/securityInput.ts';
import { SECOND_FACTOR_RULE } from '../../events/accounts/settingNames.ts';
import {
  mustHaveFactor,
  mustHaveSecondFactor,
  renewRecoveryCodes,
  turnSecondFactor,
} from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { sixDigits, stepOfCode } from '../signIn/oneTimeCode.ts';
import { countOwnTry, lockReauthenticated, reauthenticate } from '../signIn/reauthenticate.ts';
import { takeCode } from '../signIn/secondFactor.ts';
import { recoveryCodesSchema, type SecondFactorKeyView, secondFactorKeySchema, secondFactorSchema } from '../views.ts';

const PRODUCT = 'Partner Pilot';

/** The signed-in user's second factor: codes of an authenticator app (RFC 6238), and recovery codes for a lost phone. */
export function ownSecondFactorRoutes(deps: Deps) {
  const { store } = deps;

  /** Ending or replacing the second factor takes both proofs. An open browser and the password alone must not bypass it. */
  async function bothProofs(c: Context<Env>, { password, code }: BothProofs) {
    const proof = await reauthenticate(c, deps, password, 'password');
    const { right } = await countOwnTry(c, deps, 'code');
    if (!(await takeCode(deps, c.get('user').userId, code, causeOf(c)))) {
      throw new Refused({ code: 'code_wrong', field: 'code' });
    }
    await right();
    return proof;
  }

  return new Hono<Env>()
    .post(
      '/auth/second-factor',
      answers(secondFactorKeySchema),
      needs('browser'),
      notes('second_factor_changed'),
      check('json', passwordProof),
      async (c) => {
        const { userId } = c.get('user');
        const proof = await reauthenticate(c, deps, c.req.valid('json').password, 'password');
        const { state } = await store.load('system', ref('user', userId));
        const key = await store.sql.begin(async (tx) => {
          await lockReauthenticated(tx, c, proof);
          return newSecondFactor(tx, store.master, userId);
        });
        if (!key) throw new Refused({ code: 'second_factor_on' });
        const view: SecondFactorKeyView = {
          uri: createTOTPKeyURI(PRODUCT, state.account?.email ?? PRODUCT, key),
          secret: base32.encode(key, { includePadding: false }),
        };
        return c.json(view, 200);
      },
    )
    .post(
      '/auth/second-factor/confirm',
      answers(recoveryCodesSchema),
      needs('browser'),
      notes('second_factor_changed'),
      check('json', firstCode),
      async (c) => {
        const { userId } = c.get('user');
        const waiting = await keyOf(store.sql, store.master, userId, false);
        if (!waiting) throw new Refused({ code: 'no_waiting_key' });
        const { right } = await countOwnTry(c, deps, 'code');
        const digits = sixDigits(c.req.valid('json').code);
        const step = digits ? await stepOfCode(waiting.key, digits, store.now()) : null;
        if (step === null) {
          throw new Refused({ code: 'first_code_wrong', field: 'code' });
        }
        await right();
        const codes = await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, null);
          if (!(await confirmKey(tx, userId, waiting.secretId))) {
            throw new Refused({ code: 'key_settled' });
          }
          await takeStep(tx, userId, step);
          await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId) },
            decide: ({ user }) => ({ user: turnSecondFactor(user, true) }),
          });
          // those were opened without it
          await endSessions(tx, userId, 'second_factor', { except: c.get('user').sessionId });
          return newRecoveryCodes(tx, userId);
        });
        return c.json({ recoveryCodes: codes }, 200);
      },
    )
    .delete(
      '/auth/second-factor',
      answers(secondFactorSchema),
      needs('browser'),
      notes('second_factor_changed'),
      check('json', bothProofsForm),
      async (c) => {
        const { userId } = c.get('user');
        const { state } = await store.load('system', ref('user', userId));
        mustHaveSecondFactor(state, 'turn_off');
        const rule = (await store.load('system', ref('setting', SECOND_FACTOR_RULE))).state.value;
        if (mustHaveFactor(rule, state)) throw new Refused({ code: 'second_factor_rule' });
        const proof = await bothProofs(c, c.req.valid('json'));
        await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, proof);
          await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId), access: ref('access', newId()) },
            decide: ({ user, access }) => {
              const events = turnSecondFactor(user, false);
              const tell = deps.mailer && events.length > 0;
              return { user: events, access: tell ? requestLink(access, 'second-factor-off', userId) : [] };
            },
          });
          await dropSecondFactor(tx, userId);
        });
        return c.json({ secondFactor: false }, 200);
      },
    )
    .post(
      '/auth/recovery-codes',
      answers(recoveryCodesSchema),
      needs('browser'),
      notes('second_factor_changed'),
      check('json', bothProofsForm),
      async (c) => {
        const { userId } = c.get('user');
        const { state } = await store.load('system', ref('user', userId));
        mustHaveSecondFactor(state, 'recovery_codes');
        const proof = await bothProofs(c, c.req.valid('json'));
        const codes = await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, proof);
          await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId) },
            decide: ({ user }) => ({ user: renewRecoveryCodes(user) }),
          });
          return newRecoveryCodes(tx, userId);
        });
        return c.json({ recoveryCodes: codes }, 200);
      },
    );
}
