import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../../api/context.ts';
import { limitBody } from '../../api/http/bodyLimit.ts';

const app = new Hono<Env>().use(limitBody).all('*', (c) => c.text('taken'));

const paths: [method: string, path: string, kilobytes: number, words: string][] = [
  ...['login', 'login/code', 'signup', 'forgot', 'reset', 'confirm', 'invitation'].map(
    (page): [string, string, number, string] => ['POST', `/api/${page}`, 16, '16 kB'],
  ),
  ['POST', '/api/%6cogin', 16, '16 kB'],
  ['POST', '/u/abc', 16, '16 kB'],
  ['POST', '/anything', 16, '16 kB'],
  ['POST', '/api/campaigns', 64, '64 kB'],
  ['PUT', '/api/business-profile', 64, '64 kB'],
  ['PATCH', '/api/campaign-sends/x', 128, '128 kB'],
  ['POST', '/api/campaign-sends/x/send-now', 64, '64 kB'],
  ['POST', '/api/partners/import', 1024, '1 MB'],
  ['POST', '/api/partners/export', 1024, '1 MB'],
  ['POST', '/api/partners/enhance-contacts', 1024, '1 MB'],
  ['POST', '/api/suppressions/import', 1024, '1 MB'],
  ['POST', '/api/webhooks/sendgrid', 1024, '1 MB'],
  ['POST', '/api/webhooks/sendgrid/abc', 1024, '1 MB'],
];

test.each(paths)('%s %s takes %i kB', async (method, path, kilobytes, words) => {
  const most = kilobytes * 1024;
  const send = (length: number, headers: Record<string, string>) =>
    app.request(path, { method, headers, body: 'x'.repeat(length) });
  for (const announced of [true, false]) {
    const headers = (length: number): Record<string, string> => (announced ? { 'Content-Length': String(length) } : {});
    expect((await send(most, headers(most))).status).toBe(200);
    const answer = await send(most + 1, headers(most + 1));
    expect([answer.status, await answer.json()]).toEqual([413, { error: `The request is larger than ${words}.` }]);
    expect(answer.headers.get('Connection')).toBe('close');
  }
});
