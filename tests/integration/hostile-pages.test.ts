/** Pages that a model believes: what readers do not see, and what strangers wrote, becomes nothing of a partner. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnhanceView, GenerateView, PartnerDetailView, PartnerView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { addPartner } from '../../events/partners/partner.ts';
import { traps } from '../../worker/sandbox/pages/traps.ts';
import { testCause } from '../support/asSent.ts';
import { readyPerson } from '../support/outreach.ts';
import { aPerson } from '../support/samples.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const STRANGER = 'https://www.instagram.com/best_deals_uk';
const criteria = {
  ...{ businessName: 'Keyline', industry: 'Fitness', targetAudience: 'Walkers who collect hobnail boots' },
  ...{ minFollowers: 1000, minEngagement: 1, platforms: ['instagram'] },
};

test('hidden praise, a link in a comment, and a guest post are nothing that a person says', async () => {
  const { person } = await readyPerson(testApp, 0);
  const { partners } = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 10 });
  const named = (name: string) => partners.find((partner) => partner.name === name);
  const detailOf = async (name: string) => person.ok<PartnerDetailView>('GET', `/api/partners/${named(name)?.id}`);

  const rex = await detailOf('Rex Dorn');
  expect(rex.bio).toBe('Rex Dorn writes about boots for walkers.');
  expect(rex.evidence.filter(({ field }) => field === 'bio')).toMatchObject([{ text: rex.bio, place: 'body' }]);
  expect(JSON.stringify(rex)).not.toMatch(/most trusted|two million|Award/);

  const nadia = await detailOf('Nadia Fenn');
  expect(nadia.profileUrl).toBe('https://www.instagram.com/nadiafenn');
  expect(JSON.stringify(nadia)).not.toContain(STRANGER);

  expect(named('Zofia Kowalczyk')).toBeUndefined();
});

test('an address in a comment, and a hidden one on a guest post, are no contact', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const bad = traps.filter(({ email }) => email !== null);
  expect(bad.map(({ name }) => name)).toEqual(['Nadia Fenn', 'Zofia Kowalczyk']);
  for (const [index, { name }] of bad.entries()) {
    const id = `${index}`.padStart(32, '0');
    const profileUrl = `https://www.instagram.com/${name.toLowerCase().replace(' ', '')}`;
    const site = { platform: 'website', url: `${testApp.sandboxUrl}/pages/nadia-fenn.example` };
    const found = aPerson({
      person: { name, profileUrl, username: null, company: null, companyDomain: null, socialProfiles: [site] },
    });
    await testApp.api.run({
      ...{ tenant, cause: testCause, streams: { partner: ref('partner', id) } },
      decide: ({ partner }) => ({ partner: addPartner(partner, found, 'url') }),
    });
    await person.ok<PartnerView>('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const { partner, steps } = await person.ok<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`);
    expect(steps.at(-1)).toMatchObject({ step: 'ai', outcome: 'unproven' });
    expect(partner.contactInfo).toBeNull();
  }
});
