import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import postgres from 'postgres';
import { loginUrl } from '../../db/connection/logins.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/start-embedded.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { openSmallDisk, type SmallDisk } from './smallDisk.ts';

export const SECRET = 'f'.repeat(64);

/**
 * kill -9 of a process loses nothing that the kernel has, so fsync may be off. A commit must have reached the kernel. The commit times are what the
 * order of a pause and a dispatch is judged by.
 */
const SETTINGS = ['fsync=off', 'synchronous_commit=on', 'track_commit_timestamp=on', 'max_connections=200'];

/** A PostgreSQL of the harness, which faults may kill. */
export type FaultServer = {
  readonly port: number;
  /** An empty installation (migrated, a sandbox) of its own; its name and the owner's address. */
  freshDatabase(): Promise<{ name: string; url: string }>;
  dropDatabase(name: string): Promise<void>;
  /** kill -9, and after `downMs` a start on the same port; resolves when it serves again. */
  crash(downMs: number): Promise<void>;
  /** A disk of a few megabytes as the tablespace `small`; a text says why there can be none. */
  smallDisk(): Promise<SmallDisk | string>;
  stop(): Promise<void>;
};

export async function startFaultServer(): Promise<FaultServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-faults-'));
  let server: Embedded = await startEmbedded({ dataDir, settings: SETTINGS });
  const { port } = server;
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).toString();
  const TEMPLATE = 'empty_installation';
  await admin.unsafe(`create database ${TEMPLATE}`);
  await migrate({ ownerUrl: urlOf(TEMPLATE), secretKey: SECRET });
  await settleInstallation({ ownerUrl: urlOf(TEMPLATE), secretKey: SECRET, wanted: 'on', providerKeysPresent: [] });
  await runMigrations({ connectionString: loginUrl(urlOf(TEMPLATE), 'worker', masterKey(SECRET)) });
  let made = 0;
  let disk: SmallDisk | string | null = null;

  return {
    port,
    async freshDatabase() {
      made += 1;
      const name = `run_${made}`;
      await admin.unsafe(`create database ${name} template ${TEMPLATE}`);
      return { name, url: urlOf(name) };
    },
    async dropDatabase(name) {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
    },
    async crash(downMs) {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      await wait(downMs);
      server = await startEmbedded({ dataDir, settings: SETTINGS });
      if (server.port !== port) throw new Error('Another program took the port of the PostgreSQL that was killed.');
    },
    async smallDisk() {
      disk ??= await openSmallDisk(admin, server.dataFolder);
      return disk;
    },
    async stop() {
      if (disk !== null && typeof disk !== 'string') await disk.empty().catch(() => undefined);
      await admin.end({ timeout: 1 });
      await server.stop(true);
      if (disk !== null && typeof disk !== 'string') disk.unmount();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
