import type { Context } from 'hono';
import { forgetAsked } from '../db/asked.ts';
import type { Tx } from '../db/connect.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { type Link, markLinkUsed } from '../db/links.ts';
import { ref } from '../db/store.ts';
import { consumeAccess } from '../events/access.ts';
import { Refused } from '../events/refused.ts';
import type { Deps, Env } from './context.ts';
import { closedLink, SIGN_IN, wordsPage } from './linkPages.ts';

type Use = { token: string; link: Link; userId: string };

/**
 * Uses a link for a user, once, and does in the same transaction what it is for. Answers null when all of it happened, else the page that says
 * why nothing did: the link was used at the same moment, or `work` was refused.
 */
export async function withLink(
  c: Context<Env>,
  deps: Deps,
  { token, link, userId }: Use,
  work: (tx: Tx) => Promise<void>,
): Promise<Response | null> {
  const { store } = deps;
  try {
    await inTransaction(store, async (tx) => {
      if (!(await markLinkUsed(tx, token, store.now()))) throw new Refused('gone', 'This link was used before.');
      await forgetAsked(tx, link.accessId);
      await store.runIn(tx, {
        tenant: 'system',
        cause: causeOfVisitor(c, userId),
        streams: { access: ref('access', link.accessId) },
        decide: ({ access }) => ({ access: consumeAccess(access, userId) }),
      });
      await work(tx);
    });
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.refusal === 'gone') return closedLink(c, deps, token, link.what);
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
