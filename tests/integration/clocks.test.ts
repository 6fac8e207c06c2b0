import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClockWrong } from '../../db/connection/clock.ts';
import { openStore } from '../../db/connection/open.ts';
import { reportClock } from '../../db/installation/reportClock.ts';
import { logOf } from '../../db/process/logger.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';
import { until } from '../support/person.ts';

const THREE_DAYS = 3 * 86_400_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

test('a process whose clock is days ahead commits nothing but that, and goes on once it is right', async () => {
  let ahead = THREE_DAYS;
  const store = await openStore({
    ...{ url: db.url, secretKey: TEST_SECRET, role: 'worker', name: 'test', max: 2 },
    now: () => new Date(Date.now() + ahead),
    onClock: reportClock('worker', logOf('test')),
  });
  const { sql } = await db.open('owner', 2);
  const stepped = () => sql<{ seconds: number; late: boolean }[]>`
    select (payload->'d'->>'seconds')::int as seconds, recorded_at > clock_timestamp() + interval '1 second' as late
    from log.events where type = 'ClockStepped' and payload->'d'->>'clock' = 'worker'`;
  await expect(store.run(changeSetting('t1', 'colour', 'blue'))).rejects.toThrow(ClockWrong);
  const [step] = await until(stepped, (rows) => rows.length > 0);
  expect(step).toEqual({ seconds: THREE_DAYS / 1000, late: false });
  expect(await sql`select from log.events where tenant_id = 't1'`).toHaveLength(0);
  ahead = 0;
  await store.run(changeSetting('t1', 'colour', 'blue'));
  expect(await sql`select from log.events where tenant_id = 't1'`).toHaveLength(1);
  store.clock?.stop();
  await store.sql.end();
});
