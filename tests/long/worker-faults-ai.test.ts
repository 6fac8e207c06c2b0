import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreditsView, ErrorView, GenerateMessagesView, GenerateView, SendView } from '../../api/views.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents, type LeakWatch, watchLeaks } from '../support/leaks.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let leaks: LeakWatch;

beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 400 });
  await retryAtOnce(testApp.owner.sql);
  leaks = watchLeaks(testApp);
});
afterAll(() => testApp.stop());

const events = (tenant: string, type: string) => clearEvents(testApp, tenant, type);

const audience = {
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  targetAudience: 'Trail runners between 25 and 45 who repair their gear',
};
const criteria = { ...audience, platforms: ['linkedin'] };

describe('the AI provider', () => {
  /** Everything that asks the AI, at once; a persistent fault must end each in its own message and event. */
  async function everything(): Promise<void> {
    const [profile, messages, search, contact] = await Promise.all([
      readyPerson(testApp, 0),
      readyCampaign(testApp, { partners: 2, texts: 'none' }),
      readyPerson(testApp, 0),
      readyPerson(testApp, 1),
    ]);
    leaks.remember([...messages.partners, ...contact.partners]);
    const [noProfile, noMessages, found, noContact] = await Promise.all([
      profile.person.call<ErrorView>('POST', '/api/partner-profile/generate', audience),
      messages.person.call<ErrorView>('POST', `/api/campaigns/${messages.campaign.id}/generate-messages`),
      search.person.call<GenerateView>('POST', '/api/partners/generate', { criteria, count: 2 }),
      contact.person.call<ErrorView>('POST', `/api/partners/${contact.partners[0]?.id}/enhance-contact`),
    ]);
    expect(noProfile).toMatchObject({
      status: 503,
      body: { error: 'Failed to generate partner profile. Please try again.' },
    });
    expect(await events(profile.tenant, 'PartnerProfileFailed')).toMatchObject([
      { reason: { provider: 'The AI provider' } },
    ]);

    expect(noMessages).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('No message was written') },
    });
    expect(await events(messages.tenant, 'MessageGenerationFailed')).toHaveLength(2);
    expect(await events(messages.tenant, 'MessagesFinished')).toMatchObject([{ generated: 0, failed: 2 }]);

    expect(found).toMatchObject({ status: 200, body: { valid: true, found: 2, complete: true } });
    expect(await events(search.tenant, 'SearchPlanned')).toEqual([{ planner: 'words' }]);
    leaks.remember(found.body.partners);

    expect(noContact).toMatchObject({ status: 503, body: { error: expect.stringContaining('AI provider') } });
    expect(await events(contact.tenant, 'ContactSearchFailed')).toHaveLength(1);
    expect(await events(contact.tenant, 'CreditReturned')).toHaveLength(1);
    expect(await contact.person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({ remainingCredits: 200 });
    for (const { tenant } of [profile, messages, search, contact]) {
      for (const call of await events(tenant, 'AiCallMade'))
        expect(call).toMatchObject({ outcome: 'error', errorCode: expect.any(String) });
    }
  }

  test.each(['reject-4xx', 'hang'])('%s: each question ends in its message and its event', async (mode) => {
    await testApp.fault('openai', mode, 1000);
    try {
      await everything();
    } finally {
      await testApp.fault('openai', 'none', 1);
    }
  });

  test.each(['429', 'accept-then-500', 'accept-then-reset', 'slow'])(
    '%s once: the question is asked again',
    async (mode) => {
      const { person, tenant } = await readyPerson(testApp, 0);
      await testApp.fault('openai', mode, 1, { delayMs: 100, ...(mode === '429' ? { retryAfter: 1 } : {}) });
      await person.ok('POST', '/api/partner-profile/generate', audience);
      expect((await events(tenant, 'AiCallMade')).map(({ outcome }) => outcome)).toEqual(
        mode === 'slow' ? ['ok'] : ['error', 'ok'],
      );
      expect(await events(tenant, 'PartnerProfileGenerated')).toHaveLength(1);
    },
  );

  test('asks to wait again and again: the question waits as long as it was told to, and is answered', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await testApp.fault('openai', '429', 5, { retryAfter: 1 });
    await person.ok('POST', '/api/partner-profile/generate', audience);
    expect((await events(tenant, 'AiCallMade')).map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 5 }, () => 'error'),
      'ok',
    ]);
  });

  test.each([
    [
      'model_not_found',
      'reject-4xx',
      { status: 404 },
      { code: 'ai_model_missing', model: 'gpt-6.1-terra', setting: 'OPENAI_MODEL_SEARCH' },
    ],
    ['insufficient_quota', '429', { reason: 'insufficient_quota' }, { code: 'ai_no_credit' }],
  ] as const)('%s: asked once, and the log says why', async (code, mode, more, reason) => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await testApp.fault('openai', mode, 1, more);
    expect(await person.call('POST', '/api/partner-profile/generate', audience)).toMatchObject({ status: 503 });
    expect(await events(tenant, 'AiCallMade')).toMatchObject([{ outcome: 'error', errorCode: code }]);
    expect(await events(tenant, 'PartnerProfileFailed')).toMatchObject([{ reason }]);
  });

  test('one of three messages fails: the others are there, and the answer counts it', async () => {
    const { person, campaign, partners } = await readyCampaign(testApp, { partners: 3, texts: 'none' });
    leaks.remember(partners);
    await testApp.fault('openai', 'reject-4xx', 1);
    expect(await person.ok<GenerateMessagesView>('POST', `/api/campaigns/${campaign.id}/generate-messages`)).toEqual({
      generatedCount: 2,
      failedCount: 1,
      failedReason: 'The AI provider refused the request. Ask your administrator to check its settings.',
      keptEdited: 0,
    });
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect(sends.map(({ detail }) => detail).sort()).toEqual([
      'Not generated: The AI provider refused the request. Ask your administrator to check its settings.',
      'Ready for review',
      'Ready for review',
    ]);
    expect(
      await person.ok<GenerateMessagesView>('POST', `/api/campaigns/${campaign.id}/generate-messages`),
    ).toMatchObject({ generatedCount: 1 });
  });

  // the last one: nothing is asked for an hour then
  test('asks to wait for an hour: that is said at once', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await testApp.fault('openai', '429', 1, { retryAfter: 3600 });
    expect(await person.call('POST', '/api/partner-profile/generate', audience)).toMatchObject({ status: 503 });
    expect(await events(tenant, 'PartnerProfileFailed')).toMatchObject([
      { reason: { code: 'provider_waits', provider: 'The AI provider', minutes: 60 } },
    ]);
  });
});

test('none of it left a name, an address or a provider’s text in jobs, output, stream names or clear event data', async () => {
  const { leaked, lookedFor, looked } = await leaks.end();
  expect(leaked).toEqual([]);
  expect(lookedFor).toBeGreaterThan(5);
  expect(looked).toBeGreaterThan(50);
});
