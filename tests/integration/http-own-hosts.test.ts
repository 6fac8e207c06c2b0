import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let person: Person;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, publicUrl: 'https://pilot.example' });
  person = await new Person(testApp.url).signUp('kim@northwind.example');
});
afterAll(() => testApp.stop());

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

/** fetch() sets Host by itself. */
const ask = (path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(`${testApp.url}${path}`, { method, headers }, async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    asked.on('error', reject).end();
  });

test('a name that is not ours is refused, whatever the browser sends with it', async () => {
  const { cookie } = person;
  for (const host of ['evil.example', 'pilot.example.evil.example', '10.0.0.7:3000', 'xn--pilt-1ra.example']) {
    for (const path of ['/', '/api/auth/user', '/api/login', '/api/openapi.json', '/u/x']) {
      const answer = await ask(path, { Host: host, Origin: `https://${host}`, Cookie: cookie });
      expect(answer.status, `${host}${path}`).toBe(421);
      expect(answer.text).toContain('https://pilot.example');
      expect(answer.text).not.toContain(host);
    }
  }
  for (const host of ['pilot.example', 'PILOT.example:443', 'localhost:8080', '127.0.0.1', '[::1]:3000'])
    expect((await ask('/api/auth/user', { Host: host, Cookie: cookie })).status, host).toBe(200);
});

test('programs ask for health, readiness and metrics by any name', async () => {
  for (const path of ['/api/health', '/api/ready', '/metrics'])
    expect((await ask(path, { Host: 'app-1.internal:3000' })).status, path).not.toBe(421);
});

test('pages load only from here, send forms only here, and hold subdomains to https; signing out empties the cache', async () => {
  const { headers } = await ask('/', { Host: 'pilot.example' });
  const policy = String(headers['content-security-policy']);
  for (const rule of ["base-uri 'none'", "form-action 'self'", "img-src 'self' data:;"]) expect(policy).toContain(rule);
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}; includeSubDomains$/);
  const out = await ask('/api/logout', { Host: 'pilot.example', Cookie: person.cookie });
  expect(out.status).toBe(303);
  expect(out.headers['clear-site-data']).toBe('"cache"');
});
