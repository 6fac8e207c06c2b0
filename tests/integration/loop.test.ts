import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AddPartnersView,
  CampaignView,
  CreditsView,
  EnhanceView,
  GenerateMessagesView,
  GenerateView,
  PartnerDetailView,
  PartnerView,
  SendView,
  StatsView,
  UserView,
} from '../../api/views.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let robin: Person;

beforeAll(async () => {
  testApp = await startTestApp();
  robin = new Person(testApp.url);
});
afterAll(() => testApp.stop());

test('the whole loop over HTTP, from sign-up to a reply, ends with exactly those mails in the outbox', async () => {
  await robin.signUp('robin@northwind.example');
  const me = await robin.ok<UserView>('GET', '/api/auth/user');
  expect(me).toMatchObject({ email: 'robin@northwind.example', isAdmin: true, sandbox: true });
  expect(await robin.ok('GET', '/api/business-profile')).toBeNull();

  await robin.ok('POST', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    description: 'Repairable packs and vests for trail runners.',
  });
  const inputs = {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    targetAudience: 'Trail runners between 25 and 45 who repair their gear',
    businessDescription: 'Repairable packs and vests for trail runners.',
    preferredPlatforms: ['linkedin', 'instagram'],
  };
  const made = await robin.ok<{ description: string; platforms: string[] }>(
    'POST',
    '/api/partner-profile/generate',
    inputs,
  );
  expect(made.description).toContain('Northwind Trail Gear');
  expect(made.platforms).toEqual(['linkedin', 'instagram']);

  const criteria = { ...made, targetAudience: inputs.targetAudience, industry: 'Fitness' };
  const search = await robin.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 10 });
  expect(search).toMatchObject({ valid: true, requested: 10, found: 10, complete: true });

  const partners = await robin.ok<PartnerView[]>('GET', '/api/partners');
  expect(partners).toHaveLength(10);
  expect(new Set(partners.map(({ profileUrl }) => profileUrl)).size).toBe(10);
  for (const { matchScore } of partners) expect(matchScore).toBeGreaterThan(0);
  const detail = await robin.ok<PartnerDetailView>('GET', `/api/partners/${partners[0]?.id}`);
  expect(detail.parts.reduce((sum, { points }) => sum + points, 0)).toBe(detail.matchScore);
  expect(detail.evidence.length).toBeGreaterThan(0);
  // by words, or by the AI
  expect(detail.history.map(({ what }) => what.replace('Roughly scored', 'Scored'))).toContain(
    `Scored ${detail.matchScore}`,
  );

  const ids = partners.map(({ id }) => id);
  for (const id of ids.slice(0, 9)) await robin.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  await robin.ok('PATCH', `/api/partners/${ids[9]}/status`, { status: 'rejected' });

  let spent = 0;
  const withEmail: string[] = [];
  for (const id of ids.slice(0, 9)) {
    const found = await robin.ok<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`);
    if (found.creditUsed) spent += 1;
    if (found.partner.contactInfo?.email) withEmail.push(id);
    else expect(found.partner.emailStatus).toBe('no_email_found');
  }
  expect(withEmail.length).toBeGreaterThanOrEqual(3);
  expect(await robin.ok<CreditsView>('GET', '/api/credits')).toMatchObject({
    remainingCredits: 200 - spent,
    monthlyLimit: 200,
  });

  await robin.ok('PUT', '/api/email-settings', {
    emailProvider: 'sendgrid',
    fromEmail: 'robin@northwind.example',
    sendgridApiKey: 'SG.sandbox',
  });
  await robin.ok('PUT', '/api/business-profile', {
    userFullName: 'Robin Vale',
    contactEmail: 'robin@northwind.example',
    postalAddress: '12 Ridge Road, Burlington, VT 05401',
    timezone: 'America/New_York',
  });

  const campaign = await robin.ok<CampaignView>('POST', '/api/campaigns', {
    name: 'Spring vests',
    subjectType: 'show_me_you_know_me',
    invitationText: 'try our new vest',
    messagePrompt: 'Offer a free vest for an honest review and ask for a short call.',
    dailyLimit: 10,
  });
  const chosen = withEmail.slice(0, 5);
  const added = await robin.ok<AddPartnersView>('POST', `/api/campaigns/${campaign.id}/partners`, {
    partnerIds: [...chosen, ids[9]],
  });
  expect(added).toEqual({ addedCount: chosen.length, skipped: [{ partnerId: ids[9], reason: 'not approved' }] });

  const early = await robin.call<{ error: string }>('PUT', `/api/campaigns/${campaign.id}/status`, {
    status: 'active',
  });
  expect(early).toMatchObject({ status: 422, body: { details: { missing: chosen.length } } });

  const written = await robin.ok<GenerateMessagesView>('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  expect(written).toEqual({ generatedCount: chosen.length, failedCount: 0, unfitCount: 0, keptEdited: 0 });
  const again = await robin.call<{ error: string }>('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  expect(again).toMatchObject({ status: 400, body: { error: 'No pending messages to generate' } });

  const sends = await robin.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  expect(new Set(sends.map(({ body }) => body)).size).toBe(chosen.length);
  const [first, second] = sends;
  const edited = { subject: 'A vest for your next run', body: 'Hello,\n\nthis one I wrote by hand.' };
  await robin.ok('PATCH', `/api/campaign-sends/${first?.id}`, edited);
  const sent = await robin.ok<SendView>('POST', `/api/campaign-sends/${second?.id}/send-now`);
  expect(sent.status).toBe('sent');
  expect((await robin.call('POST', `/api/campaign-sends/${second?.id}/send-now`)).status).toBe(409);
  expect((await robin.call('PATCH', `/api/campaign-sends/${second?.id}`, edited)).status).toBe(409);

  expect(
    await robin.ok<CampaignView>('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' }),
  ).toMatchObject({
    status: 'active',
  });
  const done = await until(
    () => robin.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ status }) => status === 'completed',
  );
  expect(done).toMatchObject({ sentCount: chosen.length, pendingCount: 0, failedCount: 0 });

  const mails = await testApp.outbox();
  expect(mails.map(({ to }) => to).sort()).toEqual(sends.map(({ recipientEmail }) => recipientEmail).sort());
  expect(new Set(mails.map(({ customArgs }) => customArgs.send_id)).size).toBe(chosen.length);
  for (const { text, from } of mails) {
    expect(from).toBe('robin@northwind.example');
    expect(text).toMatch(
      /Best,\nRobin Vale\nNorthwind Trail Gear\nrobin@northwind\.example\n\n12 Ridge Road, Burlington, VT 05401\n\nIf you would rather not hear from me again, unsubscribe here:\nhttp:\/\/localhost\/u\/\S+$/,
    );
  }
  expect(mails.find(({ subject }) => subject === edited.subject)?.text).toContain('this one I wrote by hand.');

  expect(
    await robin.ok<SendView>('PATCH', `/api/campaign-sends/${second?.id}/status`, { status: 'replied' }),
  ).toMatchObject({
    status: 'replied',
  });
  const stats = await robin.ok<StatsView>('GET', '/api/dashboard/stats');
  expect(stats).toMatchObject({
    totalPartners: 10,
    approvedPartners: 9,
    totalEmailsSent: chosen.length,
    responseRate: Math.round(1000 / chosen.length) / 10,
  });
});
