import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AvailablePartnerView, CampaignView, PartnerView, StartPreviewView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { withdrawApproval } from '../../events/messages/messageText.ts';
import { asSent, testCause } from '../support/asSent.ts';
import { checksOf, draftCampaign, sendsOf, setStatus, startPreview } from '../support/campaigns.ts';
import { cloneMessage } from '../support/clonedMessages.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, sendGap: null });
});
afterAll(() => testApp.stop());

/** Takes the approval of a text back, as another address does. */
const withdrawn = async (person: Person, id: string) =>
  testApp.api.run({
    tenant: await person.tenant(),
    cause: testCause,
    streams: { message: ref('message', id) },
    decide: ({ message }) => ({ message: withdrawApproval(message, { code: 'address_changed' }) }),
  });

const cancelled = async (person: Person, id: string) =>
  testApp.api.run({
    tenant: await person.tenant(),
    cause: testCause,
    streams: { message: ref('message', id) },
    decide: ({ message }) => ({
      message: cancelMessage(message, { code: 'suppressed_unsubscribed' }),
    }),
  });

test('says what Start would set going, and decides nothing; as of a moment it is the answer of that moment', async () => {
  const { person, partners } = await readyPerson(testApp, 3);
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true, form: { dailyLimit: 2 } });
  const events = await testApp.events();
  const before = await startPreview(person, campaign);
  expect(before).toMatchObject({
    messages: 3,
    from: ['sam@northwind.example'],
    dailyLimit: 2,
  });
  expect(before.checks.map(({ code, severity, count, fix }) => [code, severity, count, fix])).toEqual([
    ['untested', 'warns', 1, 'test-email'],
    ['approved', 'tells', 3, null],
  ]);
  expect(Date.parse(before.first?.from ?? '')).toBeGreaterThan(Date.now());
  expect(new Date(before.first?.until ?? '').getUTCHours()).toBe(17);
  expect(before.plan).toMatchObject({ timezone: 'UTC', days: 2 });
  expect(before.plan.sends.map(({ partnerName }) => partnerName).toSorted()).toEqual(
    partners.map(({ name }) => name).toSorted(),
  );
  const [one, two, three] = before.plan.sends.map(({ day }) => day);
  expect(one).toBe(two);
  expect(one).not.toBe(three);
  expect(await testApp.events()).toBe(events);

  const path = `/api/campaigns/${campaign.id}/start-preview`;
  const at = testApp.api.now().toISOString();
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { dailyLimit: 1 });
  await cancelled(person, (await sendsOf(person, campaign))[0]?.id ?? '');
  expect(await startPreview(person, campaign)).toMatchObject({ messages: 2, dailyLimit: 1 });
  // the minutes of the plan are an example, and the moment is a little later
  const { plan, first, ...then } = await person.ok<StartPreviewView>('GET', `${path}?at=${at}`);
  expect(then).toEqual({ ...before, plan: undefined, first: undefined });
  expect([first?.from.slice(0, 10), plan.days]).toEqual([before.first?.from.slice(0, 10), 2]);
  expect(plan.sends.map(({ messageId }) => messageId).toSorted()).toEqual(
    before.plan.sends.map(({ messageId }) => messageId).toSorted(),
  );
  const active = await startPreview(person, await setStatus(person, campaign, 'active'));
  expect(checksOf(active, 'not_startable')).toEqual([]);
  await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
  expect(await person.ok('GET', `${path}?at=${at}`)).toMatchObject({ messages: 3, checks: before.checks });
  expect(await person.call('GET', `${path}?at=2126-01-01T00:00:00Z`)).toMatchObject({ status: 400 });
  expect(await person.call('GET', `${path}?at=2020-01-01T00:00:00Z`)).toMatchObject({ status: 404 });
});

test('a past of more emails than memory should hold is refused with the reason', async () => {
  const { person, partners, tenant } = await readyPerson(testApp, 1);
  const campaign = await draftCampaign(person, 'Large', { partners, written: true });
  const id = (await sendsOf(person, campaign))[0]?.id ?? '';
  await cloneMessage(testApp.owner.sql, { tenant, id }, 1_000);
  const at = testApp.api.now().toISOString();
  expect(await person.call('GET', `/api/campaigns/${campaign.id}/start-preview?at=${at}`)).toMatchObject({
    status: 422,
    body: { error: 'The past of Start is shown for up to 1,000 emails. See the campaign at that moment instead.' },
  });
}, 60_000);

test('says before follow-ups that the replies to an account are not read', async () => {
  const { person, partners } = await readyPerson(testApp, 1);
  const followUps = [{ afterDays: 3, writer: 'user', text: 'Shall I close this?' }];
  const first = await draftCampaign(person, 'Alone', { partners, written: true });
  const second = await draftCampaign(person, 'Followed up', { partners, written: true, form: { followUps } });
  expect(checksOf(await startPreview(person, first), 'replies_unread')).toEqual([]);
  expect(checksOf(await startPreview(person, second), 'replies_unread')).toMatchObject([
    { severity: 'warns', detail: expect.stringMatching(/^Replies to this account are not read\./) },
  ]);
});

test('rehearses who gets nothing and why, and who shares an address: of two texts, the one that leaves counts', async () => {
  const { person, partners } = await readyPerson(testApp, 3);
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  const [first, second, third] = partners as [PartnerView, PartnerView, PartnerView];
  const address = second.contactInfo?.email;
  await person.ok('POST', `/api/partners/${third.id}/contact`, { contactInfo: { email: address } });
  const send = (await sendsOf(person, campaign)).find(({ partner }) => partner.id === first.id);
  await cancelled(person, send?.id ?? '');
  const said = await startPreview(person, campaign);
  const severity = 'tells';
  expect(checksOf(said, 'not_emailed')).toEqual([
    { severity, count: 1, names: [first.name], detail: 'this person unsubscribed' },
  ]);
  expect(checksOf(said, 'same_address')).toEqual([
    { severity, count: 2, names: expect.arrayContaining([second.name, third.name]), detail: address },
  ]);
  expect([said.messages, said.plan.sends.length]).toEqual([1, 1]);
  for (const { id } of (await sendsOf(person, campaign)).filter(({ partner }) => partner.id !== first.id))
    await withdrawn(person, id);
  const after = await startPreview(person, campaign);
  expect(after.messages).toBe(1);
  expect(checksOf(after, 'unapproved')).toMatchObject([{ severity: 'warns', count: 2 }]);
  expect(checksOf(after, 'approved')).toEqual([]);
});

test('counts no flagged text among the emails that leave', async () => {
  const { person, partners } = await readyPerson(testApp, 2);
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  const [flagged] = await sendsOf(person, campaign);
  await person.ok('PATCH', `/api/campaign-sends/${flagged?.id}`, {
    subject: 'A vest',
    body: 'You get 40% of each sale.',
  });
  const said = await startPreview(person, campaign);
  expect(said.messages).toBe(1);
  expect(checksOf(said, 'unapproved')).toEqual([]);
  expect(checksOf(said, 'flagged')).toEqual([{ severity: 'warns', count: 1, names: [flagged?.partner.name] }]);
});

test('names what stands in the way, and where it is mended', async () => {
  const { person, partners } = await readyPerson(testApp, 2);
  const empty = await draftCampaign(person, 'Empty');
  const blocker = { code: 'not_startable', severity: 'blocks', count: 1 };
  const said = await startPreview(person, empty);
  expect(said.checks[0]).toEqual({
    ...{ ...blocker, fix: 'campaign' },
    detail: 'Add partners to the campaign before starting it.',
  });
  expect(said.first).toBeNull();
  const unwritten = await draftCampaign(person, 'Unwritten', { partners });
  expect((await startPreview(person, unwritten)).checks[0]).toEqual({
    ...{ ...blocker, fix: 'campaign' },
    detail: '2 messages have no text yet. Generate messages first.',
  });
  const newcomer = await new Person(testApp.url).signUp('nia@northwind.example');
  await newcomer.ok('POST', '/api/business-profile', { businessName: 'N', industry: 'Fitness' });
  const row = { name: 'Ada', profileUrl: 'https://www.linkedin.com/in/ada', email: 'ada@lindqvist.example' };
  await newcomer.import([row]);
  const [ada] = await newcomer.ok<PartnerView[]>('GET', '/api/partners');
  await newcomer.ok('PATCH', `/api/partners/${ada?.id}/status`, { status: 'approved' });
  const written = await draftCampaign(newcomer, 'Written', { partners: ada ? [ada] : [], written: true });
  expect((await startPreview(newcomer, written)).checks[0]).toEqual({
    ...{ ...blocker, fix: 'email-provider' },
    detail: 'No email provider is chosen. Choose an email provider in Settings before sending.',
    account: expect.any(String),
  });
  expect((await newcomer.call('GET', `/api/campaigns/${empty.id}/start-preview`)).status).toBe(404);
});

test('a campaign counts its missing texts and those to be reviewed; a message says whether it is approved', async () => {
  const { person, partners } = await readyPerson(testApp, 2);
  const campaign = await draftCampaign(person, 'Spring vests', { partners });
  const look = () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  expect(await look()).toMatchObject({ missingCount: 2, reviewCount: 0 });
  const [first] = await sendsOf(person, campaign);
  expect(first?.approved).toBe(false);
  await person.ok('PATCH', `/api/campaign-sends/${first?.id}`, { subject: 'A', body: 'B' });
  expect(await look()).toMatchObject({ missingCount: 1, reviewCount: 0 });
  expect((await sendsOf(person, campaign))[0]?.approved).toBe(true);
  await withdrawn(person, first?.id ?? '');
  expect(await look()).toMatchObject({ missingCount: 1, reviewCount: 1 });
});

test('who can be added names the running campaigns that they are in, not drafts', async () => {
  const { person, partners } = await readyPerson(testApp, 3);
  const [first, second] = partners as [PartnerView, PartnerView, PartnerView];
  const running = await draftCampaign(person, 'Winter caps', { partners: [first], written: true });
  await draftCampaign(person, 'Only a draft', { partners: [second], written: true });
  const next = await draftCampaign(person, 'Spring vests');
  const others = async () =>
    Object.fromEntries(
      (await person.ok<AvailablePartnerView[]>('GET', `/api/campaigns/${next.id}/available-partners`)).map(
        (partner) => [partner.id, partner.otherCampaigns],
      ),
    );
  expect(Object.values(await others())).toEqual([[], [], []]);
  await setStatus(person, running, 'active');
  expect(await others()).toMatchObject({ [first.id]: ['Winter caps'], [second.id]: [] });
  await setStatus(person, running, 'paused');
  expect((await others())[first.id]).toEqual(['Winter caps']);
  await person.ok('DELETE', `/api/campaigns/${running.id}`);
  expect((await others())[first.id]).toEqual([]);
});

test('only approved partners with an email can be added', async () => {
  const { person } = await readyPerson(testApp, 0);
  const { email: _none, ...unreachable } = importedRow(3, 'Noor Mail');
  const rows = [importedRow(1, 'Ada Free'), importedRow(2, 'Dana Pending'), unreachable];
  await person.import(rows);
  for (const { id, name } of await person.ok<PartnerView[]>('GET', '/api/partners'))
    if (name !== 'Dana Pending') await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await draftCampaign(person, 'Spring vests');
  const offered = await person.ok<AvailablePartnerView[]>('GET', `/api/campaigns/${campaign.id}/available-partners`);
  expect(offered.map(({ name }) => name)).toEqual(['Ada Free']);
});

test('names who got an email of another campaign before, under whichever record of their address, or replied', async () => {
  const { person, partners } = await readyPerson(testApp, 4);
  const [ada, ben, cleo, dora] = partners as [PartnerView, PartnerView, PartnerView, PartnerView];
  const before = await draftCampaign(person, 'Winter caps', { partners: [ada, ben, cleo], written: true });
  const tenant = await person.tenant();
  const addressOf = ({ contactInfo }: PartnerView) => contactInfo?.email ?? '';
  // the record that has Ben's address now is Dora's
  const to = { [ada.id]: addressOf(ada), [ben.id]: addressOf(dora).toUpperCase(), [cleo.id]: addressOf(cleo) };
  for (const { id, partner } of await sendsOf(person, before)) {
    await asSent(testApp, tenant, id, to[partner.id]);
    if (partner.id === cleo.id) await person.ok('PATCH', `/api/campaign-sends/${id}/status`, { status: 'replied' });
  }
  expect(checksOf(await startPreview(person, before), 'contacted')).toEqual([]);
  const campaign = await draftCampaign(person, 'Spring vests', { partners: [ada, cleo, dora], written: true });
  const said = await startPreview(person, campaign);
  expect(checksOf(said, 'replied')).toMatchObject([{ count: 1, names: [cleo.name] }]);
  const contacted = checksOf(said, 'contacted');
  expect(contacted).toMatchObject([{ count: 2, names: expect.arrayContaining([ada.name, dora.name]) }]);
  expect(Date.parse(contacted[0]?.detail ?? '')).toBeGreaterThan(Date.now() - 60_000);
});
