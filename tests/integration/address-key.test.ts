import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore } from '../../db/connection/open.ts';
import { CannotStart } from '../../db/installation/settings.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { pack } from '../../db/vault/envelope.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let tenant: string;
let kept: Buffer;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  const { person, ...ready } = await readyPerson(testApp, 1);
  tenant = ready.tenant;
  await person.ok('POST', '/api/suppressions', { email: 'objects@lindqvist.example' });
  const [row] = await testApp.owner.sql<{ sealed: Buffer }[]>`
    select sealed from vault.secrets where secret_id = 'address-hmac'`;
  if (!row) throw new Error('There is no address key.');
  kept = row.sealed;
  for (const [name, value] of Object.entries({ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
});

const put = (sealed: Buffer) => testApp.owner.sql`
  insert into vault.secrets (tenant_id, secret_id, kind, sealed) values ('system', 'address-hmac', 'address-hmac', ${sealed})
  on conflict (tenant_id, secret_id) do update set sealed = excluded.sealed`;
const lose = () => testApp.owner.sql`delete from vault.secrets where secret_id = 'address-hmac'`;
const another = () => pack(masterKey(TEST_SECRET).seal, randomBytes(32), 'system|address-hmac|address-hmac');

/** Runs a process of the product until it ends. */
async function ended(entry: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', entry], {
    env: { ...process.env, SANDBOX_MODE: 'on', SANDBOX_URL: testApp.sandboxUrl, DATA_DIR: '' },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

beforeEach(() => put(kept));

test('the right key is proved by what the log and the list know', async () => {
  const { code, out } = await audit('verify', '--json');
  expect(code).toBe(0);
  const { checks } = JSON.parse(out) as { checks: { check: string; counts: object }[] };
  // the account, the partner's id, and the entry of the list
  expect(checks.find(({ check }) => check === 'address')).toMatchObject({ ok: true, counts: { known: 3 } });
  expect((await audit('verify', '--quick', '--tenant', tenant)).code).toBe(0);
});

describe.each([
  ['is missing', () => lose(), /is missing/],
  ['is damaged', () => put(randomBytes(60)), /cannot be opened/],
  ['is another', () => put(another()), /is not the one/],
])('an address key that %s', (_, damage, reason) => {
  beforeEach(async () => void (await damage()));
  const now = () => testApp.owner.sql`select sealed from vault.secrets where secret_id = 'address-hmac'`;

  test('keeps every process from starting, and is not made again', async () => {
    const before = await now();
    const starts = {
      migrate: () => migrate({ ownerUrl: testApp.databaseUrl, secretKey: TEST_SECRET }),
      ...Object.fromEntries(
        (['owner', 'api', 'worker'] as const).map((role) => [
          role,
          () => openStore({ url: testApp.databaseUrl, secretKey: TEST_SECRET, role, name: 'test', max: 1 }),
        ]),
      ),
    };
    for (const [name, start] of Object.entries(starts)) {
      const error = await start().catch((thrown: unknown) => thrown);
      expect(error, name).toBeInstanceOf(CannotStart);
      expect((error as Error).message, name).toMatch(reason);
      expect((error as Error).message, name).toContain('Restore');
    }
    expect(await now()).toEqual(before);
  });

  test('is WRONG for verify, which prints every other check', async () => {
    const { code, out } = await audit('verify', '--quick', '--json');
    expect(code).toBe(1);
    const { checks } = JSON.parse(out) as {
      checks: { check: string; ok: boolean; wrong: { reason: string }[] }[];
    };
    expect(checks.map(({ check, ok }) => [check, ok])).toEqual([
      ['guards', true],
      ['chains', true],
      ['seals', true],
      ['mark', true],
      ['epochs', true],
      ['sends', true],
      ['keys', true],
      ['address', false],
      ['vault', true],
    ]);
    expect(checks.find(({ check }) => check === 'address')?.wrong[0]?.reason).toMatch(reason);
    expect((await audit('timeline')).said).toMatch(reason);
  });
});

test('each process says it in one line [long]', async () => {
  await lose();
  const processes = ['migrate', 'api', 'worker'];
  for (const { code, said } of await Promise.all(processes.map(ended))) {
    expect(code).toBe(1);
    expect(said).toMatch(/^(Partner Pilot cannot start: )?The address key .*Restore[^\n]*\n$/);
  }
});
