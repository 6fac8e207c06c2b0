import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type FirstCall, keepAnswer, releaseKey, takeKey } from '../../db/vault/firstAnswer.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { neededBy } from './security.ts';

/** No call runs longer. Afterwards its process has died, and its outcome is unknown. */
const LONGEST_CALL_SECONDS = 120;

const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** The first answer again, or why there is none. */
function answerAgain(c: Context, request: string, first: FirstCall): Response {
  if (first.request !== request) throw new Refused({ code: 'key_reused' });
  if (first.answer) {
    const { status, type, body } = first.answer;
    return c.body(body, status as ContentfulStatusCode, { 'Content-Type': type, 'Idempotent-Replayed': 'true' });
  }
  if (first.seconds > LONGEST_CALL_SECONDS) throw new Refused({ code: 'key_unanswered' });
  throw new Refused({ code: 'key_running', retryAfterSeconds: 1 });
}

/**
 * Answers a repeated POST as the first time (draft-ietf-httpapi-idempotency-key-header). An answer of 500 or more is not kept: nobody knows whether
 * the call took effect. Behind the sign-in check.
 */
export function idempotencyKeys({ store }: Pick<Deps, 'store'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { method, path, url } = c.req;
    // the draft quotes it, many programs do not
    const key = c.req.header('Idempotency-Key')?.replace(/^"(.*)"$/, '$1');
    if (key === undefined || method !== 'POST') return next();
    const need = neededBy(c);
    if (need === 'read') return next();
    // what it answers is shown once
    if (need === 'browser') throw new Refused({ code: 'key_not_taken' });
    if (!/^[ -~]{1,255}$/.test(key)) throw new Refused({ code: 'key_unfit' });
    const { tenant, userId } = c.get('user');
    const place = { tenant, id: hashOf(userId, key) };
    const body = new Uint8Array(await c.req.arrayBuffer());
    const request = hashOf(key, path, new URL(url).search, body);
    const first = await takeKey(store, place, request);
    if (first) return answerAgain(c, request, first);
    await next();
    // a limit comes before the work
    if (c.res.status === 429) await releaseKey(store, place);
    else if (c.res.status < 500) await keepAnswer(store, place, await answerOf(c));
  };
}

const answerOf = async ({ res }: Context) => ({
  status: res.status,
  type: res.headers.get('Content-Type') ?? '',
  body: await res.clone().text(),
});

/**
 * Answers a repeated webhook as before, by the id of its sender. Its acts may run twice without harm. So a call with an unknown outcome runs
 * again.
 */
export async function oncePerWebhook(
  c: Context<Env>,
  { store }: Pick<Deps, 'store'>,
  { webhook, id, body }: { webhook: string; id: string; body: string },
  next: () => Promise<void>,
): Promise<Response | undefined> {
  const place = { tenant: c.get('user').tenant, id: hashOf(webhook, id) };
  const request = hashOf(body);
  const first = await takeKey(store, place, request);
  if (first && (first.answer || first.request !== request || first.seconds <= LONGEST_CALL_SECONDS))
    return answerAgain(c, request, first);
  await next();
  if (c.res.status === 429 || c.res.status >= 500) await releaseKey(store, place);
  else await keepAnswer(store, place, await answerOf(c));
  return undefined;
}
