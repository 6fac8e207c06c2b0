import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownCommands } from '../../db/audit/auditCommands.ts';
import { newestBackupAt } from '../../db/backup/backupFolder.ts';
import { runCommands } from '../../db/process/runCommands.ts';
import { TEST_SECRET } from '../support/database.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
const root = mkdtempSync(path.join(tmpdir(), 'partner-pilot-folder-'));
const folder = path.join(root, 'backups');

/** `npm run …` with `--json`: the exit code and the one document. */
async function run(...words: string[]) {
  let out = '';
  const output = { print: (line: string) => (out += line), say: () => undefined };
  const code = await runCommands('npm run', ownCommands, [...words, '--json'], output);
  return { code, answer: JSON.parse(out) as Record<string, unknown> };
}

beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  await new Person(testApp.url).signUp('ada@north.example');
  for (const [name, value] of Object.entries({
    DATABASE_URL: testApp.databaseUrl,
    SECRET_KEY: TEST_SECRET,
    BACKUP_DIR: folder,
    BACKUP_KEEP: '2',
  }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
  rmSync(root, { recursive: true, force: true });
});

test('BACKUP_DIR keeps the newest backups and every other file, and a drill proves one', async () => {
  expect(newestBackupAt(folder)).toBeNull();
  const first = await run('backup');
  expect(first).toMatchObject({ code: 0, answer: { damaged: [], dropped: [] } });
  const before = ['2026-01-01T000000Z', '2026-01-02T000000Z'].map((time) => `partner-pilot-${time}.backup`);
  for (const name of [...before, 'notes.txt']) writeFileSync(path.join(folder, name), '');
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const file = String((await run('backup')).answer.file);
  expect(readdirSync(folder).sort()).toEqual(
    ['notes.txt', path.basename(String(first.answer.file)), path.basename(file)].sort(),
  );
  expect(Date.now() - (newestBackupAt(folder) ?? 0)).toBeLessThan(60_000);

  const databases = () => testApp.owner.sql`select datname from pg_database order by datname`;
  const there = (await databases()).filter(({ datname }) => String(datname).includes('drill'));
  expect(await run('drill', file)).toMatchObject({
    code: 0,
    answer: { file, damaged: [], events: expect.any(Number) },
  });
  truncateSync(file, 1_000);
  expect(await run('drill', file)).toMatchObject({ code: 1, answer: { error: { code: 'wrong' } } });
  expect((await databases()).filter(({ datname }) => String(datname).includes('drill'))).toEqual(there);
}, 120_000);

test('a backup without a file and a folder names both', async () => {
  vi.stubEnv('BACKUP_DIR', '');
  expect(await run('backup')).toMatchObject({
    code: 2,
    answer: { error: { message: expect.stringMatching(/BACKUP_DIR/) } },
  });
});

test('migrate does not decide in silence what a database becomes [long]', async () => {
  const [name, owner] = [`pp_undecided_${process.pid}`, testApp.owner.sql];
  await owner.unsafe(`create database ${name}`);
  const url = new URL(testApp.databaseUrl);
  url.pathname = `/${name}`;
  vi.stubEnv('DATABASE_URL', url.toString());
  vi.stubEnv('SANDBOX', '');
  try {
    expect(await run('migrate')).toMatchObject({
      code: 2,
      answer: { error: { message: expect.stringMatching(/SANDBOX=on/) } },
    });
    vi.stubEnv('SANDBOX', 'off');
    expect(await run('migrate')).toEqual({ code: 0, answer: { sandbox: false } });
    vi.stubEnv('SANDBOX', '');
    expect(await run('migrate')).toEqual({ code: 0, answer: { sandbox: false } });
  } finally {
    await owner.unsafe(`drop database ${name} with (force)`);
  }
}, 120_000);
