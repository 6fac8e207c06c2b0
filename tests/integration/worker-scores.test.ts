import { afterAll, beforeAll, expect, test } from 'vitest';
import { rescorePartners } from '../../worker/tasks/rescorePartners.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test('new criteria score everyone again; the same criteria, or a new phone number, leave no event', async () => {
  const { person, tenant } = await readyPerson(testApp, 4);
  const scored = async () => {
    await idle(testApp.owner.sql);
    return (await clearEvents(testApp, tenant, 'PartnerScored')).length;
  };
  const save = (body: object) => person.ok('PUT', '/api/business-profile', body);
  expect(await scored()).toBe(4);
  const criteria = { targetAudience: 'People who sew in circles', platforms: ['linkedin'], minFollowers: 12_002 };
  await save({ partnerCriteria: criteria });
  const first = await scored();
  expect(first).toBe(8);
  const before = await testApp.events();
  await save({
    partnerCriteria: { platforms: ['linkedin'], minFollowers: 12_002, targetAudience: criteria.targetAudience },
  });
  expect(await testApp.events()).toBe(before);
  await save({ contactPhone: '+1 802 555 0100' });
  expect(await scored()).toBe(first);
  expect(await testApp.events()).toBe(before + 1);

  // nor does a second run, whoever asks for it
  const job = { tenant, id: tenant, correlationId: 'test', causationId: 'test' };
  const never = () => Promise.reject(new Error('no job'));
  await rescorePartners(testApp.worker, job, { lastTry: false, giveUp: false, addJob: never, signal: undefined });
  expect(await testApp.events()).toBe(before + 1);
});
