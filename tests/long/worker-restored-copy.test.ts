import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { reconcile } from '../../db/audit/reconcile.ts';
import { askForErasure, carryOutErasure } from '../../db/erase/erase.ts';
import { freezeByErasures, objectionOfErasures } from '../../db/erase/lackingErasure.ts';
import { freezeSending } from '../../db/installation/freeze.ts';
import { type SignedCheckpoint, signCheckpoint } from '../../db/seal/checkpoint.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { objectionOfSeal, readSealFile, watchSeals } from '../../db/seal/sealFile.ts';
import { defaultSealFile } from '../../db/seal/sealPlace.ts';
import { signingKey } from '../../db/seal/signingKey.ts';
import type { ErasureSubject } from '../../events/privacy/erasure.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { cause, changeSetting } from '../support/log.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let folder: string;
let testApp: TestApp;
const children = new Set<ChildProcess>();
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-restored-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await testApp.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The worker as production runs it. Its DATA_DIR has the mark. */
async function startWorker(dataDir: string, env: NodeJS.ProcessEnv) {
  const child = fork('db/start/partner-pilot.mjs', ['worker'], {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: testApp.databaseUrl,
      SECRET_KEY: TEST_SECRET,
      DATA_DIR: dataDir,
      SANDBOX_MODE: 'on',
      SANDBOX_URL: testApp.sandboxUrl,
      SEND_GAP_SECONDS: '0.2-0.4',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.add(child);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}:\n${said}`)));
  });
  return {
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      await gone;
      children.delete(child);
    },
  };
}

/** Runs statements on the server while no one is connected to the database. */
async function alone(statements: (name: string) => readonly string[]): Promise<void> {
  const admin = postgres(inject('ownerUrl'), { max: 1, onnotice: () => undefined });
  const name = new URL(testApp.databaseUrl).pathname.slice(1);
  try {
    await admin.unsafe(`alter database ${name} with allow_connections false`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await vi.waitFor(async () =>
      expect(await admin`select from pg_stat_activity where datname = ${name}`).toHaveLength(0),
    );
    for (const statement of statements(name)) await admin.unsafe(statement);
    await admin.unsafe(`alter database ${name} with allow_connections true`);
  } finally {
    await admin.end({ timeout: 1 });
  }
}

const takeCopy = () =>
  alone((name) => [
    `create database ${name}_copy template ${name}`,
    `grant create on database ${name}_copy to partner_pilot_worker`,
  ]);
const putBack = () => alone((name) => [`drop database ${name}`, `alter database ${name}_copy rename to ${name}`]);

const kept = (file: string) => readSealFile(file) as SignedCheckpoint;

/** Puts `npm run audit` of this process on the house's database. */
function at(env: Record<string, string>): void {
  const all = { DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET, ...env };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
}

const mails = async (): Promise<string[]> => (await testApp.outbox()).map(({ to }) => to);
const frozenSince = async () => {
  const health = (await (await fetch(`${testApp.url}/api/health`)).json()) as { sending: string };
  return health.sending;
};

/** Sends 10 emails, copies the database and DATA_DIR after at least 3 of them, and restores that copy. */
async function restoredAfterThree(env: NodeJS.ProcessEnv, sealFile: () => string) {
  testApp = await startTestApp({ working: false, sendGap: { min: 0.2, max: 0.4 }, waitMs: 200 });
  const dataDir = mkdtempSync(path.join(folder, 'data-'));
  const { person, campaign } = await readyCampaign(testApp, { partners: 10, texts: 'edited' });
  const first = await startWorker(dataDir, env);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(mails, (all) => all.length >= 3);
  await first.stop();
  const before = (await mails()).length;
  expect(before).toBeLessThan(10);
  await takeCopy();
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });

  const second = await startWorker(dataDir, env);
  await until(mails, (all) => all.length === 10, 30_000);
  const { newest } = await sealUpToNow(testApp.owner.sql, testApp.owner.master);
  await vi.waitFor(() => expect(kept(sealFile()).size).toBeGreaterThanOrEqual(newest?.size ?? 0), {
    timeout: 20_000,
  });
  await second.stop();

  await putBack();
  rmSync(dataDir, { recursive: true });
  cpSync(copy, dataDir, { recursive: true });
  return { person, campaign, dataDir, before };
}

test('a machine that was restored whole sends nothing twice, because the seal file knows better', async () => {
  const file = path.join(folder, 'seals', 'newest.checkpoint');
  mkdirSync(path.dirname(file));
  const env = { SEAL_FILE: file };
  const { person, campaign, dataDir, before } = await restoredAfterThree(env, () => file);
  const copyOfSeal = readFileSync(file, 'utf8');
  at({ ...env, DATA_DIR: dataDir });
  // before any worker has looked
  expect((await audit('status')).out).toMatch(/^Sending is open\.\nSEAL_FILE .*Sending is frozen for this when/s);
  const workers = await Promise.all([startWorker(dataDir, env), startWorker(dataDir, env)]);
  expect(await frozenSince()).toMatch(/^Sending is frozen since .*SEAL_FILE/);
  // the path is for operators
  expect(await frozenSince()).not.toContain(file);
  expect(await testApp.owner.sql`select from log.epochs`).toHaveLength(2);
  await testApp.owner.sql`select graphile_worker.add_job('sweep')`;
  await vi.waitFor(async () =>
    expect(await testApp.owner.sql`select from graphile_worker.jobs where task_identifier = 'sweep'`).toHaveLength(0),
  );
  expect(await mails()).toHaveLength(10);
  expect((await audit('status')).out).toMatch(
    /^Sending is frozen since .*, because SEAL_FILE holds a seal .*reconcile.*SEAL_FILE .*newest\.checkpoint holds a checkpoint of \d+ events of /s,
  );
  expect((await audit('verify')).out).toMatch(
    /WRONG {2}checkpoint outside .*the database does not have this checkpoint/s,
  );
  await workers[0].stop();
  await workers[1].stop();
  expect(readFileSync(file, 'utf8')).toBe(copyOfSeal);

  const unknown = 10 - before;
  const { said } = await audit('reconcile', '--yes');
  expect(said).toContain(
    `Sending is open again. The freeze of epoch 2 has ended.\n${unknown} messages wait for a decision;`,
  );
  expect(kept(file).note).toBe((await newestSeal(testApp.owner.sql))?.note);
  expect(readFileSync(`${file}.before-epoch-2`, 'utf8')).toBe(copyOfSeal);
  expect(await audit('verify', '--quick')).toMatchObject({ code: 0, said: expect.stringContaining(file) });
  const after = await startWorker(dataDir, env);
  expect(await frozenSince()).toBe('ok');
  await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ sentCount }) => sentCount === before,
  );
  await after.stop();
  expect(await mails()).toHaveLength(10);
  expect(new Set(await mails()).size).toBe(10);
}, 120_000);

test('an installation without SEAL_FILE has one in the state folder of its user', async () => {
  testApp = await startTestApp({ working: false });
  const home = { dataDir: mkdtempSync(path.join(folder, 'data-')), databaseUrl: testApp.databaseUrl };
  const { sql, master } = testApp.owner;
  const key = await signingKey(sql, master);
  const file = defaultSealFile(key.id, home) ?? '';
  expect(path.dirname(file)).toBe(path.join(process.env.XDG_STATE_HOME ?? 'unset', 'partner-pilot'));
  const worker = await startWorker(home.dataDir, {});
  await testApp.owner.run(changeSetting('system', 'tutorials_url', 'one'));
  await worker.stop();
  const newest = await newestSeal(sql);
  expect(kept(file).note).toBe(newest?.note);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  at({ DATA_DIR: home.dataDir });
  expect(await audit('verify')).toMatchObject({ code: 0, said: `Compared with the checkpoint in ${file}.\n` });

  // a copy that runs elsewhere has its own file, and freezes when its original went on
  const elsewhere = defaultSealFile(key.id, { ...home, databaseUrl: `${testApp.databaseUrl}_copy` }) ?? '';
  expect(await objectionOfSeal(sql, master, elsewhere)).toBeNull();
  const ahead = kept(file);
  writeFileSync(file, signCheckpoint({ ...ahead, size: 9_999 }, key, '2999-01-01T00:00:00.000000Z'));
  expect(await objectionOfSeal(sql, master, elsewhere)).toMatchObject({ cause: 'behind_seal' });
  // but a database with a file of its own asks no other
  writeFileSync(elsewhere, ahead.note);
  expect(await objectionOfSeal(sql, master, elsewhere)).toBeNull();
});

test.each([
  ['SEAL_FILE', 'newest.checkpoint', 'partner-pilot/', 'SEAL_FILE cannot be read'],
  ['ERASURES_FILE', 'erasures', 'one word\nand more of them\n', 'ERASURES_FILE cannot be read'],
  ['DATA_DIR', 'high-water.json', '{"inst', 'high-water.json cannot be read'],
])('%s that cannot be read freezes sending, and is named', async (setting, name, content, reason) => {
  testApp = await startTestApp({ working: false });
  const { sql, master } = testApp.worker.store;
  const dataDir = mkdtempSync(path.join(folder, 'data-'));
  const file = path.join(dataDir, name);
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  /** The worker's work before its first job. */
  const begin = async () => {
    await (await watchHighWater(testApp.worker.store, dataDir, say)).stop();
    if (setting === 'ERASURES_FILE') await freezeByErasures(sql, file, say);
    if (setting === 'SEAL_FILE') await (await watchSeals(sql, master, file, say)).stop();
  };
  await begin();
  expect([await frozenSince(), said]).toEqual(['ok', []]);
  writeFileSync(file, content);
  await begin();
  expect(await frozenSince()).toContain(`because ${reason}`);
  expect(said.join()).toContain(file);
  at({ [setting]: setting === 'DATA_DIR' ? dataDir : file });
  expect((await audit('status')).out).toContain(file);
  const release = () => audit('reconcile', '--nothing-left', '--yes');
  const { code, said: answer } = await release();
  if (setting === 'ERASURES_FILE') {
    expect([code, answer]).toEqual([1, expect.stringContaining('Correct ERASURES_FILE first')]);
    writeFileSync(file, '');
    await release();
  }
  await begin();
  expect(await frozenSince()).toBe('ok');
});

test('ERASURES_FILE that names an erasure of after the copy freezes sending', async () => {
  testApp = await startTestApp({ working: false });
  const dataDir = mkdtempSync(path.join(folder, 'data-'));
  const erasuresFile = path.join(dataDir, 'erasures');
  const { tenant, partners } = await readyPerson(testApp, 2);
  const [one, two] = partners.map(({ id }) => ({
    ...({ kind: 'partner', addressHmac: null, why: 'request' } as const),
    partnerId: id,
  })) as [ErasureSubject, ErasureSubject];
  const erase = async (subject: ErasureSubject) => {
    const id = await askForErasure(testApp.owner, tenant, cause, subject);
    await carryOutErasure(testApp.owner, tenant, id, { cause, erasuresFile });
  };
  await erase(one);
  const objection = () => objectionOfErasures(testApp.owner.sql, erasuresFile);
  expect(await objection()).toBeNull();
  await takeCopy();
  await erase(two);
  expect(await objection()).toBeNull();
  await putBack();
  expect(await objection()).toMatchObject({
    cause: 'behind_erasures',
    text: expect.stringContaining(two.partnerId ?? ''),
  });
  const worker = await startWorker(dataDir, { ERASURES_FILE: erasuresFile });
  expect(await frozenSince()).toContain('because ERASURES_FILE names an erasure');
  // it was frozen since then
  expect(await objection()).toBeNull();
  await worker.stop();
});

test('of two reconciliations at the same time one does it, and the other says so', async () => {
  testApp = await startTestApp({ working: false });
  await freezeSending(testApp.owner.sql, 'by_hand', null);
  let release = () => {};
  const halted = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = reconcile(testApp.owner, {
    nothingLeft: true,
    beforeRelease: () => {
      begun();
      return halted;
    },
  });
  await isBegun;
  at({});
  expect(await audit('reconcile', '--yes')).toMatchObject({
    code: 3,
    said: expect.stringContaining('Another reconciliation of this database is running'),
  });
  release();
  expect(await first).toEqual({ epoch: 2, madeUnknown: 0, unknownBefore: 0, replanned: 0 });
});
