import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { ref } from '../../db/store.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import type { Run } from '../../worker/defineTask.ts';
import { sendMessage } from '../../worker/tasks/sendMessage.ts';
import { testCause } from '../support/asSent.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let outreach: Outreach;
beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  outreach = await readyCampaign(testApp, { partners: 4, texts: 'edited' });
});
afterAll(() => testApp.stop());

const RUN: Run = { lastTry: true, giveUp: true, addJob: undefined as never, signal: undefined };

/** The statements that a pool sends during some work. The driver reads this option before each. */
async function statementsOf(sql: Sql, work: () => Promise<unknown>): Promise<string[]> {
  const { options } = sql as unknown as {
    options: { debug: false | ((connection: number, statement: string) => void) };
  };
  const statements: string[] = [];
  options.debug = (_connection, statement) => void statements.push(statement.replace(/\s+/g, ' ').trim());
  try {
    await work();
  } finally {
    options.debug = false;
  }
  return statements;
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function sendNow(index: number) {
  const { tenant, sends } = outreach;
  const id = sends[index]?.id ?? '';
  await testApp.api.decide({ tenant, cause: testCause }, ref('message', id), (message) =>
    requestSendNow(message, message.approvedHash),
  );
  const job = { tenant, id, correlationId: 'test', causationId: 'test', also: { mailbox: tenant } };
  return { id, send: () => sendMessage.handler(testApp.worker, job, RUN) };
}

test('an email is one load, one commit that it leaves, one call and one commit of its outcome', async () => {
  testApp.worker.markHighWater = async () => true;
  const { id, send } = await sendNow(0);
  const statements = await statementsOf(testApp.worker.store.sql, send);
  const { state } = await testApp.api.load(outreach.tenant, ref('message', id));
  expect(state.status).toBe('sent');
  expect(statements.map((statement) => /log\.\w+/.exec(statement)?.[0] ?? statement)).toEqual([
    'log.load_send',
    'begin',
    'log.begin_dispatch',
    'log.commit',
    'commit',
    'log.load_outcome',
    'log.commit',
  ]);
});

test('the check that was kept of the very same text is not made again, and that of another does not count', async () => {
  testApp.worker.markHighWater = async () => true;
  const flaws = JSON.stringify([{ rule: 'claim', quote: 'kept' }]);
  const keep = (id: string, changed: string) => testApp.owner.sql`
    update queue.text_checks set flaws = ${flaws}::text::jsonb, checked = checked || ${changed} where message_id = ${id}`;
  const statusOf = async (id: string) => (await testApp.api.load(outreach.tenant, ref('message', id))).state.status;
  for (const [index, changed, status] of [
    [2, '', 'drafted'],
    [3, 'another', 'sent'],
  ] as const) {
    const { id, send } = await sendNow(index);
    expect((await keep(id, changed)).count).toBe(1);
    await send();
    expect(await statusOf(id)).toBe(status);
  }
});

test('no email leaves before its mark is durable', async () => {
  const mark = withResolvers<boolean>();
  const asked = withResolvers<void>();
  testApp.worker.markHighWater = () => {
    asked.resolve();
    return mark.promise;
  };
  const before = (await testApp.outbox()).length;
  const { send } = await sendNow(1);
  const sending = send();
  await asked.promise;
  expect((await testApp.outbox()).length).toBe(before);
  mark.resolve(true);
  await sending;
  expect((await testApp.outbox()).length).toBe(before + 1);
});

test('marks that are asked for at once are one, of an event that is newer than the question', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-mark-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { sql } = testApp.worker.store;
  const highWater = await watchHighWater(testApp.worker.store, dataDir, () => undefined);
  onTestFinished(() => highWater.stop());
  await outreach.person.ok('PUT', '/api/business-profile', { jobTitle: 'Maker' });
  const statements = await statementsOf(sql, async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => highWater.mark()));
    expect(open).toEqual(Array.from({ length: 20 }, () => true));
  });
  expect(statements.filter((statement) => statement.includes('high_water')).length).toBeLessThanOrEqual(2);
  const [newest] = await testApp.owner.sql<
    { position: string }[]
  >`select max(position)::text as position from log.events`;
  expect(JSON.parse(readFileSync(path.join(dataDir, 'high-water.json'), 'utf8'))).toMatchObject(newest ?? {});
});

test('a stream that is still of the known version is not answered again', async () => {
  const stream = `campaign-${outreach.campaign.id}`;
  const { version } = await testApp.api.load(outreach.tenant, ref('campaign', outreach.campaign.id));
  const answered = (known: number) => testApp.worker.store.sql`
    select version from log.load(${outreach.tenant}, ${[stream]}, ${[known]})`;
  expect(await answered(version)).toEqual([]);
  expect(await answered(version - 1)).toMatchObject([{ version }]);
});
