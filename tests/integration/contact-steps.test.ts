import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type {
  AddPartnersView,
  CampaignView,
  CreditsView,
  EnhanceView,
  ErrorView,
  GenerateView,
  PartnerView,
  SendView,
} from '../../api/views.ts';
import { readSourceCredits } from '../../db/read/aiUsage.ts';
import { hunterRecord, isOptedOut } from '../../worker/sandbox/hunter/knowledge.ts';
import { makesUp } from '../../worker/sandbox/openai/web.ts';
import { type SamplePerson, samplePeople } from '../../worker/sandbox/people/sample.ts';
import { hurry, retryAtOnce } from '../support/hurry.ts';
import { clearEvents, type LeakWatch, watchLeaks } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let leaks: LeakWatch;
let set: TestApp['worker'];
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 1_000 });
  await retryAtOnce(testApp.owner.sql);
  leaks = watchLeaks(testApp);
  set = { ...testApp.worker };
});
afterEach(async () => {
  Object.assign(testApp.worker, set);
  for (const provider of ['people_data_labs', 'hunter', 'openai', 'web']) await testApp.fault(provider, 'none', 1);
});
afterAll(() => testApp.stop());

const someone = (fits: (person: SamplePerson) => unknown): SamplePerson => {
  const found = samplePeople.find(fits);
  if (!found) throw new Error('There is no such sample person.');
  return found;
};
const knows = (person: SamplePerson) => hunterRecord(person)?.guess === false;
/** Every source has this person. */
const everywhere = someone((person) => person.email.kind === 'listed' && hunterRecord(person)?.status === 'valid');
const onlyHunter = someone((person) => person.email.kind === 'none' && knows(person) && !makesUp(person));
const onlyWeb = someone(({ email }) => email.kind === 'published');
const nowhere = someone(
  (person) => person.email.kind === 'none' && !knows(person) && !makesUp(person) && !isOptedOut(person),
);
const madeUp = someone((person) => makesUp(person) && !knows(person) && !isOptedOut(person));
const addressOf = ({ email }: SamplePerson) => ('address' in email ? email.address : '');

/**
 * A user with an approved sample person; `path` looks for the address. A profile URL brings the People Data Labs record, with its address. A file
 * brings no record.
 */
async function withPartner({ slug, fullName: name }: SamplePerson, by: 'url' | 'file' = 'url') {
  const ready = await readyPerson(testApp, 0);
  const { person } = ready;
  const profileUrl = `https://linkedin.com/in/${slug}`;
  if (by === 'url') await person.ok('POST', '/api/partners/ingest-url', { profileUrl });
  else await person.import([{ name, profileUrl }]);
  const [partner] = (await person.ok<PartnerView[]>('GET', '/api/partners')) as [PartnerView];
  await person.ok('PATCH', `/api/partners/${partner.id}/status`, { status: 'approved' });
  leaks.remember([partner]);
  return { ...ready, id: partner.id, path: `/api/partners/${partner.id}/enhance-contact` };
}
const used = async (person: Person) => (await person.ok<CreditsView>('GET', '/api/credits')).used;
const outcomes = ({ steps }: Pick<EnhanceView, 'steps'>) => steps.map(({ step, outcome }) => `${step} ${outcome}`);

describe('a search for an address', () => {
  test('ends with the first source that has one, and that one is paid for', async () => {
    const { person, path, tenant } = await withPartner(everywhere, 'file');
    const found = await person.ok<EnhanceView>('POST', path);
    expect(found).toMatchObject({
      ...{ source: 'people_data_labs', usedHunter: true, fallbackUsed: false, creditUsed: true, creditsRemaining: 199 },
      partner: {
        contactInfo: { email: addressOf(everywhere) },
        contactSource: 'people_data_labs',
        contactVerification: { status: 'deliverable', reason: 'mailbox_exists', by: 'hunter' },
      },
    });
    expect(outcomes(found)).toEqual(['known none', 'people_data_labs found']);
    expect(await clearEvents(testApp, tenant, 'CreditKept')).toMatchObject([{ spent: { people_data_labs: 1 } }]);
    expect(await readSourceCredits(testApp.owner, '2000')).toEqual([
      { source: 'people_data_labs', searches: 1, credits: 1 },
    ]);
  });

  test('does not ask the web a second time when it took too long: it was paid for [long]', async () => {
    const { person, path, tenant } = await withPartner(nowhere, 'file');
    await testApp.fault('openai', 'hang', 1_000);
    expect(await person.call('POST', path)).toMatchObject({
      body: { error: expect.stringContaining('took too long') },
    });
    expect(await clearEvents(testApp, tenant, 'AiCallMade')).toMatchObject([{ errorCode: 'timeout' }]);
  });

  test('takes what came with the record of a person first, at no credit; nothing shows it before', async () => {
    const { person, path, id, tenant } = await withPartner(everywhere, 'url');
    for (const where of ['/api/partners', `/api/partners/${id}`, '/api/history']) {
      const shown = JSON.stringify(await person.ok('GET', where));
      expect(shown, where).toContain(everywhere.fullName);
      expect(shown, where).not.toContain(addressOf(everywhere));
    }
    const found = await person.ok<EnhanceView>('POST', path);
    expect(found).toMatchObject({
      ...{ source: 'people_data_labs', usedHunter: true, creditUsed: false, creditsRemaining: 200 },
      partner: { contactInfo: { email: addressOf(everywhere) }, contactSource: 'people_data_labs' },
    });
    expect(found.partner.contactInfo?.socialProfiles).not.toEqual([]);
    expect(outcomes(found)).toEqual(['known found']);
    expect(await clearEvents(testApp, tenant, 'CreditKept')).toEqual([]);
  });

  test('goes on to Hunter, which is paid for, too', async () => {
    const { person, path } = await withPartner(onlyHunter);
    const found = await person.ok<EnhanceView>('POST', path);
    expect(found).toMatchObject({ source: 'hunter', usedHunter: true, creditUsed: true, creditsRemaining: 199 });
    expect(outcomes(found)).toEqual(['known none', 'people_data_labs none', 'hunter found']);
    expect(found.partner.contactSourceUrl).toBe(`https://www.${onlyHunter.domain}/team`);
  });

  test('goes on to the web, which costs no credit; the page that shows the address is its source', async () => {
    const { person, path } = await withPartner(onlyWeb);
    const found = await person.ok<EnhanceView>('POST', path);
    expect(found).toMatchObject({ source: 'ai', usedHunter: false, fallbackUsed: true, creditUsed: false });
    expect(found.partner.contactInfo?.email).toBe(addressOf(onlyWeb));
    expect(found.partner.contactSourceUrl).toMatch(
      new RegExp(`^${testApp.sandboxUrl}/pages/${onlyWeb.domain}/contact`),
    );
    expect(await used(person)).toBe(0);
  });

  test('every source that fails is passed over, and so is one without a key', async () => {
    const { person, path } = await withPartner(everywhere, 'file');
    await testApp.fault('people_data_labs', 'reject-4xx', 100, { status: 402 });
    const found = await person.ok<EnhanceView>('POST', path);
    expect(found).toMatchObject({ source: 'hunter', partner: { contactInfo: { email: addressOf(everywhere) } } });
    expect(found.steps[1]).toEqual({
      ...{
        step: 'people_data_labs',
        outcome: 'failed',
        reason: 'People Data Labs has no credits left. Ask your administrator to add credits.',
      },
    });
    testApp.worker.peopleData = null;
    expect(outcomes(await person.ok<EnhanceView>('POST', path))).toEqual([
      ...['known none', 'people_data_labs not_set_up', 'hunter found'],
    ]);
  });

  test('that found nobody says which sources failed and why, and costs nothing', async () => {
    const { person, path, tenant } = await withPartner(nowhere);
    await testApp.fault('people_data_labs', 'reject-4xx', 100, { status: 402 });
    await testApp.fault('hunter', '429', 100);
    const none = await person.call<ErrorView>('POST', path);
    expect(none).toMatchObject({
      status: 503,
      body: {
        error:
          'People Data Labs has no credits left. Ask your administrator to add credits. Hunter has no credits left. Ask your administrator to add credits.',
      },
    });
    expect(await clearEvents(testApp, tenant, 'ContactSearchFailed')).toMatchObject([
      { steps: [{}, { outcome: 'failed' }, { outcome: 'failed' }, { step: 'ai', outcome: 'none' }] },
    ]);
    expect(await used(person)).toBe(0);
  });

  test('a source that comes back in a moment is asked again before the web is', async () => {
    const { person, path, tenant } = await withPartner(everywhere, 'file');
    testApp.worker.hunter = null;
    await testApp.fault('people_data_labs', '500', 1);
    expect(await person.ok<EnhanceView>('POST', path)).toMatchObject({ source: 'people_data_labs' });
    expect(await clearEvents(testApp, tenant, 'AiCallMade')).toEqual([]);
  });

  test('an address that no page shows is none [long]', async () => {
    const { person, path } = await withPartner(madeUp);
    const none = await person.ok<EnhanceView>('POST', path);
    expect(none.partner).toMatchObject({ emailStatus: 'no_email_found', contactInfo: null });
    expect(outcomes(none).at(-1)).toBe('ai unproven');
    const gone = await withPartner(onlyWeb);
    await testApp.fault('web', 'reject-4xx', 100, { status: 404 });
    expect(outcomes(await gone.person.ok<EnhanceView>('POST', gone.path)).at(-1)).toBe('ai unproven');
  });

  test('an address that takes no mail is passed over, and costs nothing', async () => {
    const { person, path } = await withPartner(everywhere, 'file');
    // Hunter's finder would know better than the DNS
    testApp.worker.hunter = null;
    testApp.worker.dns = { txt: async () => [], mx: async () => [], addresses: async () => [] };
    const none = await person.ok<EnhanceView>('POST', path);
    expect(outcomes(none)).toEqual([
      ...['known none', 'people_data_labs undeliverable', 'hunter not_set_up', 'ai none'],
    ]);
    expect(none).toMatchObject({ creditUsed: false, partner: { contactInfo: null } });
    expect(await used(person)).toBe(0);
  });

  test('is not made again when another source fails, once a record was paid for', async () => {
    const { person, path, tenant } = await withPartner(everywhere, 'file');
    const { peopleData } = testApp.worker;
    if (!peopleData) throw new Error('There is no People Data Labs.');
    let bought = 0;
    const enrich: typeof peopleData.enrich = (...asked) => {
      bought += 1;
      return peopleData.enrich(...asked);
    };
    testApp.worker.peopleData = { ...peopleData, enrich };
    testApp.worker.dns = { txt: async () => [], mx: async () => [], addresses: async () => [] };
    await testApp.fault('hunter', '500', 100);
    expect(await person.call<ErrorView>('POST', path)).toMatchObject({ status: 503 });
    expect(bought).toBe(1);
    expect(await clearEvents(testApp, tenant, 'CreditReturned')).toMatchObject([{ spent: { people_data_labs: 1 } }]);
  });
});

describe('a person who asked Hunter not to share their data', () => {
  test('is removed permanently: erased, not found again, and not added again', async () => {
    const person = someone(isOptedOut);
    const { person: user, path, id, tenant } = await withPartner(person);
    const answer = await user.call<ErrorView>('POST', path);
    const gone = 'This person asked not to share their data. They were removed permanently.';
    expect(answer).toMatchObject({ status: 410, body: { error: gone } });
    expect(await clearEvents(testApp, tenant, 'PartnerOptedOut')).toEqual([{ provider: 'hunter' }]);
    expect(await user.ok<PartnerView[]>('GET', '/api/partners')).toEqual([]);
    await until(
      () => clearEvents(testApp, tenant, 'ErasureCompleted'),
      ({ length }) => length === 1,
    );
    expect(await testApp.api.load(tenant, { kind: 'partner', id } as never)).toMatchObject({
      state: { erased: true, person: null, optedOut: true },
    });
    expect(await used(user)).toBe(0);
    const again = await user.call<ErrorView>('POST', '/api/partners/ingest-url', {
      profileUrl: `https://linkedin.com/in/${person.slug}`,
    });
    expect(again.status).toBe(410);
    const profileUrl = `https://linkedin.com/in/${person.slug}`;
    const others = { name: 'Noor Haddad', profileUrl: 'https://linkedin.com/in/noor-haddad-77' };
    const rows = [{ name: person.fullName, profileUrl }, others];
    expect(await user.import(rows)).toMatchObject({
      addedCount: 1,
      leftOut: [{ line: 1, problem: gone }],
    });
    // an older address of theirs leads to the same record, which is paid for once
    const { peopleData } = testApp.worker;
    if (!peopleData) throw new Error('There is no People Data Labs.');
    const looked: string[] = [];
    const enrich: typeof peopleData.enrich = (url) => {
      looked.push(url);
      return peopleData.enrich(profileUrl);
    };
    testApp.worker.peopleData = { ...peopleData, enrich };
    const older = { profileUrl: 'https://linkedin.com/in/an-older-name' };
    expect(await user.call<ErrorView>('POST', '/api/partners/ingest-url', older)).toMatchObject({
      ...{ status: 410, body: { error: gone } },
    });
    expect(looked).toHaveLength(1);
    expect(await clearEvents(testApp, tenant, 'SearchFailed')).toMatchObject([{ reason: { code: 'opted_out' } }]);
    testApp.worker.peopleData = peopleData;
    const criteria = { targetAudience: person.bio, industry: person.industry.name, platforms: [] };
    const found = await user.call<GenerateView>('POST', '/api/partners/generate', { criteria, count: 10 });
    expect(found.body.partners.map(({ name }) => name)).not.toContain(person.fullName);
  });
});

describe('whether an address takes mail', () => {
  let person: Person;
  let partners: PartnerView[];
  beforeAll(async () => {
    ({ person, partners } = await readyPerson(testApp, 11));
  });
  const typed = async (email: string) => {
    const { id = '' } = partners.pop() ?? {};
    await person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email } });
    const look = async () => {
      await hurry(testApp.owner.sql);
      return (await person.ok<PartnerView[]>('GET', '/api/partners')).find((one) => one.id === id);
    };
    return (await until(look, (one) => one?.contactVerification !== null))?.contactVerification;
  };

  test.each([
    ['ada@no-mail.example', { status: 'undeliverable', reason: 'domain_takes_none', by: 'mx' }],
    ['ada@gone.example', { status: 'undeliverable', reason: 'domain_takes_none', by: 'mx' }],
    ['ada@web-only.example', { status: 'unknown', by: 'hunter' }],
    ['ada@gmail.com', { status: 'risky', reason: 'webmail', by: 'hunter' }],
    // the verification is not ready twice
    ['ada@slow.example', { status: 'deliverable', by: 'hunter' }],
  ])('is found out after %s was typed', async (email, expected) => expect(await typed(email)).toMatchObject(expected));

  test.each([
    ['there is no key', () => Object.assign(testApp.worker, { hunter: null })],
    ['its account is empty', () => testApp.fault('hunter', '429', 100)],
    ['it is down', () => testApp.fault('hunter', '500', 100)],
  ])('the DNS says as much as it can when %s', async (_name, given) => {
    await given();
    expect(await typed('ada@elsewhere.example')).toMatchObject({
      status: 'unknown',
      reason: 'domain_takes_mail',
      by: 'mx',
    });
    expect(await typed('ada@broken.example')).toMatchObject({ status: 'unknown', reason: 'no_answer', by: 'mx' });
  });
});

describe('an imported address', () => {
  const partnersOf = async (person: Person) => {
    await hurry(testApp.owner.sql);
    return person.ok<PartnerView[]>('GET', '/api/partners');
  };

  test('is verified once its partner joins a campaign, and nothing is sent to one that takes no mail', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const emails = ['ada@elsewhere.example', 'ada@gone.example', 'ada@no-campaign.example'];
    const rows = emails.map((email, index) => ({
      ...{ name: `Ada Verne ${index}`, profileUrl: `https://linkedin.com/in/ada-verne-${index}`, email },
    }));
    await person.import(rows);
    const imported = await partnersOf(person);
    for (const { id } of imported) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const by = (partners: PartnerView[], email: string | undefined) =>
      partners.find(({ contactInfo }) => contactInfo?.email === email);
    const idOf = (index: number) => by(imported, emails[index])?.id ?? '';

    const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
      ...{ name: 'Spring', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer a vest.' },
      dailyLimit: 10,
    });
    const join = (ids: string[]) =>
      person.ok<AddPartnersView>('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: ids });
    await join([idOf(0), idOf(1)]);
    const verified = await until(
      () => partnersOf(person),
      (partners) => [0, 1].every((index) => by(partners, emails[index])?.contactVerification),
    );
    expect(by(verified, emails[0])).toMatchObject({
      ...{ contactSource: 'import', contactFoundAt: expect.stringMatching(/^20/) },
      contactVerification: { status: 'unknown', by: 'hunter', at: expect.stringMatching(/^20/) },
    });
    expect(by(verified, emails[1])?.contactVerification).toMatchObject({ status: 'undeliverable', by: 'mx' });
    // a partner in no campaign costs no verification
    expect(by(verified, emails[2])?.contactVerification).toBeNull();
    expect(await clearEvents(testApp, tenant, 'ContactVerified')).toHaveLength(2);

    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    const dead = sends.find((send) => send.partner.id === idOf(1));
    await person.ok('PATCH', `/api/campaign-sends/${dead?.id}`, {
      subject: 'A vest',
      body: 'Hello Ada Verne, a vest?',
    });
    const refused = await person.call<ErrorView>('POST', `/api/campaign-sends/${dead?.id}/send-now`, {});
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringMatching(/receives no email/) } });
    expect((await testApp.outbox()).map(({ to }) => to)).not.toContain(emails[1]);
  });
});

test('none of it left a name, an address or a provider’s text in jobs, output, stream names or clear event data', async () => {
  const { leaked, lookedFor } = await leaks.end();
  expect(leaked).toEqual([]);
  expect(lookedFor).toBeGreaterThan(5);
});
