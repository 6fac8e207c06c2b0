import { type ChildProcess, fork } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CampaignView, SendView } from '../../api/views.ts';
import { addressLock } from '../../db/locks.ts';
import { runWorker, type Worker } from '../../worker/runWorker.ts';
import { TEST_SECRET } from '../support/database.ts';
import { hurry, idle } from '../support/hurry.ts';
import { readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 200 });
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => testApp.stop());

/** A worker as it runs in production: a process of its own. */
async function startWorker(): Promise<ChildProcess> {
  const child = fork('db/start/run.mjs', ['worker/main.ts'], {
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
  children.add(child);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}

/** Runs a worker here, whose clock can be put forward, while `work` goes on. */
async function withWorker<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
  const worker = await runWorker(testApp.worker, testApp.databaseUrl);
  try {
    return await work(worker);
  } finally {
    await worker.stop();
  }
}

const sendsOf = (person: Person, campaign: CampaignView) =>
  person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const LEASE_AND_GRACE = 90_000 + 31_000;

test('killed between "it leaves now" and the answer: one mail at most, its fate is unknown, and it is never sent again', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const [send] = sends;
  const status = async () => (await sendsOf(person, campaign))[0]?.status;
  const mails = async () => (await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail).length;
  await testApp.fault('sendgrid', 'slow', 1, { delayMs: 3_000 });
  const worker = await startWorker();
  await person.call('POST', `/api/campaign-sends/${send?.id}/send-now`);
  await until(status, (now) => now === 'sending');
  // in the middle of the call: just after the commit it may not have begun
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await kill(worker);
  await until(mails, (count) => count === 1);
  expect(await status()).toBe('sending');
  testApp.later(LEASE_AND_GRACE);
  await withWorker(async ({ runner }) => {
    await until(status, (now) => now === 'unknown');
    await runner.addJob('sweep', {});
    await idle(testApp.owner.sql);
  });
  expect(await status()).toBe('unknown');
  expect(await mails()).toBe(1);
});

test('killed between the claim and "it leaves now": sent once, when the lease is over', async () => {
  const { person, campaign, sends, tenant } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const [send] = sends;
  const mails = async () => (await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail).length;
  const detail = async () => (await sendsOf(person, campaign))[0]?.detail;
  const worker = await startWorker();
  await testApp.owner.sql.begin(async (tx) => {
    // a worker that is about to dispatch waits for the lock of the address
    const address = testApp.api.pseudonyms.address(tenant, send?.recipientEmail ?? '');
    await tx`select pg_advisory_xact_lock(${String(addressLock(tenant, address))}::bigint)`;
    await person.call('POST', `/api/campaign-sends/${send?.id}/send-now`);
    await until(detail, (now) => now === 'About to be sent');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await kill(worker);
    // as if its host had gone, too: its open statement must not be carried out afterwards
    await tx`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'partner-pilot worker%'`;
  });
  expect(await detail()).toBe('About to be sent');
  expect(await mails()).toBe(0);
  testApp.later(LEASE_AND_GRACE);
  await withWorker(async () => {
    await until(
      async () => (await sendsOf(person, campaign))[0]?.status,
      (now) => now === 'sent',
    );
  });
  expect(await mails()).toBe(1);
});

test('killed again and again while a campaign runs: no mail twice, and every fate is known', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 8, texts: 'edited' });
  await testApp.fault('sendgrid', 'slow', 1000, { delayMs: 120 });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  for (const life of [500, 350, 700]) {
    const worker = await startWorker();
    await new Promise((resolve) => setTimeout(resolve, life));
    await kill(worker);
  }
  await testApp.fault('sendgrid', 'none', 1);
  // what is planned again must get its turn before the clock here and that of the queue part
  const last = await startWorker();
  const waits = ({ status, detail }: SendView) => status === 'pending' && detail !== 'About to be sent';
  await until(
    () => sendsOf(person, campaign),
    (all) => !all.some(waits),
    40_000,
  );
  await kill(last);
  testApp.later(LEASE_AND_GRACE);
  const settled = (all: SendView[]) => all.every(({ status }) => status === 'sent' || status === 'unknown');
  await withWorker(async ({ runner }) => {
    // a mail that was claimed by a worker that died, and is late by now, gets another time
    const look = async () => {
      await runner.addJob('sweep', {}, { jobKey: 'sweep' });
      await hurry(testApp.owner.sql);
      return sendsOf(person, campaign);
    };
    await until(look, settled, 40_000);
  });
  const outbox = await testApp.outbox();
  for (const { recipientEmail, status } of await sendsOf(person, campaign)) {
    const mails = outbox.filter(({ to }) => to === recipientEmail).length;
    if (status === 'sent') expect(mails).toBe(1);
    else expect(mails).toBeLessThanOrEqual(1);
  }
  expect(new Set(sends.map(({ recipientEmail }) => recipientEmail)).size).toBe(8);
});

test('asked to stop, a worker ends what it has begun and goes', async () => {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  await testApp.fault('sendgrid', 'slow', 1, { delayMs: 700 });
  const worker = await startWorker();
  await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  await until(
    async () => (await sendsOf(person, campaign))[0]?.status,
    (now) => now === 'sending',
  );
  const code = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGTERM');
  expect(await code).toBe(0);
  children.delete(worker);
  expect((await sendsOf(person, campaign))[0]?.status).toBe('sent');
});
