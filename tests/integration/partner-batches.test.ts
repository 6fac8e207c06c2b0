import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchView, ErrorView, ManyDecidedView, PartnerView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { changeAccount } from '../../events/accounts/user.ts';
import { startBatch } from '../../events/messages/batch.ts';
import { runBatch } from '../../worker/tasks/runBatch.ts';
import { testCause } from '../support/asSent.ts';
import { batchEnd, killedAfter, listedTotal } from '../support/batchEnd.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const PEOPLE = 230;

async function large(count = PEOPLE) {
  const { person, tenant, userId } = await readyPerson(testApp, 0);
  await person.import(Array.from({ length: count }, (_, index) => importedRow(index)));
  await listedTotal(person, '', count);
  return { person, tenant, userId };
}

const decide = (person: Person, asked: object) =>
  person.call<BatchView & ManyDecidedView & ErrorView>('POST', '/api/partners/decide', {
    ...{ before: 'pending', status: 'approved' },
    ...asked,
  });
const undo = (person: Person, asked: object) =>
  person.call<BatchView & ManyDecidedView & ErrorView>('POST', '/api/partners/undo-decisions', asked);
const eventsOf = async (tenant: string, type: string) =>
  testApp.owner.sql<{ actor: string; stream_id: string }[]>`
    select actor, stream_id from log.events where tenant_id = ${tenant} and type = ${type}`;
const requestsKept = async (tenant: string) =>
  (await testApp.owner.sql`select from vault.secrets where tenant_id = ${tenant} and kind = 'batch-request'`).length;

describe('all that a filter lets through', () => {
  test('are decided on by one call, once each, by the person who asked, also when the worker dies in between', async () => {
    const { person, tenant, userId } = await large();
    await killedAfter(testApp, tenant, 2, async () => {
      const begun = await decide(person, { filter: { minFollowers: '12010' } });
      expect(begun).toMatchObject({ status: 202, body: { status: 'running', total: 220, exact: true, doneCount: 0 } });
      // one at a time
      const second = await decide(person, { filter: {}, status: 'rejected' });
      expect(second).toMatchObject({
        status: 409,
        body: { error: 'Another change of many is under way. Try again when it is done.' },
      });
    });
    const ended = await batchEnd(person);
    expect(ended).toMatchObject({ status: 'completed', doneCount: 220, leftOut: [], error: null });
    const events = await eventsOf(tenant, 'PartnerApproved');
    expect(new Set(events.map(({ stream_id }) => stream_id)).size).toBe(220);
    expect(events).toHaveLength(220);
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([`user:${userId}`]));
    await until(
      () => requestsKept(tenant),
      (count) => count === 0,
    );

    // someone decides again on one of them
    const [one] = await person.ok<PartnerView[]>('GET', '/api/partners?status=approved&limit=1');
    await person.ok('PATCH', `/api/partners/${one?.id}/status`, { status: 'rejected' });
    expect(await undo(person, { batchId: ended.id })).toMatchObject({ status: 202, body: { total: 220 } });
    expect(await batchEnd(person)).toMatchObject({
      ...{ status: 'completed', act: { kind: 'undo', before: 'pending' }, doneCount: 219 },
      leftOut: [{ code: 'decided_again', reason: 'changed in the meantime', count: 1 }],
    });
    await listedTotal(person, 'status=pending', 229);
    await listedTotal(person, 'status=rejected', 1);
    // what came since cannot be undone as if it were the last
    expect(await undo(person, { batchId: ended.id })).toMatchObject({
      status: 409,
      body: { error: 'Another change of many came since, so nothing was undone.' },
    });
  });

  test('are rejected, and what was searched for is nowhere in the log', async () => {
    const { person, tenant } = await large(60);
    await decide(person, { filter: { search: 'lindqvist' }, status: 'rejected', reason: 'region' });
    expect(await batchEnd(person)).toMatchObject({ status: 'completed', leftOut: [] });
    const [row] = await testApp.owner.sql<{ n: number }[]>`
      select count(*)::int as n from log.events
      where tenant_id = ${tenant} and type like 'Batch%' and payload::text ilike '%lindqvist%'`;
    expect(row?.n).toBe(0);
  });

  test('stop when the account is paused, and when their request is gone', async () => {
    const { person, tenant, userId } = await large(60);
    const user = ref('user', userId);
    const system = { tenant: 'system', cause: testCause };
    const act = { kind: 'decide', before: 'pending', status: 'approved' } as const;
    const start = (batchId: string) =>
      testApp.api.decide({ tenant, cause: { ...testCause, actor: `user:${userId}` } }, ref('batch', tenant), (state) =>
        startBatch(state, { batchId, act, total: 60, exact: true }),
      );
    await start('lost');
    expect(await batchEnd(person)).toMatchObject({
      status: 'stopped',
      doneCount: 0,
      error: expect.stringContaining('lost its request'),
    });
    await testApp.api.decide(system, user, (state) => changeAccount(state, 'paused'));
    await start('paused');
    await until(
      () => testApp.api.load(tenant, ref('batch', tenant)),
      ({ state }) => state.status === 'stopped',
    );
    expect((await testApp.api.load(tenant, ref('batch', tenant))).state.reason).toBe('account');
    expect(await eventsOf(tenant, 'PartnerApproved')).toEqual([]);
  });
});

test('tags and notes of many are changed, and their words are nowhere in the log', async () => {
  const { person, tenant } = await large(60);
  const change = (asked: object) => person.call<BatchView>('POST', '/api/partners/notes', asked);
  expect(await change({ filter: {}, addTag: 'Zebrafish' })).toMatchObject({ status: 202, body: { total: 60 } });
  expect(await batchEnd(person)).toMatchObject({
    ...{ status: 'completed', act: { kind: 'notes', change: 'tag_added' }, doneCount: 60, leftOut: [] },
  });
  await listedTotal(person, 'tag=zebrafish', 60);
  const ids = (await person.ok<PartnerView[]>('GET', '/api/partners?limit=2')).map(({ id }) => id);
  const few = await change({ ids: [...ids, 'nobody'], removeTag: 'ZEBRAFISH' });
  expect(few).toMatchObject({ status: 200, body: { done: 2, refused: 1 } });
  await listedTotal(person, 'tag=zebrafish', 58);
  expect(await change({ filter: { tag: 'zebrafish' }, addNote: 'Zebrafish keeper' })).toMatchObject({ status: 202 });
  expect(await batchEnd(person)).toMatchObject({ act: { kind: 'notes', change: 'note_added' }, doneCount: 58 });
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from log.events where tenant_id = ${tenant} and payload::text ilike '%zebrafish%'`;
  expect(row?.n).toBe(0);
  for (const wrong of [{ ids }, { addTag: 'x' }, { ids, addTag: 'x', removeTag: 'y' }, { ids, addNote: ' ' }])
    expect((await change(wrong)).status).toBe(400);
});

test('up to 50 of a selection are done in the call, more by the worker, also by two at once', async () => {
  const { person, tenant } = await large(130);
  const page = (query: string) => person.ok<PartnerView[]>('GET', `/api/partners?${query}`);
  const ids = (await page('sort=added')).map(({ id }) => id);
  const few = await decide(person, { ids: [...ids.slice(0, 3), 'nobody'] });
  expect(few).toMatchObject({ status: 200, body: { refused: 1 } });
  expect(few.body.decided.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(await undo(person, { decisions: few.body.decided })).toMatchObject({ status: 200, body: { refused: 0 } });
  const many = await decide(person, { ids: [...ids, ids[0], 'nobody'] });
  expect(many).toMatchObject({ status: 202, body: { total: 131 } });
  const job = { tenant, id: tenant, correlationId: 'test', causationId: null, also: { batchId: many.body.id } };
  const run = { lastTry: true, giveUp: false, signal: undefined, addJob: (() => undefined) as never };
  await runBatch.handler(testApp.worker, job, run);
  expect(await batchEnd(person)).toMatchObject({ status: 'completed', doneCount: 130 });
  await listedTotal(person, 'status=approved', 130);
  for (const wrong of [{}, { ids, filter: {} }, { ids: [] }, { filter: {}, before: 'approved' }])
    expect((await decide(person, wrong)).status).toBe(400);
});
