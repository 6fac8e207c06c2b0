import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { MOST_KIT_BYTES } from '../../events/accounts/kitWords.ts';
import type { Env } from '../context.ts';

const KB = 1024;
const limit = (bytes: number, words: string): MiddlewareHandler<Env> =>
  bodyLimit({
    maxSize: bytes,
    onError: (c: Context) => {
      // the rest of the body is not read, so the connection cannot carry another request
      c.header('Connection', 'close');
      return c.json({ error: `The request is larger than ${words}.` }, 413);
    },
  });

const page = limit(16 * KB, '16 kB');
const call = limit(64 * KB, '64 kB');
const message = limit(128 * KB, '128 kB');
const list = limit(1024 * KB, '1 MB');
const file = limit(MOST_KIT_BYTES, '5 MB');

/** Its body is the file itself. */
export const MEDIA_KIT = '/api/media-kit';
/** It reads its body itself, as it comes (inboundForm.ts). */
const INBOUND = '/api/webhooks/sendgrid-inbound';
const PAGES = /^\/api\/(login|login\/code|signup|confirm|forgot|reset|invitation)$/;
const LISTS =
  /^\/api\/((partners|suppressions)\/import|partners\/(export|enhance-contacts)|webhooks\/sendgrid.*|ingest)$/;
/** A saved text comes with the one that it replaces: twice 20,000 characters of up to three bytes. */
const MESSAGE = /^\/api\/(campaign-sends\/[^/]+|inbox\/[^/]+\/answer)$/;

/** Refuses a body over the path's limit before it is read. Parsing one blocks the only thread, and the caller may be anyone. */
export const limitBody: MiddlewareHandler<Env> = (c, next) => {
  const { path } = c.req;
  if (path === INBOUND) return next();
  if (LISTS.test(path)) return list(c, next);
  if (path === MEDIA_KIT) return file(c, next);
  if (MESSAGE.test(path)) return message(c, next);
  return path.startsWith('/api/') && !PAGES.test(path) ? call(c, next) : page(c, next);
};
