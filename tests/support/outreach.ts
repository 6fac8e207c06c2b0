import { randomBytes } from 'node:crypto';
import type { CampaignView, GenerateMessagesView, PartnerView, SendView, UserView } from '../../api/views.ts';
import { awkwardBio, awkwardName } from './awkwardTexts.ts';
import { Person } from './person.ts';
import type { TestApp } from './testApp.ts';

export type Outreach = {
  person: Person;
  userId: string;
  tenant: string;
  partners: PartnerView[];
  campaign: CampaignView;
  sends: SendView[];
};

/** A made-up person of an imported list with their own address. Most have texts that a layout must be able to take. */
export const importedRow = (index: number, name = awkwardName(index)) => ({
  name,
  profileUrl: `https://www.linkedin.com/in/ada-${randomBytes(5).toString('hex')}-${index}`,
  email: `ada${index}.${randomBytes(4).toString('hex')}@lindqvist.example`,
  followersCount: 12_000 + index,
  bio: awkwardBio(index),
});

const setUpSendGrid = (person: Person): Promise<unknown> =>
  person.ok('PUT', '/api/email-settings', {
    emailProvider: 'sendgrid',
    fromEmail: 'sam@northwind.example',
    sendgridApiKey: 'SG.sandbox',
  });

/** A new person who is ready to send: signed up, with a mailbox, a profile and this many approved partners with addresses. */
export async function readyPerson(
  testApp: Pick<TestApp, 'url'>,
  partnerCount: number,
  mailbox: (person: Person) => Promise<unknown> = setUpSendGrid,
): Promise<Pick<Outreach, 'person' | 'userId' | 'tenant' | 'partners'>> {
  const person = await new Person(testApp.url).signUp(`sam.${randomBytes(5).toString('hex')}@northwind.example`);
  const { id: userId, workspaceId: tenant } = await person.ok<UserView>('GET', '/api/auth/user');
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    userFullName: 'Sam Vale',
    contactEmail: 'sam@northwind.example',
    postalAddress: '12 Ridge Road, Burlington, VT 05401',
    timezone: 'UTC',
    // most tests with several campaigns ask about other rules
    minDaysBetweenCampaigns: 0,
  });
  await mailbox(person);
  if (partnerCount === 0) return { person, userId, tenant, partners: [] };
  const rows = Array.from({ length: partnerCount }, (_, index) => importedRow(index));
  await person.import(rows);
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  await Promise.all(partners.map(({ id }) => person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' })));
  return { person, userId, tenant, partners };
}

/**
 * A draft campaign with this many partners. `texts`: `none` yet, `generated` (written by the AI, to be approved) or `edited` (by hand,
 * and so approved).
 */
export async function readyCampaign(
  testApp: Pick<TestApp, 'url'>,
  options: {
    partners: number;
    texts: 'none' | 'generated' | 'edited';
    dailyLimit?: number;
    mailbox?: (person: Person) => Promise<unknown>;
  },
): Promise<Outreach> {
  const ready = await readyPerson(testApp, options.partners, options.mailbox);
  return { ...ready, ...(await makeCampaign(ready.person, ready.partners, options)) };
}

type CampaignOptions = { texts: 'none' | 'generated' | 'edited'; dailyLimit?: number };

/** Another campaign of the same person for some of their partners, as it was made. */
export const addCampaign = async (
  person: Person,
  partners: readonly PartnerView[],
  options: CampaignOptions,
): Promise<CampaignView> => (await makeCampaign(person, partners, options)).campaign;

/** It does not fetch what the calls answer, because hundreds of tests begin with this. */
async function makeCampaign(
  person: Person,
  partners: readonly PartnerView[],
  options: CampaignOptions,
): Promise<Pick<Outreach, 'campaign' | 'sends'>> {
  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    name: 'Spring vests',
    subjectType: 'static',
    staticSubject: 'A vest for your trails',
    messagePrompt: 'Offer a free vest for an honest review.',
    dailyLimit: options.dailyLimit ?? 10,
  });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: partners.map(({ id }) => id) });
  if (options.texts === 'generated') {
    await person.ok<GenerateMessagesView>('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  }
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  if (options.texts !== 'edited') return { campaign, sends };
  const edited: SendView[] = [];
  for (const { id } of sends) {
    const text = { subject: 'A vest', body: `Hello, this is m${id}.` };
    edited.push(await person.ok<SendView>('PATCH', `/api/campaign-sends/${id}`, text));
  }
  return { campaign, sends: edited };
}
