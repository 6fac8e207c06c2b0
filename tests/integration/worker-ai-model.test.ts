import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstallationHealthView } from '../../api/views.ts';
import { INSTALLATION } from '../../db/installation.ts';
import { checkAiModel } from '../../worker/checkAiModel.ts';
import { modelLookUp } from '../../worker/providers/openai/check.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ aiModel: 'gpt-4.1-nano' });
});
afterAll(() => testApp.stop());

/** The check of another model, by the sandbox's OpenAI. */
async function check(model: string): Promise<unknown> {
  const baseUrl = `${testApp.sandboxUrl}/openai/v1`;
  const lookUpModel = modelLookUp({ apiKey: 'sandbox', baseUrl, model, timeoutMs: 2_000 });
  await checkAiModel({ store: testApp.worker.store, lookUpModel });
  return (await testApp.worker.store.load('system', INSTALLATION)).state.modelCheck;
}

test('a model that was switched off is told in health once the worker has started', async () => {
  const person = await new Person(testApp.url).signUp('robin@northwind.example');
  await expect
    .poll(() => person.ok<InstallationHealthView>('GET', '/api/admin/health'))
    .toMatchObject({ aiModel: { name: 'gpt-4.1-nano', priced: false, endsOn: '2026-10-23', state: 'ended' } });
});

test('a model on offer, one that is not, and a key that is refused', async () => {
  expect(await check('gpt-6.1-terra')).toEqual({ model: 'gpt-6.1-terra', state: 'current', endsOn: null });
  expect(await check('no-model')).toEqual({ model: 'no-model', state: 'missing', endsOn: null });
  await testApp.fault('openai', 'reject-4xx', 1, { status: 401 });
  expect(await check('gpt-6.1-terra')).toEqual({ model: 'gpt-6.1-terra', state: 'refused', endsOn: null });
});

test('an end that the provider names is known long before, and said when it comes near', async () => {
  expect(await check('gpt-ending')).toEqual({ model: 'gpt-ending', state: 'current', endsOn: '2030-01-31' });
  testApp.later(Date.parse('2029-12-15T00:00:00Z') - Date.now());
  expect(await check('gpt-ending')).toEqual({ model: 'gpt-ending', state: 'ending', endsOn: '2030-01-31' });
});

test('the same again is no event', async () => {
  const before = await testApp.events('system');
  await check('gpt-ending');
  expect(await testApp.events('system')).toBe(before);
});
