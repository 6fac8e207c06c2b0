import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ExtractSchema } from 'hono/types';
import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { inject } from 'vitest';
import type { AppType } from '../../../api/app.ts';
import type { ErrorView } from '../../../api/views.ts';
import { aSearchSchedule } from './setupViews.ts';
import { aiEstimates, aProfile, aUser, nothingWaits, someCredits } from './views.ts';

type Calls = ExtractSchema<AppType>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Path = keyof Calls & string;
type AnswerOf<M extends Method, P extends Path> = Calls[P][`$${M}` & keyof Calls[P]] extends {
  output: infer Body;
}
  ? Exclude<Body, ErrorView>
  : never;

export type Call = { method: string; path: string; body: unknown };

/** The app's calls since the test began, in order; without mere reads, unless `reads`. */
export const calls: Call[] = [];
export const reads: string[] = [];

/** Stands for the API: it gives only a test's answers. */
export const server = setupServer();

const openApi = JSON.parse(inject('openApi'));
const ajv = new Ajv2020({ strict: false }).addSchema(openApi, 'openApi');

/** Why the API never answers this; null: it may. */
function whyNot(method: Method, path: string, answered: unknown): string | null {
  const inDocument = path.replace(/:(\w+)/g, '{$1}');
  const ofCall = `openApi#/paths/${encodeURIComponent(inDocument.replaceAll('/', '~1'))}/${method}/responses`;
  const statuses = Object.keys(openApi.paths[inDocument][method].responses).filter((status) => status !== 'default');
  const isRight = statuses.some((status) =>
    ajv.validate(`${ofCall}/${status}/content/application~1json/schema`, answered),
  );
  return isRight ? null : ajv.errorsText();
}

/** Calls that no test answered, and answers that the API never gives. Each fails the test. */
export const problems: string[] = [];

type Answered<Body> = Body | ((call: Call) => Body | Response | Promise<Body | Response>);

const READS = ['/api/partners/selected', '/api/campaigns/:id/available-partners'];

/** A call of the API by its route's name, and its answer. `only`: the path with its ids; else every id is answered alike. */
function handler<M extends Method, P extends Path>(
  method: M,
  path: P,
  body: Answered<AnswerOf<M, P>>,
  only: string = path,
): RequestHandler {
  return http[method](`*${only}`, async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    // a call that has this very path takes precedence, as in the API
    if (path.includes(':') && openApi.paths[pathname]?.[method]) return undefined;
    const text = await request.text();
    const isFile = request.headers.get('content-type') === 'application/octet-stream';
    const sent = isFile ? text : text ? JSON.parse(text) : undefined;
    const call = { method: method.toUpperCase(), path: pathname + search, body: sent };
    // it changes nothing: ids may be too many for an address
    if (method === 'get' || READS.includes(path)) reads.push(call.path);
    else calls.push(call);
    const answered = typeof body === 'function' ? await (body as (call: Call) => unknown)(call) : body;
    if (answered instanceof Response) return answered;
    const wrong = whyNot(method, path, answered);
    if (wrong) problems.push(`${call.method} ${path} never answers this: ${wrong}`);
    return HttpResponse.json(answered as DefaultBodyType);
  });
}

/**
 * Has a call answered from now on, by a value or by a function of the call. The route has its types. The answer must fit its schema, so that no test
 * shows an impossible answer.
 */
export function answer<M extends Method, P extends Path>(
  method: M,
  path: P,
  body: Answered<AnswerOf<M, P>>,
  only?: string,
): void {
  server.use(handler(method, path, body, only));
}

/** Every screen calls these: a user with a business profile, and no links set by an admin. */
export const frame = (): RequestHandler[] => [
  handler('get', '/api/auth/user', aUser()),
  handler('get', '/api/auth/passkeys', { passkeys: [] }),
  handler('get', '/api/business-profile', aProfile()),
  handler('get', '/api/credits', someCredits()),
  handler('get', '/api/partners/import', null),
  handler('get', '/api/partners/batch', null),
  handler('get', '/api/partners/counts', { partners: [], blocked: 0, waitForJudge: 0, tags: [], countries: [] }),
  handler('get', '/api/ai-estimates', aiEstimates()),
  handler('get', '/api/admin/settings/:key', { value: '' }),
  handler('get', '/api/admin/limits', { near: [], next: null }),
  handler('get', '/api/admin/users/:id/tokens', { tokens: [] }),
  handler('get', '/api/search-schedule', aSearchSchedule()),
  handler('get', '/api/inbox/unread', { unread: 0, unanswered: 0 }),
  handler('get', '/api/today/count', nothingWaits()),
];

/** A server that fails, with words for a person or without any. */
export const failed = (status: number, error?: string, more: object = {}): Response =>
  error ? Response.json({ error, ...more }, { status }) : new Response('', { status });

/** Something that an answer waits for until it is let go. */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
