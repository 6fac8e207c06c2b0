import { type Context, Hono } from 'hono';
import { type Link, type LinkWhat, linkOf, markLinkUsed } from '../../db/accounts/links.ts';
import { forgetPendingSignup } from '../../db/accounts/pendingSignup.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { linkClosed } from '../../events/accounts/accountLink.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { sameOrigin } from '../http/security.ts';
import { type PageContent, signInPage } from '../signInPage.tsx';
import { formFields, type Problems, type Values } from './entryForm.ts';
import { closedLink, openLink, SIGN_IN, wordsPage } from './linkPages.ts';

/** The effect of a used link: `commit` by one command of the transaction, `enter` after it. */
export type LinkUse = {
  userId: string;
  commit: (tx: Tx) => Promise<void>;
  enter: () => Response | Promise<Response>;
};

/**
 * A kind of account link.
 *
 * | Step | Answers |
 * |---|---|
 * | `about` | what the link is about, for the page; null: that has gone |
 * | `page` | the page with its form |
 * | `check` | what is wrong with the posted form, or what it gives to `use` |
 * | `use` | what the link does |
 */
export type LinkKind<What extends LinkWhat, About extends object, Checked> = {
  path: 'confirm' | 'reset' | 'invitation';
  whats: readonly [What, ...What[]];
  about: (c: Context<Env>, link: Link & { what: What }) => Promise<About | null>;
  page: (about: About, problems: Problems) => Pick<PageContent, 'title' | 'lead' | 'button' | 'fields' | 'other'>;
  check: (about: About, values: Values) => Promise<{ problems: Problems } | { checked: Checked }>;
  use: (c: Context<Env>, about: About, checked: Checked) => LinkUse;
};

/**
 * The one way of all account links. Mail scanners follow links, so GET only shows a page. POST acts, once. The token travels in a hidden field, so no
 * logged address has it.
 */
export function accountLinkPages<What extends LinkWhat, About extends object, Checked>(
  deps: Deps,
  kind: LinkKind<What, About, Checked>,
) {
  const action = `/api/${kind.path}`;
  const shown = (about: About, token: string, problems: Problems = {}) =>
    signInPage(deps, {
      ...kind.page(about, problems),
      action,
      hidden: { token },
      error: problems.page ?? null,
    });

  /** The open link of a token and its subject; else the page that explains why it opens nothing. */
  async function opened(c: Context<Env>, token: string) {
    const link = await openLink(c, deps, token, kind.whats);
    if (link instanceof Response) return link;
    const about = await kind.about(c, link);
    return about ? { link, about } : closedLink(c, deps, token, link.what);
  }

  return new Hono<Env>()
    .use(action, sameOrigin(deps, 'form'))
    .get(action, async (c) => {
      const token = c.req.query('token') ?? '';
      const found = await opened(c, token);
      return found instanceof Response ? found : c.html(shown(found.about, token));
    })
    .post(action, async (c) => {
      const values = await formFields(c);
      const token = values.token ?? '';
      const found = await opened(c, token);
      if (found instanceof Response) return found;
      const read = await kind.check(found.about, values);
      if ('problems' in read) return c.html(shown(found.about, token, read.problems), read.problems.page ? 429 : 400);
      const use = kind.use(c, found.about, read.checked);
      return (await redeemLink(c, deps, token, found.link, use)) ?? use.enter();
    });
}

/**
 * Uses a link once. `commit` applies it by one command, which also uses up the request (`consumeLink`). Changes outside of the log follow. Answers
 * null if all of it succeeded, else the page that says why nothing did. The link was used at the same moment, or the command was refused.
 */
async function redeemLink(
  c: Context<Env>,
  deps: Deps,
  token: string,
  link: Link,
  { userId, commit }: LinkUse,
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
    const page = wordsPage(deps, { title, lead: error.message, other: SIGN_IN });
    return c.html(page, STATUS[error.refusal] ?? 409);
  }
}

const STATUS: Partial<Record<Refused['refusal'], 403 | 404>> = { forbidden: 403, not_found: 404 };
