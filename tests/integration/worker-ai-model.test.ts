import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstallationHealthView, UserView } from '../../api/views.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import { ref } from '../../db/store.ts';
import { confirmEmail } from '../../events/accounts/user.ts';
import { checkAiModel } from '../../worker/checkAiModel.ts';
import type { Run } from '../../worker/defineTask.ts';
import { modelLookUp } from '../../worker/providers/openai/check.ts';
import { tellAdmins } from '../../worker/tasks/tellAdmins.ts';
import { idle } from '../support/hurry.ts';
import { cause } from '../support/log.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Person;

beforeAll(async () => {
  testApp = await startTestApp({ aiModel: 'gpt-4.1-nano' });
});
afterAll(() => testApp.stop());

/** The check of another model, by the sandbox's OpenAI. */
async function check(model: string): Promise<unknown> {
  const baseUrl = `${testApp.sandboxUrl}/openai/v1`;
  const lookUpModels = modelLookUp({ apiKey: 'sandbox', baseUrl, model, timeoutMs: 2_000 });
  await checkAiModel({ store: testApp.worker.store, lookUpModels });
  const { modelChecks } = (await testApp.worker.store.load('system', INSTALLATION)).state;
  const { tasks, ...found } = modelChecks.find((one) => one.model === model) ?? {};
  expect(tasks).toEqual(['writing', 'judging', 'labels', 'search']);
  return found;
}

test('a model that was switched off is told in health once the worker has started', async () => {
  admin = await new Person(testApp.url).signUp('robin@northwind.example');
  await expect
    .poll(() => admin.ok<InstallationHealthView>('GET', '/api/admin/health'))
    .toMatchObject({
      aiModels: [
        {
          name: 'gpt-4.1-nano',
          tasks: ['writing', 'labels', 'search'],
          priced: false,
          endsOn: '2026-10-23',
          state: 'ended',
        },
        { name: 'gpt-6-luna', tasks: ['judging'], priced: true, endsOn: null, state: 'current' },
        { name: 'text-embedding-3-small', tasks: ['embeddings'], priced: true, endsOn: null, state: 'current' },
      ],
    });
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

test('each admin with a confirmed address gets one mail for each finding', async () => {
  const { store } = testApp.worker;
  const { id } = await admin.ok<UserView>('GET', '/api/auth/user');
  const told = async () => (await testApp.outbox()).filter(({ subject }) => subject.includes('AI model'));
  // earlier findings send no mail to a person without a confirmed address
  await idle(testApp.owner.sql);
  await store.decide({ tenant: 'system', cause }, ref('user', id), confirmEmail);
  testApp.later(Date.parse('2030-02-01T00:00:00Z') - store.now().getTime());
  expect(await check('gpt-ending')).toMatchObject({ state: 'ended' });
  await expect.poll(told, { timeout: 10_000 }).toHaveLength(1);
  expect(await told()).toMatchObject([
    { to: 'robin@northwind.example', text: expect.stringContaining('gpt-ending was switched off on 2030-01-31') },
  ]);
  // the mail is in the outbox a moment before it is recorded
  await idle(testApp.owner.sql);
  const [checked] = await testApp.owner.sql<{ version: number }[]>`
    select version from log.events where type = 'AiModelChecked' order by version desc limit 1`;
  const job = { tenant: 'system', id: 'main', correlationId: 'c', causationId: null };
  await tellAdmins.handler(
    testApp.worker,
    { ...job, also: { version: String(checked?.version), model: 'gpt-ending', state: 'ended' } },
    {} as Run,
  );
  await idle(testApp.owner.sql);
  expect(await told()).toHaveLength(1);
});

test('the same again is no event', async () => {
  const before = await testApp.events('system');
  await check('gpt-ending');
  expect(await testApp.events('system')).toBe(before);
});
