/** The AI advises against writing to a person: no text, no block, and a person decides otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, GenerateMessagesView, PartnerView, SendView, StartPreviewView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { writeMessage } from '../../worker/tasks/writeMessage.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents, type LeakWatch, watchLeaks } from '../support/leaks.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DECLINES = 'I run hills and write about them. No partnerships, please.';

let testApp: TestApp;
let leaks: LeakWatch;
beforeAll(async () => {
  testApp = await startTestApp();
  await retryAtOnce(testApp.owner.sql);
  leaks = watchLeaks(testApp);
});
afterAll(async () => {
  expect((await leaks.end()).leaked).toEqual([]);
  await testApp.stop();
});

async function campaignWith(bios: readonly string[]) {
  const { person, tenant } = await readyPerson(testApp, 0);
  await person.import(bios.map((bio, at) => ({ ...importedRow(at, `Mira Lund ${'ABC'[at]}.`), bio })));
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  leaks.remember(partners);
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const { id } = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Vests', subjectType: 'static', staticSubject: 'A vest', dailyLimit: 10 },
    messagePrompt: 'Offer a free vest for an honest review.',
  });
  await person.ok('POST', `/api/campaigns/${id}/partners`, { partnerIds: partners.map((one) => one.id) });
  const path = `/api/campaigns/${id}`;
  const written = await person.ok<GenerateMessagesView>('POST', `${path}/generate-messages`);
  return { person, tenant, path, partners, written };
}

const look = (person: Person, path: string) => person.ok<CampaignView>('GET', path);
const sendsOf = (person: Person, path: string) => person.ok<SendView[]>('GET', `${path}/sends`);
const unfitIn = async (person: Person, path: string): Promise<SendView> => {
  const found = (await sendsOf(person, path)).find(({ status }) => status === 'unfit');
  if (!found) throw new Error('nobody is unfit');
  return found;
};

test('they get no email, the reason is shown, and neither Generate nor Start waits for them', async () => {
  const { person, tenant, path, written } = await campaignWith([DECLINES, 'I test vests on long runs in the hills.']);
  expect(written).toMatchObject({ generatedCount: 1, unfitCount: 1, failedCount: 0 });
  const send = await unfitIn(person, path);
  expect(send).toMatchObject({ body: null, approved: false, unfit: { reason: expect.stringMatching(/partnerships/) } });
  expect(send.detail).toBe(`No email: ${send.unfit?.reason}`);
  expect(await look(person, path)).toMatchObject({ missingCount: 0, unfitCount: 1, generatedCount: 1 });
  expect(await person.call('POST', `${path}/generate-messages`)).toMatchObject({ status: 400 });
  const { checks, messages } = await person.ok<StartPreviewView>('GET', `${path}/start-preview`);
  expect(messages).toBe(1);
  expect(checks.find(({ code }) => code === 'not_emailed')).toMatchObject({ count: 1, names: [send.partner.name] });
  expect(checks.filter(({ severity }) => severity === 'blocks')).toEqual([]);
  // the reason is personal: the log has it sealed
  expect(await clearEvents(testApp, tenant, 'MessageUnfit')).toEqual([
    { runId: expect.any(String), model: expect.any(String), promptVersion: 'outreach_message@5' },
  ]);
});

test('a campaign whose others are done completes, and goes on when a person wants the text', async () => {
  const { person, path } = await campaignWith([DECLINES]);
  await person.ok('PUT', `${path}/status`, { status: 'active' });
  await until(
    () => look(person, path),
    ({ status }) => status === 'completed',
  );
  const { id } = await unfitIn(person, path);
  const written = await person.ok<SendView>('POST', `/api/campaign-sends/${id}/write-anyway`);
  expect(written).toMatchObject({
    status: 'pending',
    unfit: null,
    approved: false,
    body: expect.stringMatching(/vest/),
  });
  // the user looks at it first
  expect((await look(person, path)).status).toBe('paused');
  expect(await person.call('POST', `/api/campaign-sends/${id}/write-anyway`)).toMatchObject({ status: 409 });
});

test('a job that comes twice writes the text once, whatever was written since', async () => {
  const { person, tenant, path } = await campaignWith([DECLINES]);
  const { id } = await unfitIn(person, path);
  await person.ok('POST', `/api/campaign-sends/${id}/write-anyway`);
  await person.ok('POST', `${path}/regenerate-messages`, {});
  const { state } = await testApp.owner.load(tenant, ref('message', id));
  const generated = () => clearEvents(testApp, tenant, 'MessageGenerated');
  const before = await generated();
  const job = { tenant, id, correlationId: 'test', causationId: 'test', also: { runId: state.anyway ?? '' } };
  const run = { lastTry: true, giveUp: false, addJob: (async () => undefined) as never, signal: undefined };
  await writeMessage.handler(testApp.worker, job, run);
  expect(await generated()).toEqual(before);
});

test('a person may write the text, which is checked, and whoever left stays out', async () => {
  const { person, path } = await campaignWith([DECLINES, DECLINES]);
  const { id } = await unfitIn(person, path);
  const flagged = await person.ok<SendView>('PATCH', `/api/campaign-sends/${id}`, {
    ...{ subject: 'A vest', body: 'Hi Mira,\n\nyou get 40% of each sale.' },
  });
  expect(flagged).toMatchObject({ status: 'pending', approved: false, flaws: [{ rule: 'offer' }] });
  const other = await unfitIn(person, path);
  await person.ok('PATCH', `/api/partners/${other.partner.id}/status`, { status: 'rejected' });
  const refused = { body: { error: 'not approved' } };
  expect(await person.call('POST', `/api/campaign-sends/${other.id}/write-anyway`)).toMatchObject(refused);
  const text = { subject: 'A vest', body: 'Hi Mira, a vest?' };
  expect(await person.call('PATCH', `/api/campaign-sends/${other.id}`, text)).toMatchObject(refused);
});

test('the letter shows what each part rests on, and an offer has the values of the campaign alone [long]', async () => {
  const { person, path } = await campaignWith(['I test vests on long runs in the hills.']);
  const offer = {
    what: 'A free vest',
    commission: '15% of each sale',
    code: 'RIDGE15',
    link: 'https://northwind.example/a1',
  };
  await person.ok('PATCH', path, { offer });
  await person.ok('POST', `${path}/regenerate-messages`, {});
  const [send] = await sendsOf(person, path);
  expect(send?.flaws).toEqual([]);
  for (const value of ['15%', offer.code, offer.link]) expect(send?.body).toContain(value);
  const about = send?.parts.find(({ kind }) => kind === 'about_them');
  expect(send?.basedOn.map(({ id }) => id)).toEqual(about?.cites);
  expect(send?.body).toContain(about?.text);
  expect(send?.parts.filter(({ kind }) => kind === 'offer').every(({ cites }) => cites.includes('offer'))).toBe(true);
  // another offer: the text states none of it
  await person.ok('PATCH', path, { offer: { ...offer, commission: '10% of each sale' } });
  const [after] = await until(
    () => sendsOf(person, path),
    ([one]) => one?.checking === false,
  );
  expect(after?.flaws).toContainEqual({ rule: 'part', quote: expect.stringContaining('15%') });
});
