import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchScheduleView } from '../../api/views.ts';
import { listPartners } from '../../db/read/partners.ts';
import { ref } from '../../db/store.ts';
import { setSchedule } from '../../events/partners/searchSchedule.ts';
import { scheduledSearches } from '../../worker/tasks/scheduledSearches.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { cause } from '../support/log.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 2_500 });
  await retryAtOnce(testApp.owner.sql);
});
afterAll(() => testApp.stop());

/** A week later, the clock looks which searches are due. */
async function aWeekLater(): Promise<void> {
  testApp.later(7 * DAY_MS + 60_000);
  const addJob = (() => Promise.resolve()) as never;
  const run = { lastTry: true, giveUp: true, addJob, signal: undefined };
  await scheduledSearches.handler(testApp.worker, {} as never, run);
  await testApp.events();
}

async function weekly() {
  const { person, tenant, userId } = await readyPerson(testApp, 0);
  await person.ok('PUT', '/api/business-profile', {
    partnerCriteria: { targetAudience: 'Developers who love software and games', platforms: ['youtube'] },
  });
  const set = await person.ok<SearchScheduleView>('PUT', '/api/search-schedule', { count: 3, every: 'week' });
  expect(set).toMatchObject({ every: 'week', stopped: false, lastRun: null });
  // the session of the person does not last for weeks
  const look = async () => (await testApp.api.load(tenant, ref('schedule', tenant))).state;
  const searches = async () => (await clearEvents(testApp, tenant, 'SearchRequested')).length;
  return { tenant, userId, look, searches };
}

test('without room in the AI budget, and for a paused account, it is skipped and says why', async () => {
  const admin = await new Person(testApp.url).signUp('admin@northwind.example');
  const [poor, paused] = [await weekly(), await weekly()];
  await admin.ok('PUT', `/api/admin/users/${poor.userId}`, { aiBudgetUsd: 0 });
  await admin.ok('PUT', `/api/admin/users/${paused.userId}`, { isPaused: true });
  await aWeekLater();
  const skipped = (code: string) => ({ every: 'week', lastRun: { result: 'skipped', reason: { code } } });
  expect(await poor.look()).toMatchObject(skipped('ai_budget_user'));
  expect(await paused.look()).toMatchObject(skipped('account_paused'));
  expect([await poor.searches(), await paused.searches()]).toEqual([0, 0]);
});

test('a scheduled search runs each week, and adds only new people', async () => {
  const { tenant, look, searches } = await weekly();
  await aWeekLater();
  const first = await look();
  expect(first).toMatchObject({ every: 'week', searchId: null, lastRun: { result: 'found', found: 3, reason: null } });
  await aWeekLater();
  expect((await look()).nextAt).not.toBe(first.nextAt);
  expect(await searches()).toBe(2);
  const partners = await listPartners(testApp.owner, tenant);
  expect(new Set(partners.map(({ state }) => state.person?.profileUrl)).size).toBe(6);
  await testApp.api.decide({ tenant, cause }, ref('schedule', tenant), (state) =>
    setSchedule(state, { count: 3, every: 'never' }, testApp.api.now().toISOString()),
  );
  await aWeekLater();
  expect(await searches()).toBe(2);
});

test('after three failures in a row it stops [long]', async () => {
  const { look, searches } = await weekly();
  await testApp.fault('youtube', 'reject-4xx', 1000, { status: 403, reason: 'quotaExceeded' });
  await testApp.fault('openai', '429', 1000, { reason: 'insufficient_quota' });
  for (let week = 0; week < 4; week += 1) await aWeekLater();
  expect(await searches()).toBe(3);
  expect(await look()).toMatchObject({ stopped: 'failures', nextAt: null, lastRun: { result: 'failed' } });
});
