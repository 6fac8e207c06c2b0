import type { Env as AnyEnv, Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ExtractSchema } from 'hono/types';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import type { SecurityKind } from '../../events/accounts/securityKinds.ts';
import type { Scope } from '../../events/shared/tokenScopes.ts';
import { acceptedSchema, type ErrorView } from '../schemas/calls.ts';

type Status = 200 | 201 | 202 | 503;
/** The schema of a JSON answer, or the media type of another one. */
type Answer = z.ZodType | string;

/** What an access token needs. `browser`: only a signed-in person may call it. */
export type Need = Scope | 'browser';

/** What a caller without a session may call how often (rateLimit.ts). `none`: it is never limited. */
export type CallGroup = 'network' | 'entry' | 'hooks' | 'none';

/** The entry of the security log for a call that succeeds (`done`), and for a 401 or 403 (`denied`). */
export type Noted = { done?: SecurityKind; denied?: SecurityKind };

/** `security`: who may call, as OpenAPI says it. `cost`: in units of the caller's limit; unset: one. */
export type Declaration = {
  answers?: { readonly [status in Status]?: Answer };
  cost?: number;
  group?: CallGroup;
  input?: { target: string; schema: z.ZodType };
  security?: readonly Record<string, readonly string[]>[];
  need?: Need;
  noted?: Noted;
};

const declarations = new WeakMap<object, Declaration>();

/** Records the declarations of a handler. The handler itself does not change. */
export function declare<H extends object>(handler: H, declaration: Declaration): H {
  declarations.set(handler, declaration);
  return handler;
}

export const declarationOf = (handler: object): Declaration | undefined => declarations.get(handler);

/** The declarations of a call's own route, without those of other matching paths. */
export function declarationsOf(c: Context): Declaration[] {
  const matched = matchedRoutes(c);
  const path = matched.find(({ method, handler }) => method !== 'ALL' && declarationOf(handler))?.path;
  return matched.flatMap((route) => (route.path === path ? (declarationOf(route.handler) ?? []) : []));
}

/** Declares the scope that a route needs of an access token. Without it, GET needs `read` or `admin`, and no token may call another method. */
export const needs = (need: Need): MiddlewareHandler => declare((_c, next) => next(), { need });

/** What the route of a call needs, by the declarations of its handlers. */
export function needOf(method: string, path: string, declared: readonly (Declaration | undefined)[]): Need {
  const said = declared.find((one) => one?.need)?.need;
  if (said) return said;
  if (method !== 'GET' && method !== 'HEAD') return 'browser';
  return path.startsWith('/api/admin/') ? 'admin' : 'read';
}

type Declaring<Declared> = MiddlewareHandler<AnyEnv, string, { in: { answers?: Declared } }>;
const declaring = (declared: NonNullable<Declaration['answers']>, cost?: number) =>
  declare<MiddlewareHandler>((_c, next) => next(), {
    answers: declared,
    ...(cost !== undefined && { cost }),
  }) as Declaring<never>;

/** Costs of calls: a whole list is seconds of a processor. The worker, and often a provider, does something for others, or a call folds the past. */
const WHOLE_LIST = 20;
export const HEAVY = 10;

/** Declares the cost of a call that does more than its answer shows. */
export const costs = (cost: number): MiddlewareHandler => declare<MiddlewareHandler>((_c, next) => next(), { cost });

/** Declares what the security log notes of a call that succeeds. */
export const notes = (done: SecurityKind): MiddlewareHandler =>
  declare<MiddlewareHandler>((_c, next) => next(), { noted: { done } });

/** Declares the group of all routes of an app. `denied`: what the security log notes of a 401 or 403 there. */
export function inGroup<App extends { routes: { handler: object }[] }>(
  group: CallGroup,
  app: App,
  denied?: SecurityKind,
): App {
  for (const { handler } of app.routes) {
    const before = declarationOf(handler);
    declare(handler, { ...before, group, ...(denied && { noted: { ...before?.noted, denied } }) });
  }
  return app;
}

/**
 * Declares a route's answer. openApi.ts publishes it. The compiler holds the handler to it (DifferingCall), and the tests every answer. The product
 * does not: a long list would pay for it at each call.
 */
export const answers = <A extends Answer, S extends Status = 200>(
  answer: A,
  ...statuses: S[]
): Declaring<Record<S, A>> =>
  declaring(
    Object.fromEntries((statuses.length > 0 ? statuses : [200]).map((status) => [status, answer])),
    // a file is a whole list
    answer === 'text/csv' ? WHOLE_LIST : undefined,
  );

/** The same for a call that answers 202 when the worker takes longer than a call waits (waitFor.ts). */
export const answersLater = <A extends Answer, S extends 200 | 201 = 200>(
  answer: A,
  status?: S,
): Declaring<Record<S, A> & Record<202, typeof acceptedSchema>> =>
  declaring({ [status ?? 200]: answer, 202: acceptedSchema }, HEAVY);

type Answered<Declared, S> = S extends keyof Declared
  ? Declared[S] extends z.ZodType
    ? JSONParsed<z.infer<Declared[S]>>
    : never
  : never;

type Differs<Endpoint> = Endpoint extends { input: infer I; output: infer O; outputFormat: 'json'; status: infer S }
  ? [O] extends [Answered<I extends { answers?: infer Declared } ? NonNullable<Declared> : never, S> | ErrorView]
    ? never
    : true
  : never;

type Differing<Schema> = {
  [Path in keyof Schema]: {
    [M in keyof Schema[Path]]: true extends Differs<Schema[Path][M]> ? `${M & string} ${Path & string}` : never;
  }[keyof Schema[Path]];
}[keyof Schema];

/** The calls whose handler answers another shape than the route declares. */
export type DifferingCall<App> = Differing<ExtractSchema<App>>;
