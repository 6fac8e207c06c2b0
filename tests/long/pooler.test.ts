import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../db/connection/open.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { freePort, type Launched, launchProcess } from '../support/launched.ts';
import { runCampaign, sentOnceEach } from '../support/mainLoop.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgBouncer.ts';

if (!hasPgBouncer) console.warn('PgBouncer is not installed (apt-get install pgbouncer): its tests are skipped.');

describe.skipIf(!hasPgBouncer)('through PgBouncer in transaction mode', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pp-pooled-'));
  let database: TestDatabase;
  let pooler: PgBouncer;
  let running: Launched | null = null;

  beforeAll(async () => {
    database = await freshDatabase();
    pooler = await startPgBouncer(database.url);
  });
  afterAll(async () => {
    running?.process.kill('SIGTERM');
    await running?.ended;
    await pooler.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('the main loop, from sign-up to the sent emails', { timeout: 120_000 }, async () => {
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
    running = launchProcess(process.execPath, ['db/start/partner-pilot.mjs', 'start'], {
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      SECRET_KEY: TEST_SECRET,
      SEND_GAP_SECONDS: '0.05-0.1',
    });
    await running.says(/^Partner Pilot is ready/m);
    await sentOnceEach(await runCampaign(`http://localhost:${port}`), `http://127.0.0.1:${sandboxPort}`);
  });

  test('a process does not start when the pooler logs in as somebody else', async () => {
    const other = await startPgBouncer(database.url, { asOwner: true });
    try {
      const opened = openStore({ url: other.url, secretKey: TEST_SECRET, role: 'api', name: 'test', pooled: true });
      await expect(opened).rejects.toThrow(
        /^The database was reached as postgres instead of partner_pilot_api_[0-9a-f]{8}\. Remove user= from/,
      );
    } finally {
      await other.stop();
    }
  });
});
