import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../db/audit/reconcile.ts';
import { startEmbedded } from '../../db/embedded/start-embedded.ts';
import { sendingFrozen } from '../../db/freeze.ts';
import { watchHighWater } from '../../db/highWater.ts';
import { settleInstallation } from '../../db/installation.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { openStore } from '../../db/open.ts';
import { ensureSecretKey } from '../../db/start/secret-key.ts';
import type { Store } from '../../db/store.ts';
import { changeSetting } from '../support/log.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command as an operator gives it, on an embedded installation: its exit code, and what it said. */
async function command(
  dataDir: string,
  program: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _, SECRET_KEY: __, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}
const KEY = 'c'.repeat(64);
const BACKUP = 'db/backup/main.ts';
const AUDIT = 'db/audit/main.ts';

test('an embedded installation is backed up while it runs, restored into a new DATA_DIR, and released', async () => {
  const [from, to, file] = ['from', 'to', 'backup'].map((name) => path.join(folder, name)) as [string, string, string];
  const server = await startEmbedded({ dataDir: from });
  const secretKey = ensureSecretKeyOf(from);
  await migrate({ ownerUrl: server.url, secretKey, say: () => undefined });
  await settleInstallation({ ownerUrl: server.url, secretKey, wanted: 'on', providerKeysPresent: [] });
  expect(await command(from, BACKUP, 'backup', file)).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 event,'),
  });
  expect(statSync(file).mode & 0o077).toBe(0);
  await server.stop();
  expect(await command(from, BACKUP, 'backup', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is there already'),
  });
  expect(await command(from, BACKUP, 'backup', file, '--overwrite')).toMatchObject({ code: 0 });

  // without its key a backup is refused, before anything is made
  mkdirSync(to);
  expect(await command(to, BACKUP, 'restore', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('secret.key is missing'),
  });
  expect(readdirSync(to)).toEqual([]);
  copyFileSync(path.join(from, 'secret.key'), path.join(to, 'secret.key'));
  const restored = await command(to, BACKUP, 'restore', file);
  expect(restored, restored.said).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Restored 1 event .*frozen/s),
  });
  expect(await command(to, BACKUP, 'restore', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('holds events already'),
  });

  const asked = await command(to, AUDIT, 'reconcile');
  expect(asked).toMatchObject({ code: 1, said: expect.stringMatching(/0 messages .*confirm with --yes/s) });
  expect(await command(to, AUDIT, 'reconcile', '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sending is open again'),
  });
  expect(await command(to, AUDIT, 'reconcile', '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('not frozen'),
  });
  expect(await command(to, AUDIT, 'freeze')).toMatchObject({
    code: 0,
    said: expect.stringContaining('an operator said that this database is a restored one'),
  });
}, 120_000);

test('database files that are put back are known as older by the mark in DATA_DIR', async () => {
  const dataDir = path.join(folder, 'files');
  const copy = path.join(folder, 'copy');
  let cluster = '';
  let said: string[] = [];
  /** A life of the installation: its database runs, its worker watches, something happens. */
  async function life(work: (store: Store) => Promise<unknown>): Promise<void> {
    const server = await startEmbedded({ dataDir });
    cluster = server.dataFolder;
    await migrate({ ownerUrl: server.url, secretKey: KEY, say: () => undefined });
    await settleInstallation({ ownerUrl: server.url, secretKey: KEY, wanted: 'on', providerKeysPresent: [] });
    const open = (role: 'owner' | 'worker') =>
      openStore({ url: server.url, secretKey: KEY, role, name: 'test', max: 2 });
    const [owner, worker] = [await open('owner'), await open('worker')];
    said = [];
    const water = await watchHighWater(worker.sql, dataDir, (line) => said.push(line));
    await work(owner);
    await water.stop();
    await Promise.all([owner, worker].map(({ sql }) => sql.end({ timeout: 2 })));
    await server.stop();
  }
  const change = (value: string) => (store: Store) => store.run(changeSetting('system', 'tutorials_url', value));
  const frozen = async (store: Store) => expect((await sendingFrozen(store.sql))?.cause ?? null);

  await life(change('one'));
  execFileSync('cp', ['-a', cluster, copy]);
  await life(async (store) => (await frozen(store)).toBeNull());
  await life(change('two'));
  await life(async (store) => (await frozen(store)).toBeNull());
  expect(said).toEqual([]);

  rmSync(cluster, { recursive: true });
  execFileSync('cp', ['-a', copy, cluster]);
  await life(async (store) => (await frozen(store)).toBe('behind'));
  expect(said).toEqual([expect.stringMatching(/older than what was seen of it/)]);
  await life(async (store) => {
    (await frozen(store)).toBe('behind');
    await reconcile(store, { nothingLeft: false });
  });
  await life(async (store) => (await frozen(store)).toBeNull());
}, 120_000);

test('what nobody can carry out is answered with how it is called', async () => {
  const none = path.join(folder, 'none');
  expect(await command(none, AUDIT)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Usage: npm run audit[\s\S]*npm run audit -- reconcile/m),
  });
  expect(await command(none, BACKUP, 'backup')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Usage: npm run backup'),
  });
  expect(await command(none, BACKUP, 'backup', 'x')).toMatchObject({
    code: 1,
    said: expect.stringContaining('no database in this DATA_DIR'),
  });
  expect(existsSync(none)).toBe(false);
});

/** As `npm start` makes it before there is a database; here the database came first. */
function ensureSecretKeyOf(dataDir: string): string {
  const elsewhere = mkdtempSync(path.join(folder, 'key-'));
  const key = ensureSecretKey(elsewhere);
  copyFileSync(path.join(elsewhere, 'secret.key'), path.join(dataDir, 'secret.key'));
  return key;
}
