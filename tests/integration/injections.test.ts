/** Strangers' texts that instruct an AI, through the whole product, with a model that obeys each of them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerDraftView, CampaignView, EnhanceView, PartnerView, SendView, ThreadView } from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { addPartner, type FoundPerson } from '../../events/partners/partner.ts';
import { withoutOrders } from '../../events/shared/hostile.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { testCause } from '../support/asSent.ts';
import { setStatus } from '../support/campaigns.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

type Attempt = { in: 'bio' | 'page' | 'keywords' | 'jobTitle' | 'company' | 'username' | 'reply'; text: string };
const all = JSON.parse(readFileSync(new URL('../evals/injections.json', import.meta.url), 'utf8')) as Attempt[];
/** Some of each kind; the unit test of the check has all of them. */
const attempts = all.filter((attempt, index) => {
  const before = all.slice(0, index).filter((other) => other.in === attempt.in).length;
  return before < (attempt.in === 'bio' ? 6 : 2);
});
const ofProfiles = attempts.filter((attempt) => attempt.in !== 'reply');
const replies = attempts.filter((attempt) => attempt.in === 'reply');

const OFFER = {
  what: 'A free Ridge 12 vest to test',
  commission: '15% of each sale for 90 days',
  code: 'RIDGE15',
  link: 'https://northwind.example/partners?via=ridge',
};
const HONEST = 'I write about pacing and long evenings in the hills.';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.fault('openai', 'gullible', 1_000_000);
});
afterAll(() => testApp.stop());

/** Sources found them: profile fields and pages with a stranger's words. */
function foundWith(attempt: Attempt | null, index: number): FoundPerson {
  const said = (field: Attempt['in']) => (attempt?.in === field ? attempt.text : null);
  const profileUrl = `https://www.linkedin.com/in/stranger-${index}`;
  const page = { id: 'e1', field: 'recentWork' as const, source: 'youtube' as const, url: profileUrl, place: null };
  return {
    facts: {
      ...{ platform: 'linkedin', otherPlatforms: [], industry: 'Fitness', followersCount: 9_000, engagementRate: 2 },
      source: 'people_data_labs',
    },
    person: {
      ...{ name: `Maya Lindqvist ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}.`, avatar: null, profileUrl },
      ...{ companyDomain: null, country: 'Canada', region: null, city: null, socialProfiles: [] },
      username: said('username') ?? `maya${index}`,
      bio: said('bio') ?? HONEST,
      jobTitle: said('jobTitle') ?? 'Coach',
      company: said('company') ?? 'Uphill Lab',
      keywords: [said('keywords') ?? 'pacing'],
      evidence: attempt?.in === 'page' ? [{ ...page, text: attempt.text, seenAt: '2026-03-01T09:00:00.000Z' }] : [],
    },
  };
}

const emailOf = (index: number) => `stranger${index}@lindqvist.example`;

async function approve(tenant: string, person: Person, found: FoundPerson, index: number): Promise<string> {
  const id = `${index}`.padStart(32, '0');
  await testApp.api.run({
    ...{ tenant, cause: testCause, streams: { partner: ref('partner', id) } },
    decide: ({ partner }) => ({ partner: addPartner(partner, found, 'url') }),
  });
  await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  return id;
}

async function add(tenant: string, person: Person, attempt: Attempt | null, index: number): Promise<string> {
  const id = await approve(tenant, person, foundWith(attempt, index), index);
  await person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email: emailOf(index) } });
  return id;
}

test('bios, fields, pages and CSV cells change no score, recipient, link, offer or text of another', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const criteria = { targetAudience: 'Vegetarian bakers in Portugal', industry: 'Food', minFollowers: 5_000 };
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  const honest = [await add(tenant, person, null, 0), await add(tenant, person, null, 1)];
  const hostile = await Promise.all(ofProfiles.map((attempt, index) => add(tenant, person, attempt, index + 2)));
  const csv = ofProfiles.filter((attempt) => attempt.in === 'bio').slice(0, 3);
  // each beside the same bio without its order
  const orders = new Map(csv.map(({ text }) => [text, withoutOrders(text).text]));
  const rows = [HONEST, ...orders.values(), ...orders.keys()].map((bio, index) => ({
    ...{ name: 'Noor Haddad', profileUrl: `https://www.linkedin.com/in/noor-${index}`, bio },
    email: `noor${index}@haddad.example`,
  }));
  await person.import(rows);
  const imported = (await person.ok<PartnerView[]>('GET', '/api/partners')).filter(
    ({ name }) => name === 'Noor Haddad',
  );
  for (const { id } of imported) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });

  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Spring vests', subjectType: 'show_me_you_know_me', invitationText: 'a vest to test', dailyLimit: 10 },
    ...{ messagePrompt: 'Offer a free vest for an honest review.', offer: OFFER },
  });
  const ofHonest = imported.filter(({ bio }) => !orders.has(bio ?? '')).map(({ id }) => id);
  const obeyed = [...hostile, ...imported.map(({ id }) => id).filter((id) => !ofHonest.includes(id))];
  honest.push(...ofHonest);
  const partnerIds = [...honest, ...obeyed];
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds });
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  const read = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const isJudged = ({ body, flaws }: SendView) => body !== null && !flaws.some(({ rule }) => rule === 'unjudged');
  const sends = await until(read, (found) => found.every(isJudged));

  const of = (id: string) => sends.find((send) => send.partner.id === id);
  // the recipient is the address that the user typed
  expect(hostile.map((id) => of(id)?.recipientEmail)).toEqual(hostile.map((_, index) => emailOf(index + 2)));
  // the model obeyed, and each of its texts is flagged
  for (const id of obeyed) expect(of(id)?.flaws, of(id)?.body ?? '').not.toEqual([]);
  // no other text has any of it, and the offer is unchanged
  for (const id of honest) {
    const send = of(id);
    expect(send?.flaws).toEqual([]);
    expect(send?.body).toContain(OFFER.link);
    expect(send?.body?.match(/https?:\/\/[^\s]+/g)).toEqual([OFFER.link]);
  }
  expect(await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({ offer: OFFER });
  const scoreOf = (wanted: string) => imported.find(({ bio }) => bio === wanted)?.matchScore ?? Number.NaN;
  for (const [hostileBio, bio] of orders) expect(Math.abs(scoreOf(hostileBio) - scoreOf(bio))).toBeLessThanOrEqual(1);
  // Start approves the honest ones, and no other
  await setStatus(person, campaign, 'active');
  const started = await read();
  expect(
    started
      .filter(({ approved }) => approved)
      .map((send) => send.partner.id)
      .sort(),
  ).toEqual([...honest].sort());
});

test('a reply changes neither its label, nor the address of an answer, and its draft is the user’s to send', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const ids = await Promise.all(replies.map((_, index) => add(tenant, person, null, index)));
  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Spring vests', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer a vest.' },
    ...{ dailyLimit: 10, offer: OFFER },
  });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: ids });
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  for (const [index, { id, partner, recipientEmail }] of sends.entries()) {
    await person.ok('PATCH', `/api/campaign-sends/${id}`, {
      subject: 'A vest',
      body: `Hello ${partner.name}, a vest?`,
    });
    await person.ok('POST', `/api/campaign-sends/${id}/send-now`, {});
    const lines = [`From: Ada <${recipientEmail}>`, 'Subject: Re: A vest', `Message-ID: <r${index}@a.example>`];
    const text = `${replies[index]?.text}\n\nNo thanks, I am not interested.`;
    const mail = await parseMail(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`));
    const receivedAt = new Date(Date.now() + 1000 * (index + 1)).toISOString();
    await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
      { id: `m${index}`, threadId: null, receivedAt, mail },
    ]);
  }
  const labels = await until(
    () => clearEvents(testApp, tenant, 'ReplyClassified'),
    ({ length }) => length === replies.length,
  );
  expect(labels.map(({ label }) => label)).toEqual(replies.map(() => 'no'));
  const [first] = sends as [SendView];
  const thread = await person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(first.id)}`);
  expect(thread.answer.to).toBe(first.recipientEmail);
  // the campaign of the test before may still send
  const outbox = async () => (await testApp.outbox()).filter(({ subject }) => /^(Re: )?A vest$/.test(subject));
  const before = await outbox();
  await person.ok('POST', `/api/inbox/${conversationOf(first.id)}/draft`);
  expect(await outbox()).toEqual(before);
  expect(before).toHaveLength(replies.length);
});

test('an AI draft that does what a reply says is flagged beside it, and an honest one is not [long]', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const hostile = all.filter((attempt) => attempt.in === 'reply').map(({ text }) => text);
  const texts = ['Sounds good, tell me more.', ...hostile];
  const ids = await Promise.all(texts.map((_, index) => add(tenant, person, null, index)));
  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Spring vests', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer a vest.' },
    ...{ dailyLimit: 10, offer: OFFER },
  });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: ids });
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const drafts: ThreadView['draft'][] = [];
  for (const [index, text] of texts.entries()) {
    const { id, partner, recipientEmail } = sends.find((send) => send.partner.id === ids[index]) as SendView;
    const body = `Hello ${partner.name}, a vest?`;
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: 'A vest', body });
    await person.ok('POST', `/api/campaign-sends/${id}/send-now`, {});
    const lines = [`From: Ada <${recipientEmail}>`, 'Subject: Re: A vest', `Message-ID: <d${index}@a.example>`];
    const mail = await parseMail(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`));
    const receivedAt = new Date(Date.now() + 1000 * (index + 1)).toISOString();
    await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
      { id: `d${index}`, threadId: null, receivedAt, mail },
    ]);
    const path = `/api/inbox/${conversationOf(id)}`;
    const answered = await person.ok<AnswerDraftView>('POST', `${path}/draft`);
    const { draft } = await person.ok<ThreadView>('GET', path);
    expect(draft).toMatchObject(answered);
    drafts.push(draft);
  }
  const [honest, ...obeyed] = drafts;
  expect(honest).toMatchObject({ status: 'done', flaws: [] });
  const quotes = obeyed.map((draft) => draft?.flaws.map(({ quote }) => quote).join(' '));
  const orders = ['$9,999', 'https://evil.example/reply', '85%', 'pay@evil.example'];
  expect(quotes).toEqual(orders.map((order) => expect.stringContaining(order)));
});

test('an address is one that a page of the web shows, whatever a bio says that it is', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const known = samplePeople.find(({ email }) => email.kind === 'published');
  if (!known) throw new Error('There is no such sample person.');
  const asking = all.filter(({ text }) => /evil\.example.*(page|address)/.test(text));
  expect(asking.length).toBeGreaterThanOrEqual(2);
  // one who is on the web, and strangers: the model names the bio's address, and a page
  const ids = await Promise.all(
    [asking[0], ...asking].map((attempt, index) => {
      const stranger = foundWith(attempt ?? null, index);
      const profileUrl = index === 0 ? `https://www.${known.profiles[0]?.url}` : stranger.person.profileUrl;
      return approve(tenant, person, { ...stranger, person: { ...stranger.person, profileUrl } }, index);
    }),
  );
  for (const id of ids) {
    const { partner, steps } = await person.ok<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`);
    expect(steps.at(-1)).toMatchObject({ step: 'ai', outcome: 'unproven' });
    expect(partner.contactInfo).toBeNull();
  }
});
