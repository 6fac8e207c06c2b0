import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AiUsageView, ErrorView } from '../../api/views.ts';
import { createStore, ref } from '../../db/store.ts';
import { type AiOperation, recordAiCall } from '../../events/ai/aiCall.ts';
import { PRICE_LIST } from '../../events/ai/prices.ts';
import { cause } from '../support/log.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Person;
let user: Person;

const someone = () => new Person(testApp.url).signUp(`kim.${randomBytes(5).toString('hex')}@northwind.example`);

beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  admin = await someone();
  user = await someone();
});
afterAll(() => testApp.stop());

const setting = (key: string) => `/api/admin/settings/${key}`;
const usage = () => admin.ok<AiUsageView>('GET', '/api/admin/openai-usage/stats?daysAgo=30');

/** A call of the AI provider, made as the worker records them. */
async function aiCall(
  tenant: string,
  call: {
    operation: AiOperation;
    costUsd: number | null;
    tokens?: number;
    outcome?: 'ok' | 'error';
    daysAgo?: number;
    tokensCut?: true;
  },
): Promise<void> {
  const { sql, master, pseudonyms } = testApp.worker.store;
  const at = new Date(Date.now() - (call.daysAgo ?? 0) * 86_400_000);
  await createStore(sql, master, pseudonyms, () => at).run({
    tenant,
    cause,
    streams: { call: ref('aicall', randomBytes(8).toString('hex')) },
    decide: (now) => ({
      call: recordAiCall(now.call, {
        operation: call.operation,
        model: 'gpt-6.1-terra',
        promptVersion: 'test@1',
        about: 'profile-test',
        inputTokens: call.tokens ?? 0,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: call.tokens ?? 0,
        webSearches: 0,
        ...(call.tokensCut ? { tokensCut: true } : {}),
        costUsd: call.costUsd,
        priceDate: PRICE_LIST.date,
        durationMs: 1,
        outcome: call.outcome ?? 'ok',
        errorCode: null,
      }),
    }),
  });
}

describe('the settings of the installation', () => {
  test('an admin sets, reads and unsets them; what is set already is no event', async () => {
    expect(await admin.ok('PUT', setting('tutorials_url'), { value: '  https://help.example/start?a=1 ' })).toEqual({
      value: 'https://help.example/start?a=1',
    });
    expect(await user.ok('GET', setting('tutorials_url'))).toEqual({ value: 'https://help.example/start?a=1' });
    const before = await testApp.events();
    await admin.ok('PUT', setting('tutorials_url'), { value: 'https://help.example/start?a=1' });
    expect(await testApp.events()).toBe(before);
    expect(await admin.ok('PUT', setting('tutorials_url'), { value: '' })).toEqual({ value: '' });
    expect(await user.ok('GET', setting('tutorials_url'))).toEqual({ value: '' });
  });

  test.each(['signup_url', 'privacy_url', 'terms_url', 'contact_url'])('%s is public', async (key) => {
    await admin.ok('PUT', setting(key), { value: 'http://join.example' });
    expect(await new Person(testApp.url).ok('GET', setting(key))).toEqual({ value: 'http://join.example' });
  });

  test('the threshold is an amount', async () => {
    expect((await new Person(testApp.url).call('GET', setting('openai_cost_warning_threshold'))).status).toBe(401);
    expect(await admin.ok('GET', setting('openai_cost_warning_threshold'))).toEqual({ value: '50' });
    await admin.ok('PUT', setting('openai_cost_warning_threshold'), { value: '12.50' });
    await admin.ok('PUT', setting('openai_cost_warning_threshold'), { value: 75 });
    expect(await admin.ok('GET', setting('openai_cost_warning_threshold'))).toEqual({ value: '75' });
  });

  test.each([
    ['tutorials_url', 'javascript:alert(1)', /begins with http/],
    ['help_desk_url', 'ftp://files.example', /begins with http/],
    ['help_desk_url', 'https:files.example', /begins with http/],
    ['help_desk_url', 'data:text/html,<script>', /begins with http/],
    ['contact_url', 'help@northwind.example', /begins with http/],
    ['signup_url', '/api/login', /begins with http/],
    ['signup_url', 'join.example', /begins with http/],
    ['signup_url', `https://join.example/${'x'.repeat(2000)}`, /at most 2000/],
    ['openai_cost_warning_threshold', '', /amount/],
    ['openai_cost_warning_threshold', 'fifty', /amount/],
    ['openai_cost_warning_threshold', '-5', /amount/],
    ['openai_cost_warning_threshold', '0', /above 0/],
    ['openai_cost_warning_threshold', '1e9', /amount/],
    ['sending_accounts_per_user', '0', /whole number/],
    ['sending_accounts_per_user', '1000', /whole number/],
    ['sending_accounts_per_user', '', /whole number/],
    ['tutorials_url', ['https://a.example'], /value/],
    ['tutorials_url', null, /value/],
  ])('%s takes no %j', async (key, value, message) => {
    const before = await testApp.events();
    const answer = await admin.call<ErrorView>('PUT', setting(key), { value });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(message);
    expect(await testApp.events()).toBe(before);
  });

  test('nobody else may change them, and an unknown one is not there', async () => {
    const before = await testApp.events();
    const value = { value: 'https://evil.example' };
    expect((await user.call('PUT', setting('signup_url'), value)).status).toBe(403);
    expect((await user.call('PUT', setting('colour'), value)).status).toBe(403);
    expect((await new Person(testApp.url).call('PUT', setting('signup_url'), value)).status).toBe(401);
    expect((await admin.call('PUT', setting('colour'), value)).status).toBe(404);
    expect((await admin.call('PUT', setting('signup_url'), value, { Origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect(await testApp.events()).toBe(before);
  });
});

describe('what AI cost', () => {
  test('before the first call: nothing, and estimates from the price list', async () => {
    const { totalUsage, usageByOperation, pricingInfo, daily } = await usage();
    expect(daily.every(({ calls, costUsd }) => calls === 0 && costUsd === 0)).toBe(true);
    expect(totalUsage).toEqual({ totalCostUsd: 0, totalCalls: 0, averageCostPerCall: 0, totalTokens: 0 });
    expect(usageByOperation).toEqual([]);
    expect(pricingInfo).toMatchObject({
      models: ['gpt-6.1-terra', 'gpt-6-luna', 'text-embedding-3-small'],
      priceDate: PRICE_LIST.date,
    });
    expect(Object.keys(pricingInfo.estimatedCostPerOperation)).toEqual([
      'partnerGeneration',
      'partnerDiscovery',
      'messageGeneration',
      'profileGeneration',
      'contactEnhancement',
      'replyClassification',
      'replyDraft',
      'textJudgment',
      'partnerJudgment',
      'embedding',
    ]);
    for (const cost of Object.values(pricingInfo.estimatedCostPerOperation)) expect(cost).toBeGreaterThan(0);
  });

  test('of all tenants together, of the last 30 days, by operation; what has no price is counted apart', async () => {
    await aiCall('t1', { operation: 'messageGeneration', costUsd: 0.25, tokens: 100 });
    await aiCall('t2', { operation: 'messageGeneration', costUsd: 0.75, tokens: 200 });
    await aiCall('t2', { operation: 'messageGeneration', costUsd: 0, outcome: 'error' });
    await aiCall('t2', { operation: 'partnerGeneration', costUsd: 2, tokens: 1000, daysAgo: 29 });
    await aiCall('t1', { operation: 'partnerGeneration', costUsd: null, tokens: 5 });
    await aiCall('t1', { operation: 'partnerGeneration', costUsd: 40, tokens: 1, daysAgo: 31 });
    const seen = await usage();
    expect(seen).toMatchObject({
      daysAgo: 30,
      totalUsage: { totalCostUsd: 3, totalCalls: 5, averageCostPerCall: 0.75, totalTokens: 2610 },
      usageByOperation: [
        { operation: 'partnerGeneration', totalCostUsd: 2, callCount: 2, unpricedCalls: 1 },
        { operation: 'messageGeneration', totalCostUsd: 1, callCount: 3, unpricedCalls: 0 },
      ],
      unpricedCalls: 1,
    });
    const spent = seen.daily.filter(({ calls }) => calls > 0);
    expect(seen.daily).toHaveLength(30);
    expect(new Set(seen.daily.map(({ date }) => date)).size).toBe(30);
    expect(seen.daily.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10));
    expect(spent).toMatchObject([
      { date: seen.daily[0]?.date, costUsd: 2, calls: 1, unpricedCalls: 0 },
      { date: seen.daily.at(-1)?.date, costUsd: 1, calls: 4, unpricedCalls: 1 },
    ]);
    // a few calls say less than the price list
    expect(seen.pricingInfo.estimatedCostPerOperation.messageGeneration).toBeLessThan(0.01);
    for (let time = 0; time < 3; time += 1) await aiCall('t3', { operation: 'messageGeneration', costUsd: 0.5 });
    const { pricingInfo } = await usage();
    // the real cost here: calls that failed or have no price would lower it
    expect(pricingInfo.estimatedCostPerOperation.messageGeneration).toBeCloseTo(0.5);
    expect(pricingInfo.estimatedCostPerOperation.partnerGeneration).toBeLessThan(0.01);
    // a count beyond every model is shown, and is no average
    for (let time = 0; time < 3; time += 1)
      await aiCall('t3', { operation: 'replyDraft', costUsd: 1.5, tokensCut: true });
    const cut = await usage();
    expect(cut.cutCalls).toBe(seen.cutCalls + 3);
    expect(cut.pricingInfo.estimatedCostPerOperation.replyDraft).toBeLessThan(0.1);
    const longer = await admin.ok<AiUsageView>('GET', '/api/admin/openai-usage/stats?daysAgo=60');
    expect(longer.totalUsage.totalCostUsd).toBe(49);
    expect((await admin.ok<AiUsageView>('GET', '/api/admin/openai-usage/stats')).daysAgo).toBe(30);
  });

  test('nobody else sees it, not even their own calls in the table of the API', async () => {
    expect((await user.call('GET', '/api/admin/openai-usage/stats')).status).toBe(403);
    expect((await new Person(testApp.url).call('GET', '/api/admin/openai-usage/stats')).status).toBe(401);
    expect(await testApp.api.sql`select 1 from read.ai_calls`).toHaveLength(0);
  });

  test.each(['0', '366', '1.5', 'month', '-3'])('daysAgo=%s is refused', async (days) => {
    const answer = await admin.call<ErrorView>('GET', `/api/admin/openai-usage/stats?daysAgo=${days}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/daysAgo/);
  });
});
