import type { Context } from 'hono';
import type { Tx } from '../db/connect.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { type Link, linkOf, markLinkUsed } from '../db/links.ts';
import { forgetPendingSignup } from '../db/pendingSignup.ts';
import { holdAccount } from '../db/sessions.ts';
import { linkClosed } from '../events/accounts/accountLink.ts';
import { Refused } from '../events/shared/refused.ts';
import type { Deps, Env } from './context.ts';
import { closedLink, SIGN_IN, wordsPage } from './linkPages.ts';

type LinkUse = { token: string; link: Link; userId: string };

/**
 * Uses a link for a user, once, with what it is for: `commit` does that by one command, which uses the request up as well (`consumeAccess`), and
 * what lies beside the log after it. Answers null when all of it happened, else the page that says why nothing did: the link was used at the
 * same moment, or the command was refused.
 */
export async function redeemLink(
  c: Context<Env>,
  deps: Deps,
  { token, link, userId }: LinkUse,
  commit: (tx: Tx) => Promise<void>,
): Promise<Response | null> {
  const { store } = deps;
  const now = async (sql: Parameters<typeof linkOf>[0]) => (await linkOf(sql, token, store.now()))?.state;
  try {
    await inTransaction(store, async (tx) => {
      await holdAccount(tx, userId);
      if ((await now(tx)) !== 'open') throw linkClosed();
      await commit(tx);
      if (!(await markLinkUsed(tx, token, store.now()))) throw linkClosed();
      await forgetPendingSignup(tx, link.accessId);
    });
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if ((await now(store.sql)) !== 'open') return closedLink(c, deps, token, link.what);
    const title = error.refusal === 'forbidden' ? 'You cannot come in' : 'Nothing was changed';
    return c.html(wordsPage(deps, { title, lead: error.message, other: SIGN_IN }), STATUS[error.refusal] ?? 409);
  }
}

const STATUS: Partial<Record<Refused['refusal'], 403 | 404>> = { forbidden: 403, not_found: 404 };

/** The cause of what somebody does who has shown to be a user, but has no session yet. */
export const causeOfVisitor = (c: Context<Env>, userId: string) => ({
  actor: `user:${userId}`,
  correlationId: c.get('requestId'),
  causationId: null,
});
