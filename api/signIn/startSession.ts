import type { Context } from 'hono';
import { openSecondStep } from '../../db/accounts/secondFactor.ts';
import { closeSession, mayStillEnter, type OpenedBy, openSession, sessionLimits } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { ref } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import { maySignIn, NO_WORKSPACE } from '../../events/accounts/user.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import type { Deps, Env } from '../context.ts';
import { giveCookie, readCookie } from '../http/cookies.ts';
import { SESSION_COOKIE } from '../http/security.ts';
import { signInPage } from '../signInPage.tsx';
import { browserName } from './browserName.ts';
import { nextQuery, safeNext } from './entryForm.ts';
import { trustDevice } from './trustedDevice.ts';

/** The cookie of a proved person who still owes the second factor. */
export const STEP_COOKIE = 'second-step';

/**
 * Lets in a person who has just proved to be a user (by password, mailed link or issuer). Nothing else opens a session. It then redirects to `next`
 * (303), asks for the second factor, or says (403) that the account is closed. `passwordHash`: the password that was checked or set. If the account
 * has another one by now, no session opens (401).
 */
export async function startSession(
  c: Context<Env>,
  deps: Deps,
  userId: string,
  how: { openedBy: OpenedBy; next: string; passwordHash?: string | null },
): Promise<Response> {
  const { state } = await deps.store.load('system', ref('user', userId));
  const next = safeNext(how.next);
  if (!maySignIn(state)) return denyEntry(c, deps, userId, next);
  const holds = (tx: Tx) => mayStillEnter(tx, userId, how.passwordHash);
  if (state.secondFactor) {
    const step = await deps.store.sql.begin(async (tx) =>
      (await holds(tx)) ? openSecondStep(tx, { userId, openedBy: how.openedBy, next }) : null,
    );
    if (!step) return denyEntry(c, deps, userId, next);
    giveCookie(c, deps, STEP_COOKIE, step.token, step.expiresAt);
    return c.redirect('/api/login/code', 303);
  }
  if (!(await openSessionIf(c, deps, { userId, state }, how.openedBy, holds))) return denyEntry(c, deps, userId, next);
  return c.redirect(next, 303);
}

/**
 * Opens the session in this browser, in the user's own workspace, and replaces the old one. The proof must still hold: `holds` is checked in the same
 * transaction. Answers whether it opened.
 */
export async function openSessionIf(
  c: Context<Env>,
  deps: Deps,
  { userId, state }: { userId: string; state: UserState },
  openedBy: OpenedBy,
  holds: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const { sql } = deps.store;
  const browser = browserName(c.req.header('User-Agent'));
  const limits = sessionLimits(state, deps.sessionIdleDays);
  const workspaceId = workspaceOf(state);
  if (workspaceId === null) return false;
  const opened = await sql.begin(async (tx) =>
    (await holds(tx)) ? openSession(tx, { userId, workspaceId }, { openedBy, browser, limits }) : null,
  );
  if (!opened) return false;
  c.set('security', { kind: 'signed_in', userId, about: openedBy });
  const before = readCookie(c, deps, SESSION_COOKIE);
  if (before) await closeSession(sql, before);
  giveCookie(c, deps, SESSION_COOKIE, opened.token, opened.expiresAt);
  if (state.emailHmac) trustDevice(c, deps, state.emailHmac);
  return true;
}

/** Why this user is not let in; null: they are. */
function whyClosed(state: UserState): string | null {
  if (state.status === 'paused') return refusalText({ code: 'account_paused' });
  if (!maySignIn(state)) return refusalText({ code: 'account_closed' });
  return workspaceOf(state) === null ? NO_WORKSPACE : null;
}

/** The page for a proved user who is not let in: the account is closed (403) or the proof outdated (401). */
export async function denyEntry(c: Context<Env>, deps: Deps, userId: string, next: string): Promise<Response> {
  const { state } = await deps.store.load('system', ref('user', userId));
  const closed = whyClosed(state);
  const overtaken = closed === null;
  const error = closed ?? 'The password of this account was changed. Sign in again.';
  const other = {
    text: overtaken ? 'You are not signed in:' : 'Another account?',
    label: 'Sign in',
    href: `/api/login${nextQuery(next)}`,
  };
  const page = { title: 'Sign in', lead: '', action: '', button: '', fields: [], error, other };
  return c.html(signInPage(deps, page), overtaken ? 401 : 403);
}
