import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { reconcile } from '../../db/audit/reconcile.ts';
import { openStore } from '../../db/connection/open.ts';
import { startEmbedded } from '../../db/embedded/start-embedded.ts';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { ensureSecretKey } from '../../db/start/secret-key.ts';
import type { Store } from '../../db/store.ts';
import { audit, auditTold } from '../support/audit.ts';
import { changeSetting } from '../support/log.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-commands-'));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command as an operator gives it, on an embedded installation: its exit code, and what it said. */
async function command(
  dataDir: string,
  program: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _, SECRET_KEY: __, ...env } = process.env;
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', program, ...args], {
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
/** Puts `npm run audit` of this process there. */
function at(dataDir: string): void {
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, DATABASE_URL: undefined, SECRET_KEY: undefined }))
    vi.stubEnv(name, value);
}

test('an embedded installation is backed up while it runs, restored into a new DATA_DIR, and released', async () => {
  const [from, to, file, keys] = ['from', 'to', 'backup', 'keys'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const server = await startEmbedded({ dataDir: from });
  const secretKey = ensureSecretKeyOf(from);
  await migrate({ ownerUrl: server.url, secretKey, say: () => undefined });
  await settleInstallation({ ownerUrl: server.url, secretKey, wanted: 'on', providerKeysPresent: [] });
  expect(await command(from, 'backup', file)).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 event,'),
  });
  expect(statSync(file).mode & 0o077).toBe(0);
  await server.stop();

  // without its key a backup is refused, before anything is made
  mkdirSync(to);
  const [again, keyless] = await Promise.all([
    command(from, 'backup', file, '--keys', keys, '--overwrite'),
    command(to, 'restore', file),
  ]);
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('the keys of people, of which none is in') });
  expect(keyless).toMatchObject({ code: 3, said: expect.stringContaining('secret.key is missing') });
  expect(readdirSync(to)).toEqual([]);
  copyFileSync(path.join(from, 'secret.key'), path.join(to, 'secret.key'));
  const restored = await command(to, 'restore', file, '--keys', keys);
  expect(restored, restored.said).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Restored 1 event .*frozen/s),
  });

  const running = await startEmbedded({ dataDir: to });
  at(to);
  const [twice, asked] = await Promise.all([command(to, 'restore', file, '--keys', keys), auditTold('', 'reconcile')]);
  expect(twice).toMatchObject({ code: 2, said: expect.stringContaining('holds events already') });
  expect(asked).toMatchObject({ code: 2, said: expect.stringMatching(/0 messages .*confirm with --yes/s) });
  for (const [words, said] of [
    [['reconcile', '--yes'], 'Sending is open again'],
    [['reconcile', '--yes'], 'not frozen'],
    [['freeze'], 'an operator said that this database is a restored one'],
  ] as const)
    expect(await audit(...words)).toMatchObject({ code: 0, said: expect.stringContaining(said) });
  await running.stop();
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
    const water = await watchHighWater(worker, dataDir, (line) => said.push(line));
    await work(owner);
    await water.stop();
    await Promise.all([owner, worker].map(({ sql }) => sql.end({ timeout: 2 })));
    await server.stop();
  }
  const change = (value: string) => (store: Store) => store.run(changeSetting('system', 'tutorials_url', value));
  const frozen = async (store: Store) => expect((await sendingFrozen(store.sql))?.cause ?? null);

  await life(change('one'));
  execFileSync('cp', ['-a', cluster, copy]);
  await life(async (store) => {
    (await frozen(store)).toBeNull();
    await change('two')(store);
  });
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
  at(none);
  expect(await audit()).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^Usage: npm run audit -- [\s\S]*^ {2}reconcile /m),
  });
  const backups = await Promise.all([command(none, 'backup'), command(none, 'backup', 'x')]);
  expect(backups).toMatchObject([
    { code: 2, said: expect.stringContaining('set BACKUP_DIR') },
    { code: 2, said: expect.stringContaining('no database in this DATA_DIR') },
  ]);
  expect(existsSync(none)).toBe(false);
});

/** As `npm start` makes it before there is a database; here the database came first. */
function ensureSecretKeyOf(dataDir: string): string {
  const elsewhere = mkdtempSync(path.join(folder, 'key-'));
  const key = ensureSecretKey(elsewhere);
  copyFileSync(path.join(elsewhere, 'secret.key'), path.join(dataDir, 'secret.key'));
  return key;
}
