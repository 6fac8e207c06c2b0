/** One tenant with a mail server that never ends a command takes only its share of the worker's places. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { drip, scriptedServer } from '../support/scriptedServer.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ mailbox: { privateHosts: true }, waitMs: 3_000 });
});
afterAll(() => testApp.stop());

const CALLS = 60;

test("another user's mail leaves within two seconds while one tenant holds what it can", async () => {
  const server = await scriptedServer((socket) => drip(socket, '220-one moment\r\n', 1_000));
  const [greedy, other] = [await readyPerson(testApp, 1), await readyPerson(testApp, 1)];
  const campaign = await addCampaign(other.person, other.partners, { texts: 'edited' });
  const [send] = await other.person.ok<{ id: string }[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const at = { smtpHost: '127.0.0.1', smtpPort: server.port, smtpSecurity: 'none' };
  const form = { host: 'other', password: 'p', ...at, imapHost: '127.0.0.1', imapPort: 993, imapSecurity: 'tls' };
  const calls = Array.from({ length: CALLS }, (_, index) =>
    greedy.person
      .call('POST', '/api/mailbox/connect?account=new', { ...form, email: `sam${index}@shop.example` })
      .catch(() => undefined),
  );
  const connecting = async () =>
    (
      await testApp.owner.sql`
      select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'connect-account'`
    ).length;
  await until(connecting, (count) => count === CALLS);
  await until(
    async () => server.open.size,
    (open) => open >= 8,
  );
  const began = performance.now();
  const answer = await other.person.call('POST', `/api/campaign-sends/${send?.id}/send-now`);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(answer.status).toBe(200);
  expect(server.open.size).toBe(8);
  await Promise.all(calls);
});
