import { fork } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { TEST_SECRET } from '../support/database.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 200 });
});
afterAll(() => testApp.stop());

/** A worker as it runs in production: a process of its own. faults.test.ts covers what its death leaves behind. */
async function startWorker() {
  const child = fork('db/start/partner-pilot.mjs', ['worker'], {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: testApp.databaseUrl,
      SECRET_KEY: TEST_SECRET,
      SANDBOX_MODE: 'on',
      SANDBOX_URL: testApp.sandboxUrl,
      SEND_GAP_SECONDS: '0.1-0.3',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)));
  });
  return child;
}

test('asked to stop, a worker ends what it has begun and goes', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const status = async () =>
    (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`)).map((send) => send.status);
  await testApp.fault('sendgrid', 'slow', 1, { delayMs: 700 });
  const worker = await startWorker();
  await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  await until(status, ([now]) => now === 'sending');
  const code = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGTERM');
  expect(await code).toBe(0);
  expect(await status()).toEqual(['sent']);
});
