import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freezeSending } from '../../db/installation/freeze.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let tenant: string;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  const person = await new Person(testApp.url).signUp('ada@north.example');
  tenant = await person.tenant();
  const url = new URL(testApp.databaseUrl);
  // an auditor has no password of the owner's
  url.username = '';
  url.password = '';
  vi.stubEnv('DATABASE_URL', url.toString());
  vi.stubEnv('SECRET_KEY', TEST_SECRET);
  vi.stubEnv('SEAL_FILE', '');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
});

test('what only reads works without the password of the owner, and what writes says which login it needs', async () => {
  for (const words of [
    ['status', '--json'],
    ['timeline', '--limit', '3', '--json'],
    ['as-of', new Date().toISOString(), 'dashboard', '--tenant', tenant, '--json'],
    ['verify', '--quick', '--json'],
  ]) {
    const { code, out, said } = await audit(...words);
    expect([code, typeof JSON.parse(out)], `${words[0]}: ${said}`).toEqual([0, 'object']);
  }
  const { code, out } = await audit('seal', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([3, { error: { code: 'unavailable' } }]);
});

test('status exits with 1 while sending is frozen', async () => {
  await freezeSending(testApp.owner.sql, 'by_hand', null);
  const { code, out } = await audit('status', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([1, { frozen: { cause: 'by_hand' } }]);
});
