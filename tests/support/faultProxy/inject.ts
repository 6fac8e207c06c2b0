import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Provider, providerError } from '../../../worker/sandbox/errors.ts';
import { inputObject, type ResponsesCall } from '../../../worker/sandbox/openai/call.ts';
import type { Faults } from './faults.ts';
import { obey } from './gullible.ts';

const untilClosed = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Hono would carry the old headers (X-Message-Id) over to the new answer, and they would give the acceptance away. */
const withoutTrace = (c: Context, { body, status }: Response): Response => {
  c.res = undefined;
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
};

type Said = { output?: { content?: { text: string }[] }[] };

/** The answer of an AI that carried out whatever its data say. */
async function obeyed(asked: string, answer: Response): Promise<Response> {
  const { input } = JSON.parse(asked) as Pick<ResponsesCall, 'input'>;
  const said = (await answer.json()) as Said;
  for (const part of said.output?.flatMap((item) => item.content ?? []) ?? [])
    if (part.text.startsWith('{')) part.text = JSON.stringify(obey(JSON.parse(part.text), inputObject(input)));
  return Response.json(said);
}

/** Lets the next calls to a provider go wrong as PUT /faults asked. */
export const injectFaults =
  (provider: Provider, faults: Faults): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    const fault = faults.take(provider, c.req);
    const fail = (status: number, message: string) =>
      providerError(c, provider, status as ContentfulStatusCode, message, fault?.reason);
    switch (fault?.mode) {
      case 'reject-4xx':
        return fail(fault.status, 'Rejected by PUT /faults of the sandbox.');
      case '429':
        if (fault.retryAfter !== undefined) c.header('Retry-After', String(fault.retryAfter));
        return fail(429, 'Too many requests (PUT /faults of the sandbox).');
      case '500':
        return fail(500, 'Internal error (PUT /faults of the sandbox).');
      case 'hang':
        await Promise.race([untilClosed(faults.closing), untilClosed(c.req.raw.signal)]);
        return fail(500, 'The proxy was closed.');
      case 'slow':
        await delay(fault.delayMs, undefined, { signal: faults.closing }).catch(() => undefined);
        return next();
      case 'gullible': {
        const asked = await c.req.raw.clone().text();
        await next();
        if (c.res.ok) c.res = await obeyed(asked, c.res);
        return;
      }
      case 'accept-then-500':
        await next();
        if (!c.res.ok) return;
        c.res = withoutTrace(c, fail(500, 'Internal error after accepting (PUT /faults of the sandbox).'));
        return;
      case 'accept-then-reset':
        await next();
        if (c.res.ok) c.env.incoming.socket.destroy();
        return;
      default:
        return next();
    }
  };
