import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '../../db/connection/connect.ts';
import { openStore } from '../../db/connection/open.ts';
import { startEmbedded } from '../../db/embedded/start-embedded.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import type { Store } from '../../db/store.ts';

const SECRET = 'b'.repeat(64);

export type BenchDatabase = {
  url: string;
  secretKey: string;
  /** The process of its PostgreSQL. */
  postmaster: number;
  open(role: Role, max: number): Promise<Store>;
  /** An empty database of this name on the same server: its URL. */
  another(name: string): Promise<string>;
};

/** Where the server is, and how it differs: `under`: the folder that its own is made in; `settings`: of PostgreSQL, as name=value. */
type Where = { under?: string; settings?: string[] };

/** Runs a measurement on an embedded server of its own, with full durability, in a new folder that is removed afterwards. */
export async function onFreshServer<T>(
  measure: (database: BenchDatabase) => Promise<T>,
  { under = tmpdir(), settings = [] }: Where = {},
): Promise<T> {
  const dataDir = mkdtempSync(path.join(under, 'partner-pilot-bench-'));
  const server = await startEmbedded({ dataDir, settings });
  const opened: Store[] = [];
  try {
    await migrate({ ownerUrl: server.url, secretKey: SECRET });
    const open = async (role: Role, max: number): Promise<Store> => {
      const store = await openStore({ url: server.url, secretKey: SECRET, role, name: 'bench', max });
      opened.push(store);
      return store;
    };
    return await measure({
      ...{ url: server.url, secretKey: SECRET, postmaster: server.pid, open },
      async another(name) {
        const { sql } = await open('owner', 1);
        await sql`create database ${sql(name)}`;
        const url = new URL(server.url);
        url.pathname = `/${name}`;
        return url.toString();
      },
    });
  } finally {
    await Promise.all(opened.map((store) => store.sql.end({ timeout: 2 })));
    await server.stop(true);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The value below which `share` of the values lie: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
