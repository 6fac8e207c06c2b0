import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import postgres from 'postgres';
import { inject } from 'vitest';
import { openStore } from '../../db/connection/open.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import type { Store } from '../../db/store.ts';
import { TEST_SECRET } from './secret.ts';

export { TEST_SECRET };

export type TestDatabase = {
  url: string;
  open(role: 'owner' | 'api' | 'worker' | 'audit', max?: number, now?: () => Date): Promise<Store>;
  /** Connections for the queue of jobs that outlast the test. */
  jobs?(): Pool;
  drop(): Promise<void>;
};

/**
 * A fresh, migrated database of its own on the run's PostgreSQL. Stores that it opened are closed by drop(). It is a copy and shares its
 * address key with all others, unless it is to be another installation.
 */
export async function freshDatabase({ anotherInstallation = false } = {}): Promise<TestDatabase> {
  const owner = inject('ownerUrl');
  const name = `${inject('template').replace('template', 'test')}_${randomBytes(4).toString('hex')}`;
  const admin = postgres(owner, { max: 1, onnotice: () => undefined });
  const template = anotherInstallation ? 'template1' : inject('template');
  // copying the files takes less than half of what copying through the log takes
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  // what is granted on a database is not copied
  await admin.unsafe(`grant create on database ${name} to partner_pilot_worker`);
  const url = new URL(owner);
  url.pathname = `/${name}`;
  if (anotherInstallation) await migrate({ ownerUrl: url.toString(), secretKey: TEST_SECRET });
  const opened: Store[] = [];
  return {
    url: url.toString(),
    async open(role, max = 10, now = () => new Date()) {
      const store = await openStore({
        url: url.toString(),
        secretKey: TEST_SECRET,
        role,
        name: `test ${role}`,
        max,
        now,
      });
      opened.push(store);
      return store;
    },
    async drop() {
      await Promise.all(opened.map((store) => store.sql.end({ timeout: 2 })));
      // a pool's end does not wait for its connections to close, and a cut one then breaks the test run
      for (let left = 40; left > 0; left -= 1) {
        const [open] = await admin`select from pg_stat_activity where datname = ${name} limit 1`;
        if (!open) break;
        await wait(50);
      }
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
