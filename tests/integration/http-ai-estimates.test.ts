import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AiEstimatesView } from '../../api/views.ts';
import { usualCost } from '../../events/ai/prices.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { readyCampaign } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let priced: TestApp;
let unpriced: TestApp;
let admin: Person;

beforeAll(async () => {
  priced = await startTestApp();
  unpriced = await startTestApp({ aiModel: 'gpt-unpriced', configured: { ai: false, peopleData: true, hunter: true } });
  admin = await new Person(priced.url).signUp(`admin.${randomBytes(4).toString('hex')}@northwind.example`);
});
afterAll(async () => {
  await priced.stop();
  await unpriced.stop();
});

const estimates = (person: Person) => person.ok<AiEstimatesView>('GET', '/api/ai-estimates');

test('by the price list first, then by what such calls cost here', async () => {
  const { configured, operations } = await estimates(admin);
  const listed = usualCost('gpt-6.1-terra', 'messageGeneration');
  expect(configured).toBe(true);
  expect(operations.messageGeneration).toEqual({ costUsd: listed, stopped: null });
  const { tenant } = await readyCampaign(priced, { partners: 5, texts: 'generated' });
  const calls = await priced.owner.sql<{ cost: number }[]>`
    select (state->>'costUsd')::double precision as cost from read.ai_calls
    where tenant_id = ${tenant} and state->>'operation' = 'messageGeneration'`;
  expect(calls).toHaveLength(5);
  const average = calls.reduce((sum, { cost }) => sum + cost, 0) / 5;
  const after = (await estimates(admin)).operations;
  expect(after.messageGeneration.costUsd).toBeCloseTo(average, 9);
  expect(after.messageGeneration.costUsd).not.toBe(listed);
  expect(after.contactEnhancement.costUsd).toBe(usualCost('gpt-6.1-terra', 'contactEnhancement'));
});

test('a budget that is used up says so, for each kind of work', async () => {
  await admin.ok('PUT', '/api/admin/settings/ai_budget_per_user', { value: '0.01' });
  const { operations } = await estimates(admin);
  // a web search costs more than the rest of the budget, a text does not
  expect(operations.contactEnhancement.stopped).toBe(reasonSentence({ code: 'ai_budget_user' }));
  expect(operations.messageGeneration.stopped).toBeNull();
  await admin.ok('PUT', '/api/admin/settings/ai_budget', { value: '0' });
  expect((await estimates(admin)).operations.messageGeneration.stopped).toBe(
    reasonSentence({ code: 'ai_budget_installation' }),
  );
});

test('a model without a price has an unknown cost, not $0', async () => {
  const person = await new Person(unpriced.url).signUp('robin@northwind.example');
  const { configured, operations } = await estimates(person);
  expect(configured).toBe(false);
  // judging and embeddings have models of their own
  const { textJudgment, partnerJudgment, embedding, ...others } = operations;
  expect(Object.values(others).map(({ costUsd }) => costUsd)).toEqual(Array(7).fill(null));
  for (const { costUsd } of [textJudgment, partnerJudgment, embedding]) expect(costUsd).toBeGreaterThan(0);
  await person.ok('PUT', '/api/admin/settings/ai_budget', { value: '0' });
  expect((await estimates(person)).operations.messageGeneration.stopped).toBe(
    reasonSentence({ code: 'ai_budget_installation' }),
  );
});

test('only for who is signed in', async () => {
  expect((await new Person(priced.url).call('GET', '/api/ai-estimates')).status).toBe(401);
});
