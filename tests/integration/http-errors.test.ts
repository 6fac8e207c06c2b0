import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CampaignView,
  CreditsView,
  EnhanceView,
  ErrorView,
  GenerateMessagesView,
  GenerateView,
  PartnerView,
  SendView,
} from '../../api/views.ts';
import { leaveCredits } from '../support/credits.ts';
import { idle } from '../support/hurry.ts';
import { addCampaign, importedRow, readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const audience = {
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  targetAudience: 'Trail runners between 25 and 45 who repair their gear',
};

/** Counts a tenant's events of a type. */
async function count(tenant: string, type: string): Promise<number> {
  const [row] = await testApp.owner.sql<{ count: number }[]>`
    select count(*)::int as count from log.events where tenant_id = ${tenant} and type = ${type}`;
  return row?.count ?? 0;
}

const approveAll = (person: Person, partners: PartnerView[]) =>
  Promise.all(partners.map(({ id }) => person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' })));

async function withFoundPartners(): Promise<{ person: Person; tenant: string; partners: PartnerView[] }> {
  const { person, tenant } = await readyPerson(testApp, 0);
  const { partners } = await person.ok<GenerateView>('POST', '/api/partners/generate', {
    criteria: { ...audience, platforms: ['linkedin'] },
    count: 10,
  });
  await approveAll(person, partners);
  return { person, tenant, partners };
}

describe('Get Email', () => {
  test('pays once for one partner however often it is asked at once, and never goes over the limit', async () => {
    const { person, tenant, partners } = await withFoundPartners();
    const [first, ...others] = partners;
    const once = await Promise.all(
      Array.from({ length: 5 }, () => person.call<EnhanceView>('POST', `/api/partners/${first?.id}/enhance-contact`)),
    );
    expect(once.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await count(tenant, 'ContactSearchRequested')).toBe(1);
    expect(await count(tenant, 'CreditReserved')).toBe(1);
    const paid = once[0]?.body.creditUsed ? 1 : 0;
    expect(await person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({
      remainingCredits: 200 - paid,
      used: paid,
    });

    await leaveCredits(testApp, tenant, 3 + paid);
    const answers = await Promise.all(
      others.map(({ id }) => person.call<EnhanceView & ErrorView>('POST', `/api/partners/${id}/enhance-contact`)),
    );
    for (const { status, body } of answers) expect([200, 429], JSON.stringify(body)).toContain(status);
    const { used, remainingCredits } = await person.ok<CreditsView>('GET', '/api/credits');
    expect(used).toBeLessThanOrEqual(200);
    expect(200 - used).toBe(remainingCredits);
    const [most] = await testApp.owner.sql<{ reserved: number }[]>`
      select max(open)::int as reserved from (
        select sum(case type when 'CreditReserved' then 1 when 'CreditReturned' then -1 else 0 end)
          over (order by version) as open
        from log.events where tenant_id = ${tenant} and stream_id like 'credits-%') running`;
    expect(most?.reserved).toBeLessThanOrEqual(200);
  });

  test('at the limit answers 429 with used, limit and when to come back', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 1);
    await leaveCredits(testApp, tenant, 0);
    // the check of the sender's domain records its result, too
    await idle(testApp.owner.sql);
    const before = await testApp.events(tenant);
    const answer = await person.call<ErrorView & { used: number; limit: number }>(
      'POST',
      `/api/partners/${partners[0]?.id}/enhance-contact`,
    );
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ error: 'Monthly credit limit exceeded', used: 200, limit: 200 });
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(31 * 86_400);
    expect(await testApp.events(tenant)).toBe(before);
  });

  test('gives the credit back when nothing is found, and refuses partners who are not approved or not there', async () => {
    const { person, partners } = await readyPerson(testApp, 1);
    const found = await person.ok<EnhanceView>('POST', `/api/partners/${partners[0]?.id}/enhance-contact`);
    expect(found).toMatchObject({ usedHunter: false, source: null, creditsRemaining: 200 });
    expect(found.partner.contactInfo?.email).toBe(partners[0]?.contactInfo?.email);
    await person.import([importedRow(1, 'Bo Ek')]);
    const [pending] = await person.ok<PartnerView[]>('GET', '/api/partners?status=pending');
    expect(await person.call('POST', `/api/partners/${pending?.id}/enhance-contact`)).toMatchObject({
      status: 422,
      body: { error: 'Approve the partner before looking for an email.' },
    });
    await person.ok('DELETE', `/api/partners/${pending?.id}`);
    expect(await person.call('POST', `/api/partners/${pending?.id}/enhance-contact`)).toMatchObject({
      status: 404,
      body: { error: 'Partner not found' },
    });
  });

  // more than the API has connections for
  test('fifteen at once for fifteen partners all get their answer [long]', async () => {
    const { person, partners } = await readyPerson(testApp, 15);
    const answers = await Promise.all(
      partners.map(({ id }) => person.call<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(partners.map(() => 200));
    expect((await person.ok<CreditsView>('GET', '/api/credits')).used).toBe(0);
  });
});

describe('one question asked twice at once is one', () => {
  test('a partner profile, and a search for partners', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const [one, other] = await Promise.all([
      person.ok('POST', '/api/partner-profile/generate', audience),
      person.ok('POST', '/api/partner-profile/generate', audience),
    ]);
    expect(one).toEqual(other);
    expect(await count(tenant, 'PartnerProfileRequested')).toBe(1);

    const search = { criteria: audience, count: 2 };
    const [a, b] = await Promise.all([
      person.ok<GenerateView>('POST', '/api/partners/generate', search),
      person.ok<GenerateView>('POST', '/api/partners/generate', search),
    ]);
    expect(a).toEqual(b);
    expect(await count(tenant, 'SearchRequested')).toBe(1);
    expect(await count(tenant, 'PartnerDiscovered')).toBe(2);
  });

  test('a person from LinkedIn; a third time the person exists already', async () => {
    const { person: finder } = await readyPerson(testApp, 0);
    const known = await finder.ok<GenerateView>('POST', '/api/partners/generate', {
      criteria: { ...audience, platforms: ['linkedin'] },
      count: 1,
    });
    const profileUrl = known.partners[0]?.profileUrl;
    const { person, tenant } = await readyPerson(testApp, 0);
    const answers = await Promise.all([
      person.call<{ partner: PartnerView }>('POST', '/api/partners/ingest-url', { profileUrl }),
      person.call<{ partner: PartnerView }>('POST', '/api/partners/ingest-url', { profileUrl: `${profileUrl}/` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.partner.name).toBe(known.partners[0]?.name);
    expect(await count(tenant, 'SearchRequested')).toBe(1);
    const [search] = await testApp.owner.sql<{ id: string }[]>`
      select stream_id as id from log.events where tenant_id = ${tenant} and type = 'SearchRequested'`;
    // as a 202 names it
    expect(await person.ok('GET', `/api/searches/${search?.id}`)).toMatchObject({ status: 'completed', found: 1 });
    expect((await finder.call('GET', `/api/searches/${search?.id}`)).status).toBe(404);
    expect(await person.call('POST', '/api/partners/ingest-url', { profileUrl })).toMatchObject({
      status: 409,
      body: { error: 'A partner with this LinkedIn profile already exists.' },
    });
    await person.ok('DELETE', `/api/partners/${answers[0]?.body.partner.id}`);
    expect((await person.call('POST', '/api/partners/ingest-url', { profileUrl })).status).toBe(201);
    expect(
      await person.call('POST', '/api/partners/ingest-url', { profileUrl: 'https://linkedin.com/in/nobody-at-all' }),
    ).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^Failed to generate/) },
    });
  });

  test('messages of a campaign, Send Now, and sending again', async () => {
    const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners: 3, texts: 'none' });
    const path = `/api/campaigns/${campaign.id}/generate-messages`;
    const [a, b] = await Promise.all([
      person.ok<GenerateMessagesView>('POST', path),
      person.ok<GenerateMessagesView>('POST', path),
    ]);
    expect(a).toEqual({ generatedCount: 3, unfitCount: 0, failedCount: 0, keptEdited: 0 });
    expect(b).toEqual(a);
    expect(await count(tenant, 'MessagesRequested')).toBe(1);
    expect(await count(tenant, 'MessageGenerated')).toBe(3);

    const [send] = sends;
    const twice = (path: string) =>
      Promise.all([person.call<SendView>('POST', path), person.call<SendView>('POST', path)]);
    for (const { status, body } of await twice(`/api/campaign-sends/${send?.id}/send-now`)) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.status).toBe('sent');
    }
    expect((await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail)).toHaveLength(1);
    const again = await twice(`/api/campaign-sends/${send?.id}/resend`);
    for (const { status, body } of again) expect(status, JSON.stringify(body)).toBe(201);
    expect(again[0]?.body.id).toBe(again[1]?.body.id);
    expect(again[0]?.body.id).not.toBe(send?.id);
    expect((await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail)).toHaveLength(2);
    expect(await count(tenant, 'EmailDispatched')).toBe(2);
  });

  test('approving; approving and rejecting at once ends in one of both', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await person.import([importedRow(0), importedRow(1)]);
    const [one, two] = await person.ok<PartnerView[]>('GET', '/api/partners');
    const set = (id: string | undefined, status: string) =>
      person.call<PartnerView>('PATCH', `/api/partners/${id}/status`, { status });
    const both = await Promise.all([set(one?.id, 'approved'), set(one?.id, 'approved')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count(tenant, 'PartnerApproved')).toBe(1);
    const mixed = await Promise.all([set(two?.id, 'approved'), set(two?.id, 'rejected')]);
    const last = await person.ok<PartnerView>('GET', `/api/partners/${two?.id}`);
    // either decision may come second, and the second one holds
    expect(mixed.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count(tenant, 'PartnerApproved')).toBe(2);
    expect(await count(tenant, 'PartnerRejected')).toBe(1);
    expect(['approved', 'rejected']).toContain(last.status);
  });

  test('an import of the same list [long]', async () => {
    const { person } = await readyPerson(testApp, 0);
    // often enough that the second one comes at every step of the first
    for (let round = 1; round <= 8; round += 1) {
      const rows = Array.from({ length: 10 }, (_, index) => importedRow(index));
      const first = person.call('POST', '/api/partners/import', { rows });
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      const answers = await Promise.all([first, person.call('POST', '/api/partners/import', { rows })]);
      // the rows exist already, or are being added
      const [one, other] = answers.map(({ status }) => status).sort();
      expect([one, other === 409 || other === 200]).toEqual([200, true]);
      expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(10 * round);
    }
  });
});

describe('the error catalogue', () => {
  test('messages: generated already, sent already, not there', async () => {
    const { person, campaign, sends, partners } = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
    const [first, second] = sends;
    expect(await person.call('POST', `/api/campaigns/${campaign.id}/generate-messages`)).toMatchObject({
      status: 400,
      body: { error: 'No pending messages to generate' },
    });
    await person.ok('POST', `/api/campaign-sends/${first?.id}/send-now`);
    const edit = { subject: 'Later', body: 'Too late.' };
    expect(await person.call('PATCH', `/api/campaign-sends/${first?.id}`, edit)).toMatchObject({
      status: 409,
      body: { error: 'Cannot edit messages that have already been sent' },
    });
    expect(await person.call('POST', `/api/campaign-sends/${first?.id}/send-now`)).toMatchObject({ status: 409 });
    expect(await person.call('PATCH', '/api/campaign-sends/nothing', edit)).toMatchObject({
      status: 404,
      body: { error: 'Campaign message not found' },
    });
    expect(await person.call('PATCH', `/api/campaign-sends/${second?.id}/status`, { status: 'replied' })).toMatchObject(
      {
        status: 422,
      },
    );
    const replied = await person.ok<SendView>('PATCH', `/api/campaign-sends/${first?.id}/status`, {
      status: 'replied',
    });
    expect(replied.status).toBe('replied');
    await person.ok('PATCH', `/api/campaign-sends/${first?.id}/status`, { status: 'replied' });

    await person.ok('PATCH', `/api/campaign-sends/${second?.id}`, edit);
    expect(
      await person
        .ok('POST', `/api/campaigns/${campaign.id}/regenerate-messages`)
        .catch((error: Error) => error.message),
    ).toContain('No messages to regenerate');
    expect(
      await person.ok('POST', `/api/campaigns/${campaign.id}/regenerate-messages`, { includeEdited: true }),
    ).toMatchObject({ generatedCount: 1, keptEdited: 0 });
    await person.ok('DELETE', `/api/partners/${partners[0]?.id}`);
    expect(await person.call('DELETE', `/api/partners/${partners[0]?.id}`)).toMatchObject({
      status: 404,
      body: { error: 'Partner not found' },
    });
    await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
    expect(await person.call('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({
      status: 404,
      body: { error: 'Campaign not found' },
    });
  });

  test('sending before the set-up is there says what is missing, and approves nothing', async () => {
    const { person } = await readyPerson(testApp, 0);
    expect(await person.call('PUT', '/api/email-settings', { emailProvider: 'gmail' })).toMatchObject({ status: 200 });
    await person.import([importedRow(0)]);
    const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
    await approveAll(person, partners);
    const campaign = await addCampaign(person, partners, { texts: 'generated' });
    const [send] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    const before = await testApp.events();
    for (const call of [
      () => person.call('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' }),
      () => person.call('POST', `/api/campaign-sends/${send?.id}/send-now`),
    ]) {
      expect(await call()).toMatchObject({
        status: 422,
        body: {
          error:
            'Gmail is chosen, but not connected. Connect your Gmail account in Settings before sending, or choose SendGrid.',
        },
      });
    }
    expect(await testApp.events()).toBe(before);
  });

  test('SendGrid without address and key; a blank key was not given, a blank address is refused; only the last key is kept', async () => {
    const person = await new Person(testApp.url).signUp(`kim.${Date.now()}@northwind.example`);
    const required = { status: 400, body: { error: 'From email and SendGrid API key are required for SendGrid' } };
    const save = (more: object) => person.call('PUT', '/api/email-settings', { emailProvider: 'sendgrid', ...more });
    expect(await save({})).toMatchObject(required);
    expect(await save({ fromEmail: 'kim@northwind.example', sendgridApiKey: '' })).toMatchObject(required);
    expect(await save({ fromEmail: ' ', sendgridApiKey: 'SG.key' })).toMatchObject(required);
    expect(await save({ fromEmail: 'kim@northwind.example', sendgridApiKey: 'SG.key' })).toMatchObject({
      status: 200,
      body: { hasSendGridKey: true, fromEmail: 'kim@northwind.example' },
    });
    expect(JSON.stringify(await person.ok('GET', '/api/email-settings'))).not.toContain('SG.');
    expect(await save({ fromEmail: 'kim2@northwind.example', sendgridApiKey: '' })).toMatchObject({ status: 200 });
    // an address that was cleared is not the stored one
    for (const fromEmail of ['', ' '])
      expect(await save({ fromEmail })).toMatchObject({ ...required, body: { details: { field: 'fromEmail' } } });
    const tenant = await person.tenant();
    await Promise.all([1, 2, 3, 4].map((number) => save({ sendgridApiKey: `SG.${number}` })));
    const secrets = () =>
      testApp.owner.sql`select secret_id from vault.secrets where tenant_id = ${tenant} and kind = 'sendgrid'`;
    await until(secrets, (kept) => kept.length === 1);
  });

  test('sending again from a completed campaign sends; a refused one leaves nothing behind', async () => {
    const { person, campaign, sends } = await readyCampaign(testApp, {
      partners: 1,
      texts: 'generated',
      dailyLimit: 1,
    });
    const [send] = sends;
    await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
    const before = await testApp.events();
    const over = await person.call<ErrorView>('POST', `/api/campaign-sends/${send?.id}/resend`);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await testApp.events()).toBe(before);
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { dailyLimit: 5 });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await testApp.sweep();
    await person.ok('POST', `/api/campaign-sends/${send?.id}/resend`);
    await until(
      () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
      ({ status }) => status === 'completed',
    );
    const last = await person.call<SendView>('POST', `/api/campaign-sends/${send?.id}/resend`);
    expect(last.status, JSON.stringify(last.body)).toBe(201);
    expect((await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail)).toHaveLength(3);
  });
});
