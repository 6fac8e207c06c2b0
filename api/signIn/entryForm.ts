import type { Context } from 'hono';
import type { z } from 'zod';
import type { Env } from '../context.ts';
import type { Field } from '../signInPage.tsx';

/** The text fields of a posted form, by name. */
export type Values = Record<string, string>;
/** The errors: beside a field, or above the form. */
export type Problems = { fields?: Values; page?: string };

const HERE = 'http://here.invalid';

/**
 * A path of our own to go on to after signing in; anything else becomes the front page. It is read as a browser reads it. Tabs and line ends vanish
 * and backslashes turn, so a path may lead off the site. No screen's path has an escape, so a path with one is refused. The router takes /%61pi for
 * /api, and a proxy may decode more.
 */
export function safeNext(next: string | undefined): string {
  const url = next?.startsWith('/') && URL.canParse(next, HERE) ? new URL(next, HERE) : null;
  if (url?.origin !== HERE || /^\/\/|^\/api(\/|$)|%/i.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** `next` as the query of a link between the sign-in pages. */
export const nextQuery = (next: string): string => (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

/** The text fields of a posted form; of a body that is no form, none. */
export async function formFields(c: Context<Env>): Promise<Values> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The first message of each field. */
export function fieldProblems(error: z.ZodError): Values {
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

/** A field of a form with its typed value (except passwords) and its error. */
export const input = (
  name: string,
  label: string,
  more: Partial<Field>,
  values: Values = {},
  problems: Problems = {},
): Field => ({
  name,
  label,
  type: 'text',
  autocomplete: 'off',
  required: false,
  value: more.type === 'password' ? '' : (values[name] ?? ''),
  error: problems.fields?.[name] ?? null,
  ...more,
});

export const emailInput = (values: Values, problems: Problems): Field =>
  input('email', 'Email', { type: 'email', autocomplete: 'username', required: true }, values, problems);

export const newPasswordInput = (problems: Problems): Field =>
  input(
    'password',
    'Password (at least 10 characters)',
    { type: 'password', autocomplete: 'new-password', required: true },
    {},
    problems,
  );
