import type { Env as AnyEnv, MiddlewareHandler } from 'hono';
import type { ExtractSchema } from 'hono/types';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import type { Scope } from '../../events/shared/tokenScopes.ts';
import { acceptedSchema, type ErrorView } from '../schemas/calls.ts';

type Status = 200 | 201 | 202 | 503;
/** The schema of a JSON answer, or the media type of another one. */
type Answer = z.ZodType | string;

/** What an access token needs. `browser`: only a signed-in person may call it. */
export type Need = Scope | 'browser';

/** `security`: who may call, as OpenAPI says it. */
export type Declaration = {
  answers?: { readonly [status in Status]?: Answer };
  input?: { target: string; schema: z.ZodType };
  security?: readonly Record<string, readonly string[]>[];
  need?: Need;
};

const declarations = new WeakMap<object, Declaration>();

/** Records the declarations of a handler. The handler itself does not change. */
export function declare<H extends object>(handler: H, declaration: Declaration): H {
  declarations.set(handler, declaration);
  return handler;
}

export const declarationOf = (handler: object): Declaration | undefined => declarations.get(handler);

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
const declaring = (declared: NonNullable<Declaration['answers']>) =>
  declare<MiddlewareHandler>((_c, next) => next(), { answers: declared }) as Declaring<never>;

/**
 * Declares a route's answer. openApi.ts publishes it. The compiler holds the handler to it (DifferingCall), and the tests every answer. The product
 * does not: a long list would pay for it at each call.
 */
export const answers = <A extends Answer, S extends Status = 200>(
  answer: A,
  ...statuses: S[]
): Declaring<Record<S, A>> =>
  declaring(Object.fromEntries((statuses.length > 0 ? statuses : [200]).map((status) => [status, answer])));

/** The same for a call that answers 202 when the worker takes longer than a call waits (waitFor.ts). */
export const answersLater = <A extends Answer, S extends 200 | 201 = 200>(
  answer: A,
  status?: S,
): Declaring<Record<S, A> & Record<202, typeof acceptedSchema>> =>
  declaring({ [status ?? 200]: answer, 202: acceptedSchema });

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
