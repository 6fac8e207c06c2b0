import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type {
  AiUsageView,
  CampaignView,
  ErrorView,
  GenerateMessagesView,
  InstallationHealthView,
  NearLimitsView,
  SendView,
} from '../../api/views.ts';
import { readAiSpent } from '../../db/read/aiBudget.ts';
import { usualCost } from '../../events/ai/prices.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { aiCalls } from '../../worker/aiCalls.ts';
import type { ProviderError } from '../../worker/providers/providerError.ts';
import { clearEvents } from '../support/leaks.ts';
import { cause } from '../support/log.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Person;

beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 1_500 });
  admin = await new Person(testApp.url).signUp(`admin.${randomBytes(4).toString('hex')}@northwind.example`);
});
afterEach(async () => {
  await set('ai_budget', '');
  await set('ai_budget_per_user', '');
});
afterAll(() => testApp.stop());

const set = (key: string, value: string) => admin.ok('PUT', `/api/admin/settings/${key}`, { value });
const spent = () => readAiSpent(testApp.owner.sql, new Date());
const generate = (person: Person, id: string) =>
  person.call<GenerateMessagesView & ErrorView>('POST', `/api/campaigns/${id}/generate-messages`);
const audience = { businessName: 'Northwind', industry: 'Fitness', targetAudience: 'Trail runners who repair gear' };

test('many calls at once stop at the budget of the installation, and go on once it was raised', async () => {
  const campaigns = await Promise.all([0, 1].map(() => readyCampaign(testApp, { partners: 5, texts: 'none' })));
  const before = [...(await spent()).values()].reduce((sum, one) => sum + one, 0);
  const budget = Math.ceil((before + 0.012) * 100) / 100;
  await set('ai_budget', String(budget));
  await testApp.fault('openai', 'slow', 100, { delayMs: 150 });
  const answers = await Promise.all(campaigns.map(({ person, campaign }) => generate(person, campaign.id)));
  await testApp.fault('openai', 'none', 1);

  const written = answers.map(({ status, body }) => (status === 200 ? body.generatedCount : 0));
  const total = written.reduce((sum, one) => sum + one, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(10);
  for (const { status, body } of answers) {
    if (status === 200 && body.failedCount > 0)
      expect(body.failedReason).toBe(reasonSentence({ code: 'ai_budget_installation' }));
    if (status !== 200) {
      expect({ status, error: body.error }).toEqual({
        status: 429,
        error: `No message was written. ${reasonSentence({ code: 'ai_budget_installation' })}`,
      });
    }
  }
  expect([...(await spent()).values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(budget);
  const { budget: seen } = await admin.ok<AiUsageView>('GET', '/api/admin/openai-usage/stats');
  expect(seen.installation.limitUsd).toBe(budget);
  expect(seen.installation.spentUsd).toBeGreaterThan(before);

  for (const { person, campaign } of campaigns) {
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    const why = `Not generated: ${reasonSentence({ code: 'ai_budget_installation' })}`;
    const stopped = sends.filter(({ detail, errorMessage }) => detail === why && errorMessage === why);
    expect(stopped).toHaveLength(sends.filter(({ body }) => body === null).length);
  }
  await set('ai_budget', '');
  for (const [index, { person, campaign }] of campaigns.entries()) {
    if (written[index] === 5) continue;
    expect(await generate(person, campaign.id)).toMatchObject({
      status: 200,
      body: { generatedCount: 5 - (written[index] ?? 0), failedCount: 0 },
    });
  }
});

test('twenty calls that start at one moment reserve no more than the budget', async () => {
  const { tenant } = await readyPerson(testApp, 0);
  const { store } = testApp.worker;
  const calls = aiCalls(store);
  const facts = { operation: 'replyDraft' as const, promptVersion: 'test@1', about: 'profile-test' };
  // a model that nothing here was asked of, so the estimate is that of the price list
  const start = () => calls.start({ tenant, cause }, { ...facts, model: 'gpt-5.5' });
  const estimate = usualCost('gpt-5.5', 'replyDraft') ?? 0;
  await set('ai_budget_per_user', (3.5 * estimate).toFixed(2));
  const started = await Promise.allSettled(Array.from({ length: 20 }, start));
  const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason as ProviderError] : []));
  expect(started.length - refused.length).toBe(Math.floor(Number((3.5 * estimate).toFixed(2)) / estimate));
  expect(new Set(refused.map(({ code, reason }) => `${code}: ${reason.code}`))).toEqual(
    new Set(['ai_budget: ai_budget_user']),
  );
  // their worker died: they still count, and after a while they are calls of unknown cost
  const held = (await spent()).get(tenant) ?? 0;
  expect(held).toBeCloseTo((started.length - refused.length) * estimate, 9);
  const { near } = await admin.ok<NearLimitsView>('GET', '/api/admin/limits');
  expect(near.map(({ limit }) => limit)).toContain('aiBudget');
  const unpriced = async () => (await admin.ok<AiUsageView>('GET', '/api/admin/openai-usage/stats')).unpricedCalls;
  const before = await unpriced();
  await testApp.owner.sql`
    update read.ai_calls set state = state || jsonb_build_object('at', to_char(now() - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    where tenant_id = ${tenant}`;
  expect(await unpriced()).toBe(before + started.length - refused.length);
});

test("a user's own budget goes before that of every user, and the others go on", async () => {
  const [held, free] = await Promise.all([readyPerson(testApp, 0), readyPerson(testApp, 0)]);
  await admin.ok('PUT', `/api/admin/users/${held.userId}`, { aiBudgetUsd: 0 });
  expect(await held.person.call<ErrorView>('POST', '/api/partner-profile/generate', audience)).toMatchObject({
    status: 429,
    body: { error: reasonSentence({ code: 'ai_budget_user' }) },
  });
  expect(await clearEvents(testApp, held.tenant, 'PartnerProfileFailed')).toMatchObject([
    { reason: { code: 'ai_budget_user' } },
  ]);
  // nothing was asked, so nothing is recorded as a call
  expect(await clearEvents(testApp, held.tenant, 'AiCallStarted')).toEqual([]);
  await free.person.ok('POST', '/api/partner-profile/generate', audience);

  await set('ai_budget_per_user', '0');
  expect((await free.person.call('POST', '/api/partner-profile/generate', audience)).status).toBe(429);
  await admin.ok('PUT', `/api/admin/users/${free.userId}`, { aiBudgetUsd: 5 });
  await free.person.ok('POST', '/api/partner-profile/generate', audience);
  await admin.ok('PUT', `/api/admin/users/${free.userId}`, { aiBudgetUsd: null });
  expect((await free.person.call('POST', '/api/partner-profile/generate', audience)).status).toBe(429);
});

test('a call of unknown cost counts with what was reserved for it [long]', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  await testApp.fault('openai', 'hang', 1);
  await person.call('POST', '/api/partner-profile/generate', audience);
  const [started] = await clearEvents(testApp, tenant, 'AiCallStarted');
  const [first] = await clearEvents(testApp, tenant, 'AiCallMade');
  expect(first).toMatchObject({ outcome: 'error', errorCode: 'timeout', costUsd: null });
  const made = await clearEvents(testApp, tenant, 'AiCallMade');
  const known = made.reduce((sum, { costUsd }) => sum + Number(costUsd ?? 0), 0);
  expect((await spent()).get(tenant)).toBeCloseTo(known + Number(started?.estimateUsd), 9);
});

test('mail that is written leaves all the same', async () => {
  const { person, campaign } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  await set('ai_budget', '0');
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await expect
    .poll(async () => (await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).sentCount, {
      timeout: 20_000,
    })
    .toBe(2);
});

test('health tells admins from 80 % of a budget on', async () => {
  const used = [...(await spent()).values()].reduce((sum, one) => sum + one, 0);
  const health = async () => (await admin.ok<InstallationHealthView>('GET', '/api/admin/health')).aiBudget;
  expect(await health()).toEqual({ limitUsd: null, spentUsd: expect.closeTo(used, 6), state: 'ok', usersNear: 0 });
  await set('ai_budget', '0.01');
  expect(await health()).toMatchObject({ limitUsd: 0.01, state: 'used_up' });
  await set('ai_budget', '1000');
  expect(await health()).toMatchObject({ limitUsd: 1000, state: 'ok' });
  await set('ai_budget_per_user', '0.01');
  expect((await health()).usersNear).toBeGreaterThan(0);
});

test('a deleted user is not reported as near a budget; what they spent still counts for all', async () => {
  const { person, userId } = await readyPerson(testApp, 0);
  await person.ok('POST', '/api/partner-profile/generate', audience);
  await admin.ok('PUT', `/api/admin/users/${userId}`, { aiBudgetUsd: 0 });
  const reported = async () => (await admin.ok<AiUsageView>('GET', '/api/admin/openai-usage/stats')).budget;
  const health = async () => (await admin.ok<InstallationHealthView>('GET', '/api/admin/health')).aiBudget;
  const [before, near] = [await reported(), (await health()).usersNear];
  expect(before.users.map((user) => user.userId)).toContain(userId);
  await admin.ok('DELETE', `/api/admin/users/${userId}`);
  const after = await reported();
  expect(after.users.map((user) => user.userId)).not.toContain(userId);
  expect(after.installation.spentUsd).toBeCloseTo(before.installation.spentUsd, 6);
  expect((await health()).usersNear).toBe(near - 1);
});
