import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadWorkers } from '../../worker/heartbeat.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ waitMs: 10 });
});
afterAll(() => testApp.stop());

test('a job that runs is not taken for the job of a dead worker', async () => {
  const robin = await new Person(testApp.url).signUp('robin@northwind.example');
  await robin.ok('POST', '/api/business-profile', { businessName: 'Northwind', industry: 'Fitness' });
  await testApp.fault('openai', 'slow', 1, { delayMs: 3000 });
  await robin.call('POST', '/api/partner-profile/generate', {
    businessName: 'Northwind',
    industry: 'Fitness',
    targetAudience: 'Trail runners between 25 and 45',
  });
  const locked = await until(
    () =>
      testApp.worker.store.sql<
        { locked_by: string }[]
      >`select locked_by from graphile_worker.jobs where locked_by is not null`,
    (rows) => rows.length === 1,
  );
  expect(await deadWorkers(testApp.worker.store.sql)).toEqual([]);
  await testApp.worker.store.sql`delete from queue.workers`;
  expect(await deadWorkers(testApp.worker.store.sql)).toEqual([]);
  await testApp.worker.store.sql`
    insert into queue.workers (worker_id, host, pid, beat_at)
    values (${locked[0]?.locked_by ?? ''}, 'elsewhere', 1, now() - interval '1 minute')`;
  expect(await deadWorkers(testApp.worker.store.sql)).toEqual([locked[0]?.locked_by]);
});
