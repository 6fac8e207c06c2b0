import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { masterKey } from '../../db/vault/masterKey.ts';
import { guardsOf } from '../../db/verify/guards.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { freePort, type Launched, launchProcess } from '../support/launched.ts';
import { outboxOf, runCampaign, sentOnceEach } from '../support/mainLoop.ts';
import { until } from '../support/person.ts';

const project = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'pp-upgrade-'));
const checkout = (version: string) => path.join(folder, version);
const processes: Launched[] = [];
let database: TestDatabase;
let settings: Record<string, string>;

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...settings, NODE_OPTIONS: '' },
  });
  expect(status, `${command} ${args.join(' ')}: ${stderr}${stdout}`).toBe(0);
  return stdout;
}

const git = (cwd: string, ...args: string[]) =>
  run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@a.example', ...args], cwd);

const MIGRATION = 'alter table queue.kept_checks add column upgraded boolean not null default false;';

/** The guards of the later release, as a release would check them in. */
async function guardsAfter(migration: string): Promise<string> {
  const probe = await freshDatabase();
  const { sql } = await probe.open('owner');
  const guards = await sql.begin(async (tx) => {
    await tx.unsafe(migration);
    return guardsOf(tx, masterKey(TEST_SECRET));
  });
  await probe.drop();
  return JSON.stringify(guards);
}

/** Two releases of the present sources: the later one has a migration more. */
async function makeReleases() {
  git(folder, 'clone', '-q', project, checkout('1.0.0'));
  git(checkout('1.0.0'), 'tag', 'v1.0.0');
  git(folder, 'clone', '-q', checkout('1.0.0'), checkout('1.1.0'));
  const later = checkout('1.1.0');
  const about = path.join(later, 'package.json');
  writeFileSync(about, readFileSync(about, 'utf8').replace(/"version": "[^"]*"/, '"version": "1.1.0"'));
  writeFileSync(path.join(later, 'db/migrations/0002_upgrade.sql'), MIGRATION);
  writeFileSync(path.join(later, 'db/verify/guards.json'), await guardsAfter(MIGRATION));
  git(later, 'add', '-A');
  git(later, 'commit', '-qm', 'feat: one column more');
  git(later, 'tag', 'v1.1.0');
  for (const version of ['1.0.0', '1.1.0']) {
    symlinkSync(path.join(project, 'node_modules'), path.join(checkout(version), 'node_modules'));
    run('node', ['db/start/build-all.mjs'], checkout(version));
  }
}

function start(version: string, program: string, more: Record<string, string> = {}): Launched {
  const started = launchProcess(
    process.execPath,
    [path.join(checkout(version), 'db/start/partner-pilot.mjs'), program],
    { ...settings, ...more },
    checkout(version),
  );
  processes.push(started);
  return started;
}

async function startApi(version: string): Promise<{ api: Launched; url: string }> {
  const port = String(await freePort());
  const api = start(version, 'api', { PORT: port });
  const url = `http://localhost:${port}`;
  await until(
    () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (ok) => ok,
    40_000,
  );
  return { api, url };
}

const stop = async (one: Launched) => {
  one.process.kill('SIGTERM');
  expect(await one.ended).toBe(0);
};

beforeAll(async () => {
  settings = {};
  await makeReleases();
  database = await freshDatabase();
  const sandboxPort = String(await freePort());
  settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET,
    DATA_DIR: path.join(folder, 'data'),
    SANDBOX: 'on',
    SANDBOX_MODE: 'on',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SEND_GAP_SECONDS: '4-6',
  };
}, 300_000);
afterAll(async () => {
  for (const one of processes) one.process.kill('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a campaign goes on through an upgrade and back, with both releases at once', { timeout: 300_000 }, async () => {
  const sandbox = settings.SANDBOX_URL ?? '';
  start('1.0.0', 'sandbox');
  run('node', ['db/start/partner-pilot.mjs', 'migrate'], checkout('1.0.0'));
  const older = await startApi('1.0.0');
  const oldWorker = start('1.0.0', 'worker');
  const campaign = await runCampaign(older.url, 4);
  expect(campaign.count).toBeGreaterThan(7);
  const sent = (least: number) =>
    until(
      () => outboxOf(sandbox),
      ({ length }) => length >= least,
      60_000,
    );
  await sent(1);

  run('node', ['db/start/partner-pilot.mjs', 'migrate'], checkout('1.1.0'));
  const newer = await startApi('1.1.0');
  expect(await (await fetch(`${newer.url}/api/health`)).json()).toMatchObject({
    status: 'ok',
    version: expect.stringMatching(/^1\.1\.0/),
  });
  const newWorker = start('1.1.0', 'worker');
  await sent(3);
  await stop(oldWorker);
  await stop(older.api);
  await sent(5);

  // back: the older release runs on the newer schema
  const again = await startApi('1.0.0');
  const oldAgain = start('1.0.0', 'worker');
  await stop(newWorker);
  await stop(newer.api);
  await sentOnceEach({ ...campaign, person: Object.assign(campaign.person, { url: again.url }) }, sandbox, 120_000);
  expect(run('node', ['db/start/partner-pilot.mjs', 'audit', 'verify'], checkout('1.1.0'))).toContain('ok');
  await stop(oldAgain);
  await stop(again.api);
});
