import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import type { Run } from '../../worker/defineTask.ts';
import { planCampaign } from '../../worker/tasks/planCampaign.ts';
import { claim } from '../../worker/tasks/send/claim.ts';
import { sendMessage } from '../../worker/tasks/sendMessage.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const BEHIND_MS = 10 * 60_000;

let testApp: TestApp;
beforeAll(async () => {
  // the clock of the worker is behind the database's; whatever a job calls "now" is long over for the queue
  testApp = await startTestApp({ working: false, sendGap: { min: 60, max: 90 }, clock: () => Date.now() - BEHIND_MS });
});
afterAll(() => testApp.stop());

/** A job's run, with the time for which it was put down again. */
function noted() {
  const times: Date[] = [];
  const addJob = (_task: string, _job: unknown, spec: { runAt: Date }) => times.push(spec.runAt);
  const run: Run = { lastTry: false, giveUp: false, addJob: addJob as never, signal: undefined };
  return { run, times };
}
const databaseNow = async (): Promise<number> => {
  const [row] = await testApp.owner.sql<{ now: Date }[]>`select clock_timestamp() as now`;
  return row?.now.getTime() ?? 0;
};

/** Mails that have their times. */
async function planned(partners: number) {
  const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners, texts: 'edited' });
  await person.ok<CampaignView>('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const job = (id: string) => ({ tenant, id, correlationId: 'test', causationId: 'test' });
  await planCampaign.handler(testApp.worker, job(campaign.id), noted().run);
  const ids = sends.map(({ id }) => id);
  return { ids, job, state: async (id: string) => (await testApp.api.load(tenant, ref('message', id))).state };
}

test('a job that comes too early comes back when its time has come, by the clock of the queue', async () => {
  const { ids, job, state } = await planned(1);
  const [id = ''] = ids;
  const { run, times } = noted();
  const early = Date.parse((await state(id)).scheduledAt ?? '') - testApp.api.now().getTime();
  expect(early).toBeGreaterThan(50_000);
  const before = await databaseNow();
  expect(await claim(testApp.worker, job(id), run, 'w')).toBeNull();
  expect(times).toHaveLength(1);
  const wait = (times[0]?.getTime() ?? 0) - before;
  expect(wait).toBeGreaterThan(early - 5_000);
  expect(wait).toBeLessThan(early + 5_000);
});

test('a job that finds its mailbox busy comes back a moment later, by the clock of the queue', async () => {
  const { ids, job } = await planned(3);
  const { run, times } = noted();
  const before = await databaseNow();
  // two at a time take the turns of the mailbox
  await Promise.all(ids.map((id) => sendMessage.handler(testApp.worker, job(id), run)));
  expect(times).toHaveLength(3);
  for (const time of times) expect(time.getTime()).toBeGreaterThan(before);
});
