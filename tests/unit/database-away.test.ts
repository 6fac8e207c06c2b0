import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Deps } from '../../api/context.ts';
import { answerError } from '../../api/http/errors.ts';
import { healthRoutes } from '../../api/routes/health.ts';
import type { Sql } from '../../db/connection/connect.ts';

const NEVER = new Promise(() => undefined);
const healthOf = async (sql: () => Promise<unknown>) => {
  const deps = { version: '1', sandbox: true, store: { sql: sql as unknown as Sql } } as Deps;
  const answer = await healthRoutes(deps).request('/health');
  return [answer.status, await answer.json()];
};

test('health says that the database is away, also if it does not answer at all', async () => {
  const away = [503, { status: 'error', version: '1', sandbox: true, database: 'unreachable' }];
  const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  expect(await healthOf(refused)).toEqual(away);
  expect(await healthOf(() => NEVER)).toEqual(away);
});

test('a call that finds the database away answers 503, with the time to try again', async () => {
  const app = new Hono()
    .get('/', () => Promise.reject(Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })))
    .onError(answerError);
  const answer = await app.request('/');
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await answer.json()).toEqual({
    error: 'The database is not available right now. Try again in a moment.',
  });
});
