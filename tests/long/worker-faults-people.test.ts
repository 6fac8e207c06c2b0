import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CreditsView, ErrorView, GenerateView, PartnerView, SearchView } from '../../api/views.ts';
import { peopleDataLabs } from '../../worker/providers/peopleDataLabs/client.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { type SamplePerson, samplePeople } from '../../worker/sandbox/people/sample.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents, type LeakWatch, watchLeaks } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let leaks: LeakWatch;

beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 400 });
  await retryAtOnce(testApp.owner.sql);
  leaks = watchLeaks(testApp);
  // here nobody else finds those whom People Data Labs does not
  testApp.worker.openPage = null;
});
afterAll(() => testApp.stop());

const events = (tenant: string, type: string) => clearEvents(testApp, tenant, type);

const audience = {
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  targetAudience: 'Trail runners between 25 and 45 who repair their gear',
};
const criteria = { ...audience, platforms: ['linkedin'] };

/** Few speak of this audience, so the search asks a second time for the topics alone. */
const twoPages = criteria;

describe('People Data Labs', () => {
  test('a plan that hides addresses is named, and costs no credit of the user', async () => {
    const { person } = await readyPerson(testApp, 0);
    const { slug, fullName: name } = samplePeople.find(({ email }) => email.kind === 'listed') as SamplePerson;
    // a file brings no record that has the address already
    await person.import([{ name, profileUrl: `https://linkedin.com/in/${slug}` }]);
    const [partner] = (await person.ok<PartnerView[]>('GET', '/api/partners')) as [PartnerView];
    await person.ok('PATCH', `/api/partners/${partner.id}/status`, { status: 'approved' });
    const shown = testApp.worker.peopleData;
    const { hunter } = testApp.worker;
    Object.assign(testApp.worker, {
      peopleData: peopleDataLabs({ apiKey: 'free-plan', baseUrl: `${testApp.sandboxUrl}/pdl/v5` }),
      hunter: null,
    });
    onTestFinished(() => {
      Object.assign(testApp.worker, { peopleData: shown, hunter });
    });
    const path = `/api/partners/${partner.id}/enhance-contact`;
    const hidden = await person.call<ErrorView>('POST', path);
    expect(hidden).toMatchObject({ status: 503, body: { error: expect.stringContaining('does not show addresses') } });
    expect(await person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({ used: 0 });
    testApp.worker.peopleData = shown;
    expect(await person.ok('POST', path)).toMatchObject({ partner: { contactSource: 'people_data_labs' } });
  });

  test.each(['reject-4xx', 'hang'])('%s: no partner, no credit, and the reason', async (mode) => {
    const [search, contact, url] = await Promise.all([
      readyPerson(testApp, 0),
      readyPerson(testApp, 1),
      readyPerson(testApp, 0),
    ]);
    leaks.remember(contact.partners);
    await testApp.fault('people_data_labs', mode, 1000);
    const [none, noContact, noUrl] = await Promise.all([
      search.person.call<ErrorView>('POST', '/api/partners/generate', { criteria, count: 2 }),
      contact.person.call<ErrorView>('POST', `/api/partners/${contact.partners[0]?.id}/enhance-contact`),
      url.person.call<ErrorView>('POST', '/api/partners/ingest-url', {
        profileUrl: 'https://linkedin.com/in/someone',
      }),
    ]);
    await testApp.fault('people_data_labs', 'none', 1);
    expect(none).toMatchObject({ status: 502, body: { error: expect.stringContaining('People Data Labs') } });
    expect(await events(search.tenant, 'SearchFailed')).toMatchObject([
      { sources: [{ source: 'people_data_labs', found: 0 }] },
    ]);
    expect(await search.person.ok<SearchView>('GET', '/api/searches/latest')).toMatchObject({
      status: 'failed',
      error: none.body.error,
    });
    expect(noContact).toMatchObject({ status: 503, body: { error: expect.stringContaining('People Data Labs') } });
    expect(await events(contact.tenant, 'ContactSearchFailed')).toHaveLength(1);
    expect(await contact.person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({
      remainingCredits: 200,
      used: 0,
    });
    expect(noUrl).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/^Failed to generate partner data: People Data Labs/) },
    });
  });

  test('an answer that cannot be read: what it cost is recorded', async () => {
    const [search, contact, url] = await Promise.all([
      readyPerson(testApp, 0),
      readyPerson(testApp, 1),
      readyPerson(testApp, 0),
    ]);
    leaks.remember(contact.partners);
    const { peopleData } = testApp.worker;
    const broken = async () => {
      throw new ProviderError(
        { code: 'provider_unusable', provider: 'People Data Labs' },
        'bad_answer',
        false,
        null,
        3,
      );
    };
    Object.assign(testApp.worker, { peopleData: { ...peopleData, search: broken, enrich: broken } });
    onTestFinished(() => {
      Object.assign(testApp.worker, { peopleData });
    });
    const profileUrl = 'https://linkedin.com/in/someone';
    const calls = await Promise.all([
      search.person.call('POST', '/api/partners/generate', { criteria, count: 2 }),
      contact.person.call('POST', `/api/partners/${contact.partners[0]?.id}/enhance-contact`),
      url.person.call('POST', '/api/partners/ingest-url', { profileUrl }),
    ]);
    expect(calls.every(({ status }) => status >= 500)).toBe(true);
    const spent = [{ source: 'people_data_labs', credits: 3 }];
    expect(await events(search.tenant, 'SourceCreditsSpent')).toMatchObject(spent);
    expect(await events(url.tenant, 'SourceCreditsSpent')).toMatchObject(spent);
    expect(await events(contact.tenant, 'CreditReturned')).toMatchObject([{ spent: { people_data_labs: 3 } }]);
  });

  test.each(['429', 'accept-then-500', 'accept-then-reset', 'slow'])(
    '%s once: asked again, nobody is counted twice',
    async (mode) => {
      const { person, tenant } = await readyPerson(testApp, 0);
      // its own answer to a 429 is when the next minute begins
      await testApp.fault('people_data_labs', mode, 1, { delayMs: 100, ...(mode === '429' ? { retryAfter: 1 } : {}) });
      const found = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 2 });
      expect(found).toMatchObject({ found: 2, complete: true });
      leaks.remember(found.partners);
      expect(await events(tenant, 'SearchCompleted')).toMatchObject([{ duplicates: 0 }]);
    },
  );

  test('a search of which one source fails keeps whom the other found, and says so', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await testApp.fault('people_data_labs', 'reject-4xx', 1000);
    // few of those who have a channel speak of this audience
    const both = { ...criteria, platforms: ['linkedin', 'youtube'] };
    const search = () => person.call<GenerateView>('POST', '/api/partners/generate', { criteria: both, count: 10 });
    let half = await search();
    let before = 0;
    for (; half.body.complete && before < 100; before += 10) half = await search();
    await testApp.fault('people_data_labs', 'none', 1);
    expect(half).toMatchObject({
      status: 200,
      body: {
        valid: true,
        requested: 10,
        complete: false,
        sources: [{ source: 'youtube' }, { error: expect.stringContaining('People Data Labs') }],
      },
    });
    expect(half.body.found).toBeGreaterThan(0);
    expect(half.body.found).toBeLessThan(10);
    expect(half.body.partners).toHaveLength(half.body.found);
    const all = await person.ok<PartnerView[]>('GET', '/api/partners');
    expect(all).toHaveLength(before + half.body.found);
    leaks.remember(all);
    const short = (await events(tenant, 'SearchCompleted')).filter((event) => !event.complete);
    expect(short).toMatchObject([{ sources: [{ found: half.body.found }, { found: 0, error: expect.any(String) }] }]);
  });

  test('an interrupted search goes on, and does not take its own finds for known people', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const running = person.ok<GenerateView>('POST', '/api/partners/generate', { criteria: twoPages, count: 10 });
    await until(
      () => person.ok<SearchView | null>('GET', '/api/searches/latest'),
      (latest) => latest?.status === 'running' && latest.found > 0,
    );
    await testApp.fault('people_data_labs', '500', 1);
    const whole = await running;
    expect(whole).toMatchObject({ found: 10, complete: true });
    leaks.remember(whole.partners);
    const [last] = await events(tenant, 'SearchCompleted');
    expect(last).toMatchObject({ duplicates: 0 });
  });
});

test('none of it left a name, an address or a provider’s text in jobs, output, stream names or clear event data', async () => {
  const { leaked, lookedFor, looked } = await leaks.end();
  expect(leaked).toEqual([]);
  expect(lookedFor).toBeGreaterThan(5);
  expect(looked).toBeGreaterThan(50);
});
