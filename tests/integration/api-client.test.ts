import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CampaignView,
  EnhanceView,
  GenerateMessagesView,
  GenerateView,
  PartnerView,
  SendView,
} from '../../api/views.ts';
import { program } from '../support/accessToken.ts';
import { generateClient } from '../support/apiClient.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test('the main loop runs through a client that is generated from the document, with a token and the examples of the document', async () => {
  const person = await new Person(testApp.url).signUp('robin@northwind.example');
  const { token } = await program(person, ['read', 'propose', 'decide', 'send'], {
    password: 'correct horse battery',
  });
  const call = await generateClient(testApp.url, { Authorization: `Bearer ${token}` });
  await call('putBusinessProfile');
  // a key of a provider is typed by a person
  await (await generateClient(testApp.url, { Cookie: person.cookie }))('putEmailSettings');
  const { found } = await call<GenerateView>('postPartnersGenerate');
  expect(found).toBeGreaterThan(2);
  const withEmail: string[] = [];
  for (const { id } of await call<PartnerView[]>('getPartners')) {
    await call('patchPartnersByIdStatus', { id });
    const { partner } = await call<EnhanceView>('postPartnersByIdEnhanceContact', { id });
    if (partner.contactInfo?.email) withEmail.push(id);
  }
  const [first = ''] = withEmail;
  await call('patchPartnersByIdNotes', { id: first });
  await call('postPartnersByIdContact', { id: first });
  const { id } = await call<CampaignView>('postCampaigns');
  await call('postCampaignsByIdPartners', { id, body: { partnerIds: withEmail } });
  const { generatedCount } = await call<GenerateMessagesView>('postCampaignsByIdGenerateMessages', { id });
  expect(generatedCount).toBe(withEmail.length);
  const [edited] = await call<SendView[]>('getCampaignsByIdSends', { id });
  await call('patchCampaignSendsById', { id: edited?.id });
  await call('postSuppressions');
  await call('putCampaignsByIdStatus', { id });
  const sends = await until(
    () => call<SendView[]>('getCampaignsByIdSends', { id, limit: 100 }),
    (all) => all.every(({ status }) => status === 'sent'),
  );
  expect(sends).toHaveLength(withEmail.length);
});
