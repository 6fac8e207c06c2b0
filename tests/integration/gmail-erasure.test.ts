/** An erased person leaves no access behind at Google. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownerOf } from '../../db/accounts/workspace.ts';
import { ref } from '../../db/store.ts';
import { revokeForErasure } from '../../worker/tasks/revokeForErasure.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { hurry } from '../support/hurry.ts';
import { Person, until } from '../support/person.ts';
import { connectGmail, grants, NORTHWIND, ROBIN, removeAccess } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Person;
const printed: string[] = [];
const spy = vi.spyOn(console, 'error').mockImplementation((...said) => void printed.push(said.map(String).join(' ')));
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await new Person(testApp.url).signUp('admin@northwind.example');
});
afterAll(async () => {
  spy.mockRestore();
  await testApp.stop();
});

async function connected(name: string, account: { id: string; email: string }): Promise<string> {
  const person = await new Person(testApp.url).signUp(`${name}@shop.example`);
  expect(await connectGmail(person, { account })).toMatchObject({ status: 200 });
  return person.tenant();
}
const isGranted = async ({ id }: { id: string }) =>
  (await grants(testApp.sandboxUrl)).some(({ accountId }) => accountId === id);
const erase = async (tenant: string) => admin.ok('DELETE', `/api/admin/users/${await ownerOf(testApp.api, tenant)}`);
const erased = (tenant: string) =>
  until(
    async () => {
      await hurry(testApp.owner.sql);
      return (await testApp.owner.load(tenant, ref('erasure', 'tenant'))).state.status;
    },
    (status) => status === 'done',
  );
const revocations = async (tenant: string): Promise<number> =>
  (await testApp.owner.history(tenant, ref('mailbox', tenant))).filter(({ type }) => type === 'AccountAccessEnded')
    .length;
const secretsOf = async (tenant: string): Promise<number> => {
  const rows = await testApp.owner.sql`select from vault.secrets where tenant_id = ${tenant}`;
  return rows.length;
};

test('the access is revoked at Google before the token is destroyed', async () => {
  const tenant = await connected('robin', ROBIN);
  expect(await isGranted(ROBIN)).toBe(true);
  await erase(tenant);
  await erased(tenant);
  expect(await isGranted(ROBIN)).toBe(false);
  expect(await revocations(tenant)).toBe(1);
  expect(await secretsOf(tenant)).toBe(0);
});

test('the erasure waits while Google does not answer properly', async () => {
  const tenant = await connected('nora', NORTHWIND);
  await testApp.fault('google', '500', 3, { path: '/revoke' });
  await erase(tenant);
  await erased(tenant);
  expect(await isGranted(NORTHWIND)).toBe(false);
  expect(await secretsOf(tenant)).toBe(0);
});

test('the erasure goes on when Google stays away, and the worker says that the access was not revoked', async () => {
  const tenant = await connected('ruth', ROBIN);
  await testApp.fault('google', '500', 1_000, { path: '/revoke' });
  await erase(tenant);
  await until(
    () => testApp.owner.history(tenant, ref('mailbox', tenant)),
    (history) => history.some(({ type }) => type === 'AccountDisconnected'),
  );
  expect((await testApp.owner.load(tenant, ref('erasure', 'tenant'))).state.status).toBe('open');
  testApp.later(2 * 3_600_000);
  await erased(tenant);
  await testApp.fault('google', 'none', 1, { path: '/revoke' });
  expect(await isGranted(ROBIN)).toBe(true);
  expect(await revocations(tenant)).toBe(0);
  expect(await secretsOf(tenant)).toBe(0);
  const said = printed.filter((line) => line.includes('was not revoked'));
  expect(said.filter((line) => line.includes(tenant))).not.toEqual([]);
  expect(printed.join('\n')).not.toContain(ROBIN.email);
  await removeAccess(testApp.sandboxUrl, ROBIN);
});

test('a sign-in that is under way while its user is erased leaves no access behind [long]', async () => {
  const person = await new Person(testApp.url).signUp('rhea@shop.example');
  const tenant = await person.tenant();
  await testApp.fault('google', 'slow', 1, { path: '/token', delayMs: 3_000 });
  const answered = connectGmail(person, { account: ROBIN });
  const jobs = () => testApp.owner.sql`
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'connect-account' and j.locked_at is not null`;
  await until(jobs, (running) => running.length === 1);
  await erase(tenant);
  await erased(tenant);
  await answered;
  await until(jobs, (running) => running.length === 0);
  expect(await isGranted(ROBIN)).toBe(false);
  expect(await secretsOf(tenant)).toBe(0);
});

test('an operator who erases a user by hand waits for the worker to revoke the access', async () => {
  const tenant = await connected('rosa', ROBIN);
  vi.stubEnv('DATABASE_URL', testApp.databaseUrl);
  vi.stubEnv('SECRET_KEY', TEST_SECRET);
  try {
    expect((await audit('erase', 'tenant', tenant, '--yes')).code).toBe(0);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(await isGranted(ROBIN)).toBe(false);
  expect(await revocations(tenant)).toBe(1);
});

test('an access that Google took back already does not hold the erasure up', async () => {
  const tenant = await connected('rita', ROBIN);
  await removeAccess(testApp.sandboxUrl, ROBIN);
  await erase(tenant);
  await erased(tenant);
  expect(await revocations(tenant)).toBe(1);
});

test('an installation without Gmail does not hold the erasure up', async () => {
  const tenant = await connected('rest', ROBIN);
  const cause = { actor: 'test', correlationId: 'test', causationId: null };
  const revoke = revokeForErasure({ ...testApp.worker, signIns: { google: null, microsoft: null } }, cause);
  await revoke(tenant, new Date().toISOString());
  expect(printed.some((line) => line.includes(tenant) && line.includes('was not revoked'))).toBe(true);
});
