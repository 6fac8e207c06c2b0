import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { gmailError } from '../google/gmail.ts';
import { tokenError } from '../google/oauth.ts';
import { hunterError } from '../hunter/routes.ts';
import { microsoftError } from '../microsoft/oauth.ts';
import { openaiError } from '../openai/routes.ts';
import { pdlError } from '../pdl/routes.ts';
import { sendgridError } from '../sendgrid/routes.ts';
import { youTubeError } from '../youtube/routes.ts';
import type { Provider as AnyProvider, Fault, Faults } from './faults.ts';

/** What speaks HTTP; the mail server has faults of its own. */
type Provider = Exclude<AnyProvider, 'smtp'>;

type FaultStatus = Exclude<Fault['status'], 222> | 429 | 500;
/** Each in the form of its provider. `reason`: a code or reason of its own. */
type ErrorOf = (c: Context, status: FaultStatus, message: string, reason?: string) => Response;

const errorOf: Record<Provider, ErrorOf> = {
  openai: (c, status, message, reason) => openaiError(c, status, message, { code: reason }),
  people_data_labs: pdlError,
  hunter: (c, status, message) => hunterError(c, status, message),
  web: (c, status, message) => c.text(message, status),
  youtube: youTubeError,
  sendgrid: sendgridError,
  google: tokenError,
  gmail: gmailError,
  microsoft: microsoftError,
};

/** An error that the provider itself would send, in its own form. */
export const providerError = (c: Context, provider: Provider, status: FaultStatus, message: string, reason?: string) =>
  errorOf[provider](c, status, message, reason);

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

/** Lets the next calls to a provider go wrong as PUT /faults asked. */
export const injectFaults =
  (
    provider: Provider,
    faults: Faults,
  ): MiddlewareHandler<{ Bindings: HttpBindings; Variables: { gullible?: boolean } }> =>
  async (c, next) => {
    const fault = faults.take(provider, c.req);
    const fail = (status: FaultStatus | 222, message: string) =>
      providerError(c, provider, status as FaultStatus, message, fault?.reason);
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
        return fail(500, 'The sandbox was closed.');
      case 'slow':
        await delay(fault.delayMs, undefined, { signal: faults.closing }).catch(() => undefined);
        return next();
      case 'gullible':
        c.set('gullible', true);
        return next();
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
