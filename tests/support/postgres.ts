import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import postgres from 'postgres';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { checkDatabase } from '../../db/connection/connect-check.ts';
import { loginUrl } from '../../db/connection/logins.ts';
import { startEmbedded } from '../../db/embedded/start-embedded.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { TEST_SECRET } from './secret.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's address of a PostgreSQL for this run; take it with `inject('ownerUrl')`. */
    ownerUrl: string;
    /** A migrated database without any event, to be copied (`create database … template …`). */
    template: string;
  }
}

type Run = { ownerUrl: string; template: string; users: number; end(): Promise<void> };

// each project of a run loads this file once more
const shared = globalThis as { testPostgres?: Promise<Run> };

/** One PostgreSQL for the whole run, of TEST_DATABASE_URL or embedded in a temporary folder, with a database to copy. */
export async function setup(project: TestProject): Promise<void> {
  shared.testPostgres ??= start();
  const run = await shared.testPostgres;
  run.users += 1;
  project.provide('ownerUrl', run.ownerUrl);
  project.provide('template', run.template);
}

async function start(): Promise<Run> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) await checkDatabase(given, 'TEST_DATABASE_URL');
  const { url: ownerUrl, stop } = given ? { url: given, stop: async () => undefined } : await ownServer();
  const { name: template, drop } = await makeTemplate(ownerUrl);
  return {
    ...{ ownerUrl, template, users: 0 },
    async end() {
      await drop();
      await stop();
    },
  };
}

/** Migrating takes a second or more; a copy of what was migrated takes a tenth. */
async function makeTemplate(ownerUrl: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const admin = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const drop = async () => {
    // those that tests kept to themselves are named after their template
    const kept = await admin<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${name.replace('template', 'test')})`;
    for (const one of [...kept.map(({ datname }) => datname), name]) {
      await admin.unsafe(`drop database if exists ${one} with (force)`);
    }
    await admin.end();
  };
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  await migrate({ ownerUrl: url.toString(), secretKey: TEST_SECRET });
  await runMigrations({ connectionString: loginUrl(url.toString(), 'worker', masterKey(TEST_SECRET)) });
  return { name, drop };
}

async function ownServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-test-'));
  // Only here: nothing in this folder needs to survive the machine.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'autovacuum=off',
    'jit=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'checkpoint_timeout=1h',
    'max_wal_size=4GB',
  ];
  const server = await startEmbedded({ dataDir: folder, settings });
  return {
    url: server.url,
    async stop() {
      await server.stop(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function teardown(): Promise<void> {
  const run = await shared.testPostgres;
  if (!run) return;
  run.users -= 1;
  if (run.users === 0) await run.end();
}
