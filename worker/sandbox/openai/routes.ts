import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import { createEmbeddings } from './embeddings.ts';
import { modelOf, NoSuchModel, offeredModels } from './models.ts';
import { BadRequest } from './operations.ts';
import { createChatCompletion, createResponse } from './responses.ts';

const kinds: Record<number, { type: string; code: string | null }> = {
  400: { type: 'invalid_request_error', code: null },
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  413: { type: 'invalid_request_error', code: null },
  429: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
};

/** An error in the form of OpenAI. `code`: instead of the usual one of this status. */
export const openaiError = (
  c: Context,
  status: ContentfulStatusCode,
  message: string,
  { param = null, code }: { param?: string | null; code?: string | undefined } = {},
) => {
  const kind = kinds[status] ?? { type: 'server_error', code: null };
  return c.json({ error: { message, type: code ?? kind.type, param, code: code ?? kind.code } }, status);
};

/** OpenAI's Responses and Chat Completions for the product's operations, and what it says of a model. */
export const openaiRoutes = (now: Clock) => {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof BadRequest) return openaiError(c, 400, error.message, { param: error.param });
    if (error instanceof NoSuchModel) return openaiError(c, 404, error.message);
    throw error;
  });
  app.use(async (c, next) => {
    c.header('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
    if (!/^Bearer \S+/.test(c.req.header('authorization') ?? ''))
      return openaiError(c, 401, "You didn't provide an API key in the Authorization header.");
    return next();
  });
  const body = (c: Context): Promise<unknown> =>
    c.req.json().catch(() => {
      throw new BadRequest('We could not parse the JSON body of your request.');
    });
  app.get('/models', (c) => c.json({ object: 'list', data: offeredModels(now()) }, 200));
  app.get('/models/:model', (c) => {
    const id = c.req.param('model');
    const model = modelOf(id, now());
    return model ? c.json(model, 200) : openaiError(c, 404, `The model '${id}' does not exist`, { param: 'model' });
  });
  app.post('/responses', async (c) => {
    const { origin } = new URL(c.req.url);
    return c.json(createResponse(await body(c), now(), origin), 200);
  });
  app.post('/chat/completions', async (c) => c.json(createChatCompletion(await body(c), now()), 200));
  app.post('/embeddings', async (c) => c.json(createEmbeddings(await body(c), now()), 200));
  return app;
};
