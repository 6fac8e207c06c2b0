import { Hono } from 'hono';
import { passwordHashOf, storePassword } from '../../db/accounts/auth.ts';
import { issuersOf } from '../../db/accounts/issuers.ts';
import { dropOpenLinks } from '../../db/accounts/links.ts';
import { dropSecondSteps, hasApp, recoveryCodesLeft } from '../../db/accounts/secondFactor.ts';
import { endSessions, sessionsOf } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { requestLink } from '../../events/accounts/accountLink.ts';
import { issuerHost } from '../../events/accounts/issuer.ts';
import { ownName, passwordChange } from '../../events/accounts/securityInput.ts';
import { changeDetails, recordPassword } from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { hashPassword, whyNotChosen } from '../signIn/passwords.ts';
import { lockReauthenticated, reauthenticate } from '../signIn/reauthenticate.ts';
import { forgetCodes } from '../signIn/signInAttempts.ts';
import {
  changedSchema,
  revokedSchema,
  type SecurityView,
  type SessionsView,
  type SessionView,
  securitySchema,
  sessionsSchema,
} from '../views.ts';

/** The signed-in user's ways to sign in, password and sessions. */
export function ownSecurityRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/auth/security', answers(securitySchema), needs('browser'), async (c) => {
      const { userId } = c.get('user');
      const [{ state }, hash, codes, issuers, app] = await Promise.all([
        store.load('system', ref('user', userId)),
        passwordHashOf(store.sql, userId),
        recoveryCodesLeft(store.sql, userId),
        issuersOf(store.sql, userId),
        hasApp(store.sql, userId),
      ]);
      const view: SecurityView = {
        email: state.account?.email ?? null,
        emailConfirmed: state.emailConfirmed,
        hasPassword: hash !== null,
        secondFactor: state.secondFactor,
        hasApp: app,
        recoveryCodesLeft: codes,
        issuers: issuers.map(issuerHost),
        mailer: deps.mailer !== undefined,
      };
      return c.json(view, 200);
    })
    .put('/auth/name', answers(changedSchema), needs('browser'), check('json', ownName), async (c) => {
      const { firstName, lastName } = c.req.valid('json');
      const user = ref('user', c.get('user').userId);
      await store.decide({ tenant: 'system', cause: causeOf(c) }, user, (now) =>
        changeDetails(now, {
          username: now.account?.username ?? null,
          firstName: firstName || null,
          lastName: lastName || null,
        }),
      );
      return c.json({ changed: true as const }, 200);
    })
    .post(
      '/auth/password',
      answers(changedSchema),
      needs('browser'),
      notes('password_changed'),
      check('json', passwordChange),
      async (c) => {
        const { userId, sessionId } = c.get('user');
        const { current, password } = c.req.valid('json');
        const proof = await reauthenticate(c, deps, current, 'current');
        const wrong = await whyNotChosen(deps, userId, password);
        if (wrong) throw new Refused({ code: 'password_unfit', problem: wrong, field: 'password' });
        const hash = await hashPassword(password);
        await inTransaction(store, async (tx) => {
          await lockReauthenticated(tx, c, proof);
          const { states } = await store.runIn(tx, {
            tenant: 'system',
            cause: causeOf(c),
            streams: { user: ref('user', userId), access: ref('access', newId()) },
            decide: ({ user, access }) => ({
              user: recordPassword(user, 'change'),
              access: deps.mailer ? requestLink(access, 'password-changed', userId) : [],
            }),
          });
          await storePassword(tx, userId, hash);
          await endSessions(tx, userId, 'password', { except: sessionId });
          // a person who knew the old one may be half-way in, or have asked for a link
          await dropSecondSteps(tx, userId);
          await dropOpenLinks(tx, userId, 'reset');
          await forgetCodes(tx, deps, states.user.emailHmac ?? userId);
        });
        return c.json({ changed: true as const }, 200);
      },
    )
    .get('/auth/sessions', answers(sessionsSchema), needs('browser'), async (c) => {
      const { userId, sessionId } = c.get('user');
      const rows = await sessionsOf(store.sql, userId);
      const view: SessionsView = {
        sessions: rows.map((row) => ({
          id: row.id,
          current: row.id === sessionId,
          browser: row.browser,
          openedBy: row.openedBy as SessionView['openedBy'],
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        })),
      };
      return c.json(view, 200);
    })
    .post(
      '/auth/sessions/revoke-others',
      answers(revokedSchema),
      needs('browser'),
      notes('sessions_ended'),
      async (c) => {
        const { userId, sessionId } = c.get('user');
        const others = { except: sessionId };
        return c.json({ revoked: await store.sql.begin((tx) => endSessions(tx, userId, 'revoked', others)) }, 200);
      },
    )
    .delete('/auth/sessions/:id', answers(revokedSchema), needs('browser'), notes('sessions_ended'), async (c) => {
      const { userId } = c.get('user');
      const one = { only: c.req.param('id') };
      const ended = await store.sql.begin((tx) => endSessions(tx, userId, 'revoked', one));
      if (ended === 0) throw new Refused({ code: 'session_over' });
      return c.json({ revoked: ended }, 200);
    });
}
