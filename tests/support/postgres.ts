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
import { type Embedded, startEmbedded } from '../../db/embedded/start-embedded.ts';
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

let server: Embedded | null = null;
let folder: string | null = null;
let dropTemplate: (() => Promise<unknown>) | null = null;

/** One PostgreSQL for the whole run, of TEST_DATABASE_URL or embedded in a temporary folder, with a database to copy. */
export async function setup(project: TestProject): Promise<void> {
  const ownerUrl = process.env.TEST_DATABASE_URL ?? (await ownServer());
  if (process.env.TEST_DATABASE_URL) await checkDatabase(ownerUrl, 'TEST_DATABASE_URL');
  project.provide('ownerUrl', ownerUrl);
  project.provide('template', await makeTemplate(ownerUrl));
}

/** Migrating takes a second or more; a copy of what was migrated takes a tenth. */
async function makeTemplate(ownerUrl: string): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const admin = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  dropTemplate = async () => {
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
  return name;
}

async function ownServer(): Promise<string> {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-test-'));
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
  server = await startEmbedded({ dataDir: folder, settings });
  return server.url;
}

export async function teardown(): Promise<void> {
  await dropTemplate?.();
  await server?.stop(true);
  if (folder) rmSync(folder, { recursive: true, force: true });
}
