import { Validator } from '@seriousme/openapi-schema-validator';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, test } from 'vitest';
import { answers, type DifferingCall } from '../../api/http/contract.ts';
import { EXAMPLES } from '../../api/http/examples.ts';
import { doneSchema, notesSchema } from '../../api/views.ts';
import { heldToContract, routesOnly } from '../support/heldToContract.ts';

const product = routesOnly();
const answer = await product.request('/api/openapi.json');
const document = (await answer.json()) as { paths: Record<string, Record<string, { responses: object }>> };

test('GET /api/openapi.json is valid OpenAPI 3.1 and has every call', async () => {
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const isPage =
    /^\/api\/(login|logout|signup|confirm|forgot|reset|invitation|webhooks|witness|log|docs|openapi\.json)\b/;
  const calls = product.routes.filter(
    ({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !isPage.test(path),
  );
  expect(calls.length).toBeGreaterThan(130);
  for (const { method, path } of calls) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {}), `${method} ${path}`).toContainEqual(expect.stringMatching(/^20/));
  }
});

test('the document says what a call takes, what it answers and who may call', () => {
  expect(document.paths['/api/campaigns/{id}/status']?.put).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
    requestBody: { content: { 'application/json': { schema: { required: ['status'] } } } },
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CampaignStatus' } } } },
      default: { $ref: '#/components/responses/Error' },
    },
    security: [{ session: [] }, { token: ['send'] }],
  });
});

test('the document shows where a call may be repeated with a key, and which calls are for people alone', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  const { parameters, security } = Object(document.paths['/api/searches']?.post);
  expect([parameters, security]).toEqual([[key], [{ session: [] }, { token: ['propose'] }]]);
  expect(document.paths['/api/auth/tokens']?.post).toMatchObject({ parameters: [], security: [{ session: [] }] });
  expect(document.paths['/api/partners/export']?.post).toMatchObject({ parameters: [] });
});

const app = new Hono()
  .use(compress({ threshold: 0 }))
  .get('/api/right', answers(doneSchema), (c) => c.json({ success: true as const }, 200))
  .get('/api/more', answers(doneSchema), (c) => c.json({ success: true as const, more: 1 }, 200))
  .post('/api/less', answers(notesSchema), (c) => c.json({ text: '' } as { text: string; tags: string[] }, 200))
  .post('/api/status', answers(doneSchema, 201), (c) => c.json({ success: true as const }, 202 as 201));
const problems = heldToContract(app as never);

test.each(['gzip', 'identity'])(
  'an answer that is not declared fails the test and names the call (%s)',
  async (coding) => {
    const call = async (method: string, path: string) =>
      (await app.request(path, { method, headers: { 'Accept-Encoding': coding } })).status;
    expect(await call('GET', '/api/right')).toBe(200);
    expect(problems).toEqual([]);
    expect(await call('GET', '/api/more')).toBe(500);
    expect(await call('POST', '/api/less')).toBe(500);
    expect(await call('POST', '/api/status')).toBe(500);
    expect(problems.splice(0).map((problem) => problem.split(' declares')[0])).toEqual([
      'GET /api/more',
      'POST /api/less',
      'POST /api/status',
    ]);
  },
);

test('a handler that answers another shape or status does not compile', () => {
  const other = new Hono()
    .get('/shape', answers(doneSchema), (c) => c.json({ success: 'yes' }, 200))
    .get('/status', answers(doneSchema), (c) => c.json({ success: true as const }, 201))
    .get('/none', (c) => c.json({ success: true as const }, 200));
  const differing: Record<DifferingCall<typeof other>, true> = {
    '$get /shape': true,
    '$get /status': true,
    '$get /none': true,
  };
  const none: Record<DifferingCall<typeof app>, never> = {};
  expect(differing).not.toEqual(none);
});

test('each example is the body of a call', () => {
  const withBody = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods) as unknown as { operationId: string; requestBody?: object }[])
    .filter(({ requestBody }) => requestBody);
  const named = new Set(withBody.map(({ operationId }) => operationId));
  for (const operation of Object.keys(EXAMPLES)) expect(named.has(operation), operation).toBe(true);
});
