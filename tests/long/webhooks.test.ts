import { fork } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { TEST_SECRET } from '../support/database.ts';
import { member } from '../support/member.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { addWebhook, hurryWebhooks, type Receiver, unsubscribe, webhookReceiver } from '../support/webhookReceiver.ts';

let testApp: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  receiver = await webhookReceiver();
});
afterAll(() => Promise.all([testApp.stop(), receiver.stop()]));

const EVENTS = 10_000;
const AT_ONCE = 500;

/** A worker as it runs in production. The receiver is in the place of its sandbox. */
async function startWorker() {
  const child = fork('db/start/partner-pilot.mjs', ['worker'], {
    execArgv: [],
    env: {
      ...process.env,
      ...{ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET },
      ...{ SANDBOX_MODE: 'on', SANDBOX_URL: receiver.url },
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)));
  });
  return child;
}

test('10,000 events reach a receiver that fails a third of the time, through two deaths of the worker', async () => {
  const { person, tenant } = await member(testApp);
  const { secret } = await addWebhook(person, ['unsubscribed']);
  receiver.state.secrets = [secret];
  receiver.state.status = (asked) => (asked % 3 === 0 ? 503 : 200);
  const streams = Array.from({ length: EVENTS }, (_, index) => `person${index}`);
  for (let from = 0; from < EVENTS; from += AT_ONCE)
    await unsubscribe(testApp, tenant, streams.slice(from, from + AT_ONCE));
  const waiting = async () => {
    await hurryWebhooks(testApp.owner.sql);
    const [row] = await testApp.owner.sql<{ n: number }[]>`
      select count(*)::int as n from queue.webhook_deliveries where tenant_id = ${tenant} and status = 'waiting'`;
    return row?.n ?? 0;
  };
  const began = performance.now();
  for (const enough of [EVENTS / 4, EVENTS / 2]) {
    const worker = await startWorker();
    await until(
      async () => receiver.taken.length,
      (count) => count >= enough,
      300_000,
    );
    worker.kill('SIGKILL');
  }
  await startWorker();
  await until(waiting, (left) => left === 0 && receiver.taken.length >= EVENTS, 600_000);
  const seconds = (performance.now() - began) / 1000;
  const ids = new Set(receiver.taken.map(({ id }) => id));
  const stats = { seconds, taken: receiver.taken.length, refused: receiver.refused.length };
  expect(new Set(receiver.taken.map(({ data }) => data.suppression)).size, JSON.stringify(stats)).toBe(EVENTS);
  expect(ids.size).toBe(EVENTS);
  expect(receiver.refused.length).toBeGreaterThan(EVENTS / 4);
  // a worker that died may have delivered some of its jobs already
  expect(receiver.taken.length).toBeLessThan(EVENTS + 100);
  const rows = await testApp.owner.sql`
    select status, count(*)::int as n from queue.webhook_deliveries where tenant_id = ${tenant} group by status`;
  expect([...rows]).toEqual([{ status: 'delivered', n: EVENTS }]);
}, 1_200_000);
