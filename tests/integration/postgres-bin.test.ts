import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startEmbedded } from '../../db/embedded/start-embedded.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { TEST_SECRET } from '../support/database.ts';

const PLACE = '/usr/lib/postgresql';
const [major] = existsSync(PLACE) ? readdirSync(PLACE).filter((name) => Number(name) >= 15) : [];
const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-bin-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(major)(
  'the PostgreSQL of POSTGRES_BIN runs, and its folder is refused to another major version',
  async () => {
    vi.stubEnv('POSTGRES_BIN', path.join(PLACE, String(major), 'bin'));
    const dataDir = path.join(folder, 'data');
    const server = await startEmbedded({ dataDir });
    expect(server.bundled).toBeNull();
    await migrate({ ownerUrl: server.url, secretKey: TEST_SECRET, say: () => undefined });
    const sql = postgres(server.url, { max: 1 });
    const [row] = await sql`select current_setting('server_version_num')::int / 10000 as major, 'É' ilike 'é' as folds`;
    expect(row).toEqual({ major: Number(major), folds: expect.any(Boolean) });
    await sql.end();
    await server.stop();
    vi.stubEnv('POSTGRES_BIN', '');
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `was made by PostgreSQL ${major}, and this release brings PostgreSQL 18; set POSTGRES_BIN to`,
    );
  },
);

test.each(['/nowhere/bin', folder])('POSTGRES_BIN %s is refused with what to set', async (POSTGRES_BIN) => {
  writeFileSync(path.join(folder, 'postgres'), '');
  vi.stubEnv('POSTGRES_BIN', POSTGRES_BIN);
  await expect(startEmbedded({ dataDir: path.join(folder, 'other') })).rejects.toThrow(/set it to a folder such as/);
});
