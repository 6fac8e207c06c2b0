import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { verifyRequestOrigin } from 'oslo/request';
import { openToken, type TokenUse } from '../../db/accounts/accessTokens.ts';
import { type EndedSession, type OpenSession, type SessionEnd, sessionOf } from '../../db/accounts/sessions.ts';
import { isMember } from '../../events/accounts/membership.ts';
import { isActive, mustHaveFactor } from '../../events/accounts/user.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env, SignedIn } from '../context.ts';
import { MEDIA_KIT } from './bodyLimit.ts';
import { declarationOf, declare, type Need, needOf } from './contract.ts';
import { readCookie } from './cookies.ts';
import { limitCaller } from './rateLimit.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export const SESSION_COOKIE = 'session';

/** Whether another site made the browser ask, as far as the browser says. */
export function fromOtherSite(c: Context): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
}

/** Types that no form of another site can send. */
const JSON_BODY = { type: 'application/json', isIt: /^application\/json\b/i };
const FILE_BODY = { type: 'application/octet-stream', isIt: /^application\/octet-stream$/i };
const FORM_BODY = { type: 'a form', isIt: /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i };

/**
 * The access token of a program; a proxy's own header is none. With a token, no cookie and no origin counts: no other site can make a browser
 * send it.
 */
export function bearerOf(c: Context): string | null {
  const [, token] = /^Bearer (pp_\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  return token ?? null;
}

/** What the matched route needs of an access token. */
export const neededBy = (c: Context): Need =>
  needOf(
    c.req.method,
    c.req.path,
    matchedRoutes(c).map(({ handler }) => declarationOf(handler)),
  );

/** Refused unless the token was made for this call. Auditors read by their role what admins need a scope for. */
function mustBeInScope(c: Context, { token, isAuditor }: SignedIn): void {
  if (!token) return;
  const need = neededBy(c);
  if (need === 'browser') throw new Refused({ code: 'browser_only' });
  const scope = isAuditor && need === 'admin' ? 'read' : need;
  if (!token.scopes.includes(scope)) throw new Refused({ code: 'token_scope', scope });
}

/** Refuses unsafe calls from other sites. The origin must be ours. A body is JSON or a file (`form`: a sign-in form). */
export function sameOrigin(deps: Deps, body: 'json' | 'form'): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (SAFE.has(c.req.method)) return next();
    const origin = c.req.header('Origin');
    const hosts = [new URL(deps.publicUrl).host, c.req.header('Host') ?? ''].filter(Boolean);
    const foreign =
      bearerOf(c) === null && ((origin !== undefined && !verifyRequestOrigin(origin, hosts)) || fromOtherSite(c));
    if (foreign) return c.json({ error: 'This call must come from the application itself.' }, 403);
    const type = c.req.header('Content-Type') ?? '';
    // the server gives even a bare DELETE a body stream: the headers say whether anything comes
    const hasBody = Number(c.req.header('Content-Length') ?? 0) > 0 || c.req.header('Transfer-Encoding') !== undefined;
    const expected = body === 'form' ? FORM_BODY : c.req.path === MEDIA_KIT ? FILE_BODY : JSON_BODY;
    if (hasBody && !expected.isIt.test(type)) return c.json({ error: `Send the body as ${expected.type}.` }, 400);
    return next();
  };
}

/** What auditors may call: their own account, and what the audit's screens read. */
const OF_AUDITORS = {
  read: /^\/api\/(auth\/.+|events\/stream|admin\/(users|erasures|history(\/.+)?))$/,
  change: /^\/api\/auth\/.+$/,
};

/** Refuses all other calls of auditors, whether they exist or not; behind the sign-in check. */
export const auditorsRead: MiddlewareHandler<Env> = async (c, next) => {
  const allowed = SAFE.has(c.req.method) ? OF_AUDITORS.read : OF_AUDITORS.change;
  if (c.get('user').isAuditor && !allowed.test(c.req.path)) throw new Refused({ code: 'auditors_read' });
  return next();
};

/** What users without a demanded second factor may call: what sets one up, and the feed that keeps the page alive. */
const TO_SET_UP = /^\/api\/(auth\/.+|events\/stream)$/;

/** Refuses all other calls of users who owe a second factor; behind the sign-in check. */
export const secondFactorFirst: MiddlewareHandler<Env> = async (c, next) => {
  if (c.get('user').owesSecondFactor && !TO_SET_UP.test(c.req.path)) throw new Refused({ code: 'second_factor_owed' });
  return next();
};

/** Refuses everyone but admins, and auditors in what they may read; behind the checks above. */
export const adminOnly: MiddlewareHandler<Env> = async (c, next) => {
  const { isAdmin, isAuditor } = c.get('user');
  if (!isAdmin && !isAuditor) throw new Refused({ code: 'admins_only' });
  return next();
};

/** The text for the next call of an ended session. */
const ENDED: Record<SessionEnd, string> = {
  revoked: 'This session was ended from another browser. Sign in again.',
  password: 'The password of this account was changed. Sign in again.',
  paused: refusalText({ code: 'account_paused' }),
  closed: refusalText({ code: 'account_closed' }),
  second_factor: 'Two-factor authentication was turned on for this account. Sign in again.',
};

/** The body of a 401. `ended`: the end of this browser's session, if the user should read about it. */
type SignedOut = { error: string; ended?: SessionEnd };

/** The text for an ended session: of a pause, only as long as it lasts. */
function wordsOf({ user, ended }: EndedSession): Required<SignedOut> {
  if (ended === 'paused' && isActive(user)) {
    return { error: 'Your account was paused and may be used again. Sign in.', ended: 'revoked' };
  }
  return { error: ENDED[ended], ended };
}

/** The end of this browser's session, for the sign-in page. null: it had none, or it expired. */
export async function whySignedOut(c: Context, deps: Deps): Promise<string | null> {
  const token = readCookie(c, deps, SESSION_COOKIE);
  const session = token ? await sessionOf(deps.store, token) : null;
  return session && 'ended' in session ? wordsOf(session).error : null;
}

/** A program has no session. */
export const asProgram = <U extends TokenUse>(use: U) => ({
  ...use,
  sessionId: '',
  ageSeconds: Number.POSITIVE_INFINITY,
});

/** The user of a call, if they may call at all. */
export function whoCalls(found: OpenSession & Pick<SignedIn, 'token'>): SignedIn | SignedOut {
  const { user: account, workspaceId: tenant, secondFactorRule, userId, sessionId, ageSeconds, token } = found;
  if (account.status === 'paused') return { error: refusalText({ code: 'account_paused' }), ended: 'paused' };
  if (!isActive(account)) return { error: refusalText({ code: 'account_closed' }) };
  if (!isMember(account, tenant)) return { error: 'You are no longer a member of this workspace. Sign in again.' };
  const isAdmin = account.isAdmin && (token?.scopes.includes('admin') ?? true);
  const owesSecondFactor = mustHaveFactor(secondFactorRule, account) && !account.secondFactor;
  const { isAuditor } = account;
  return { userId, sessionId, ageSeconds, token, tenant, isAdmin, isAuditor, owesSecondFactor, account };
}

/** Finds the signed-in user of a call, by their session or an access token of theirs. Without one it answers 401. */
export function signedIn(deps: Deps): MiddlewareHandler<Env> {
  const session = createMiddleware<Env>(async (c, next) => {
    const bearer = bearerOf(c);
    const cookie = readCookie(c, deps, SESSION_COOKIE);
    const bySession = async () => {
      const session = cookie ? await sessionOf(deps.store, cookie) : null;
      return session && { ...session, token: null };
    };
    const byToken = async (text: string) => {
      const use = await openToken(deps.store, text);
      return use && asProgram(use);
    };
    const look = async (): Promise<SignedIn | SignedOut> => {
      const found = bearer === null ? await bySession() : await byToken(bearer);
      if (!found)
        return { error: bearer === null ? 'Sign in first.' : 'This access token is unknown, or it has ended.' };
      return 'ended' in found ? wordsOf(found) : whoCalls(found);
    };
    const user = await look();
    if ('error' in user) {
      if (bearer !== null) c.header('WWW-Authenticate', 'Bearer error="invalid_token"');
      return c.json(user, 401);
    }
    mustBeInScope(c, user);
    // the security log names who is refused
    c.set('user', user);
    const { token } = user;
    await limitCaller(c, deps, user, token ? { kind: 'token', id: token.id } : { kind: 'user', id: user.userId });
    c.set('stillSignedIn', async () => !('error' in (await look())));
    return next();
  });
  return declare(session, { security: [{ session: [] }] });
}
