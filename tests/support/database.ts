import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { inject } from 'vitest';
import { migrate } from '../../db/migrate/migrate.ts';
import { openStore } from '../../db/open.ts';
import type { Store } from '../../db/store.ts';

export const TEST_SECRET = 'a'.repeat(64);

export type TestDatabase = {
  url: string;
  open(role: 'owner' | 'api' | 'worker', max?: number, now?: () => Date): Promise<Store>;
  drop(): Promise<void>;
};

/** A fresh, migrated database of its own on the run's PostgreSQL. Stores that it opened are closed by drop(). */
export async function freshDatabase(): Promise<TestDatabase> {
  const owner = inject('ownerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(owner, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(owner);
  url.pathname = `/${name}`;
  await migrate({ ownerUrl: url.toString(), secretKey: TEST_SECRET });
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
      // a pool's end does not wait for its connections to close, and one that is cut off then breaks the test run
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
