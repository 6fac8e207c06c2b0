import { expect } from 'vitest';
import type {
  AddPartnersView,
  CampaignView,
  EnhanceView,
  GenerateMessagesView,
  GenerateView,
  PartnerView,
  SendView,
} from '../../api/views.ts';
import { Person, until } from './person.ts';
import type { OutboxMail } from './testApp.ts';

const PLATFORMS = ['instagram', 'youtube', 'tiktok', 'linkedin'];

/** A campaign that runs, in an installation of processes of their own. */
export type RunningCampaign = { person: Person; id: string; count: number };

/** Does by the API what a new user does: from sign-up to a campaign that sends. `url`: of the API. `searches`: each on another platform, for up to 10 partners. */
export async function runCampaign(url: string, searches = 1): Promise<RunningCampaign> {
  const person = await new Person(url).signUp('robin@northwind.example');
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    userFullName: 'Robin Vale',
    contactEmail: 'robin@northwind.example',
    postalAddress: '12 Ridge Road, Burlington, VT 05401',
    timezone: 'UTC',
  });
  let all = 0;
  for (const platform of PLATFORMS.slice(0, searches)) {
    const { found } = await person.ok<GenerateView>('POST', '/api/partners/generate', {
      criteria: { description: 'Repairable packs', platforms: [platform], industry: 'Fitness' },
      count: 10,
    });
    all += found;
  }
  expect(all).toBeGreaterThan(2);
  const withEmail: string[] = [];
  for (const { id } of await person.ok<PartnerView[]>('GET', '/api/partners')) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const { partner } = await person.ok<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`);
    if (partner.contactInfo?.email) withEmail.push(id);
  }
  await person.ok('PUT', '/api/email-settings', {
    emailProvider: 'sendgrid',
    fromEmail: 'robin@northwind.example',
    sendgridApiKey: 'SG.sandbox',
  });
  const { id } = await person.ok<CampaignView>('POST', '/api/campaigns', {
    name: 'Spring vests',
    subjectType: 'static',
    staticSubject: 'A vest for your trails',
    messagePrompt: 'Offer a free vest for an honest review.',
    dailyLimit: 10,
  });
  const { addedCount } = await person.ok<AddPartnersView>('POST', `/api/campaigns/${id}/partners`, {
    // the limit of a day
    partnerIds: withEmail.slice(0, 10),
  });
  expect(addedCount).toBeGreaterThan(1);
  const written = await person.ok<GenerateMessagesView>('POST', `/api/campaigns/${id}/generate-messages`);
  expect(written.generatedCount).toBe(addedCount);
  await person.ok('PUT', `/api/campaigns/${id}/status`, { status: 'active' });
  return { person, id, count: addedCount };
}

/** The addresses that the sandbox got an email for. `url`: of the sandbox. */
export async function outboxOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/outbox`, { headers: { Accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: OutboxMail[] };
  return messages.map(({ to }) => to).sort();
}

/** Waits for the end of the campaign, and sees that each recipient got one email. */
export async function sentOnceEach({ person, id, count }: RunningCampaign, sandbox: string, ms?: number) {
  await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${id}`),
    ({ status }) => status === 'completed',
    ms,
  );
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
  const outbox = await outboxOf(sandbox);
  expect(outbox).toEqual(sends.map(({ recipientEmail }) => recipientEmail).sort());
  expect(outbox).toHaveLength(count);
}
