import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { checkDatabase } from '../../db/connect-check.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/start-embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's address of a PostgreSQL for this run; take it with `inject('ownerUrl')`. */
    ownerUrl: string;
  }
}

let server: Embedded | null = null;
let folder: string | null = null;

/** One PostgreSQL for the whole run: the one of TEST_DATABASE_URL, else an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await checkDatabase(given, 'TEST_DATABASE_URL');
    project.provide('ownerUrl', given);
    return;
  }
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-test-'));
  // Only here: nothing in this folder needs to survive the machine.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
  server = await startEmbedded({ dataDir: folder, settings });
  project.provide('ownerUrl', server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop(true);
  if (folder) rmSync(folder, { recursive: true, force: true });
}
