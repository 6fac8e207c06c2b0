import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freezeSending } from '../../db/installation/freeze.ts';
import type { Check } from '../../db/verify/verifyLog.ts';
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
    ['verify', '--json'],
  ]) {
    const { code, out, said } = await audit(...words);
    expect([code, typeof JSON.parse(out)], `${words[0]}: ${said}`).toEqual([0, 'object']);
  }
  const verified = JSON.parse((await audit('verify', '--json')).out) as { checks: Check[] };
  expect(verified.checks.find(({ check }) => check === 'rows')).toMatchObject({
    ...{ ok: true, counts: { rows: expect.toSatisfy((rows) => rows > 0) } },
    warning: expect.stringMatching(/^Lists and counters were not compared/),
  });
  const { code, out } = await audit('seal', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([3, { error: { code: 'unavailable' } }]);
});

test('verify compares the rows of an owner whose connection only reads', async () => {
  const name = new URL(testApp.databaseUrl).pathname.slice(1);
  vi.stubEnv('DATABASE_URL', testApp.databaseUrl);
  await testApp.owner.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  const { code, out } = await audit('verify', '--json');
  await testApp.owner.sql.unsafe(
    `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
  );
  expect(code).toBe(0);
  const { checks } = JSON.parse(out) as { checks: Check[] };
  expect(checks.find(({ check }) => check === 'rows')?.warning).toMatch(/may only read/);
});

test('status exits with 1 while sending is frozen', async () => {
  await freezeSending(testApp.owner.sql, 'by_hand', null);
  const { code, out } = await audit('status', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([1, { frozen: { cause: 'by_hand' } }]);
});
