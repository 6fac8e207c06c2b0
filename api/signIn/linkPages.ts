import type { Context } from 'hono';
import { type Link, type LinkWhat, linkOf } from '../../db/accounts/links.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import type { Deps, Env } from '../context.ts';
import { type Other, type PageContent, signInPage } from '../signInPage.tsx';
import { waitInWords } from './signInAttempts.ts';

export const SIGN_IN: Other = { text: 'Have an account?', label: 'Sign in', href: '/api/login' };
const AGAIN: Record<LinkWhat, Other> = {
  'sign-up': { text: 'Need a new link?', label: 'Sign up again', href: '/api/signup' },
  reset: { text: 'Need a new link?', label: 'Ask for one', href: '/api/forgot' },
  invitation: { text: 'Need a new link?', label: 'Ask for one', href: '/api/forgot' },
  confirmation: { text: 'Need a new link?', label: 'Ask for one in your settings', href: '/settings' },
};

/** A page that only says something. */
export const wordsPage = (deps: Deps, words: Pick<PageContent, 'title' | 'lead' | 'other'>) =>
  signInPage(deps, { action: '', button: '', fields: [], error: null, ...words });

/** Pages with a link's secret in their address stay private and uncached. */
export function keepPrivate(c: Context<Env>): void {
  c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex, nofollow');
}

const STATES = {
  used: {
    status: 410,
    title: 'This link was used before',
    lead: 'Each link works once. If it was you who used it, sign in.',
  },
  expired: { status: 410, title: 'This link is too old', lead: 'Nothing was changed. Ask for a new one.' },
  unknown: {
    status: 404,
    title: 'This link does not work',
    lead: 'It is not complete, a newer one took its place, or it is no longer needed. If you can sign in already, do; else open the link in the newest email, or ask for a new one.',
  },
} as const;

/** Why a link opens nothing, and what to do. `what`: the page's purpose, if the link is unknown. */
function linkProblem(c: Context<Env>, deps: Deps, link: Link | null, what: LinkWhat): Response | Promise<Response> {
  const state = link && link.state !== 'open' ? link.state : 'unknown';
  const { status, ...words } = STATES[state];
  return c.html(wordsPage(deps, { ...words, other: [SIGN_IN, AGAIN[link?.what ?? what]] }), status);
}

/** The open link of a token that is for one of these; else the page that says why not. */
export async function openLink<What extends LinkWhat>(
  c: Context<Env>,
  deps: Deps,
  token: string | undefined,
  whats: readonly [What, ...What[]],
): Promise<(Link & { what: What }) | Response> {
  keepPrivate(c);
  const found = token ? await linkOf(deps.store.sql, token, deps.store.now()) : null;
  // the link of another page says nothing here
  const link = found && (whats as readonly LinkWhat[]).includes(found.what) ? (found as Link & { what: What }) : null;
  return link?.state === 'open' ? link : linkProblem(c, deps, link, whats[0]);
}

/** Explains why a link does not open: it closed a moment ago, or its account is gone. */
export async function closedLink(c: Context<Env>, deps: Deps, token: string, what: LinkWhat): Promise<Response> {
  return linkProblem(c, deps, await linkOf(deps.store.sql, token, deps.store.now()), what);
}

export const noMailerPage = (c: Context<Env>, deps: Deps): Response | Promise<Response> =>
  c.html(
    wordsPage(deps, { title: 'Email is not set up', lead: refusalText({ code: 'no_mailer' }), other: SIGN_IN }),
    503,
  );

/** `seconds`: how long they wait. */
export function tooManyPage(c: Context<Env>, deps: Deps, seconds: number): Response | Promise<Response> {
  c.header('Retry-After', String(seconds));
  const lead = `This network has made many requests. Try again in ${waitInWords(seconds)}. Links you already have still work.`;
  return c.html(wordsPage(deps, { title: 'Too many requests', lead, other: SIGN_IN }), 429);
}

/** The same for every address, known or not. */
export function checkMailPage(deps: Deps, lead: string, again: Other) {
  const outbox = deps.outboxUrl
    ? [{ text: 'This is a sandbox:', label: 'look into its outbox', href: deps.outboxUrl }]
    : [];
  return wordsPage(deps, { title: 'Check your email', lead, other: [...outbox, again] });
}
