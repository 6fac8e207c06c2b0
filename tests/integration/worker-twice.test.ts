import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreditsView, PartnerView, SearchingView, SearchView, SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { isPaid } from '../../events/partners/contact.ts';
import type { Run } from '../../worker/defineTask.ts';
import { cancelMessages } from '../../worker/tasks/cancelMessages.ts';
import { cancelSuppressed } from '../../worker/tasks/cancelSuppressed.ts';
import { findContact } from '../../worker/tasks/findContact.ts';
import { findPartners } from '../../worker/tasks/findPartners.ts';
import { finishMessageRun } from '../../worker/tasks/finishMessages.ts';
import { writeMessage } from '../../worker/tasks/writeMessage.ts';
import { leaveCredits } from '../support/credits.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  // the tasks are called here, in the order that a test needs
  testApp = await startTestApp({ working: false, waitMs: 100 });
});
afterAll(() => testApp.stop());

const run: Run = { lastTry: false, giveUp: false, addJob: (() => undefined) as never, signal: undefined };
const jobOf = (tenant: string, id: string, also: Record<string, string> = {}) => ({
  tenant,
  id,
  correlationId: 'test',
  causationId: 'test',
  also,
});

test('a search whose job runs twice at once finds no more people than it was asked for', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const criteria = { industry: 'Fitness', targetAudience: 'Trail runners who repair their own gear and love hiking' };
  const asked = await person.call<{ id: string }>('POST', '/api/partners/generate', { criteria, count: 4 });
  expect(asked.status).toBe(202);
  const job = jobOf(tenant, asked.body.id);
  await Promise.all([1, 2, 3].map(() => findPartners.handler(testApp.worker, job, run)));
  expect(await person.ok<SearchView>('GET', '/api/searches/latest')).toMatchObject({
    status: 'completed',
    requested: 4,
    found: 4,
    complete: true,
  });
  expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(4);
});

test('an address typed while the search for one is open stays; the credit follows what the search found', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const criteria = { industry: 'Fitness', targetAudience: 'Trail runners who repair their own gear and love hiking' };
  const search = await person.call<{ id: string }>('POST', '/api/partners/generate', { criteria, count: 5 });
  await findPartners.handler(testApp.worker, jobOf(tenant, search.body.id), run);
  let found = 0;
  for (const { id } of await person.ok<PartnerView[]>('GET', '/api/partners')) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    expect((await person.call('POST', `/api/partners/${id}/enhance-contact`)).status).toBe(202);
    const typed = `typed.${id}@lindqvist.example`;
    await person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email: typed } });
    const partner = ref('partner', id);
    const { openContactSearch } = (await testApp.api.load(tenant, partner)).state;
    const ids = { contactSearchId: openContactSearch?.id ?? '', period: openContactSearch?.period ?? '' };
    await findContact.handler(testApp.worker, jobOf(tenant, id, ids), run);
    const { state } = await testApp.api.load(tenant, partner);
    expect(state).toMatchObject({ openContactSearch: null, contact: { email: typed, source: 'manual' } });
    expect(state.emailStatus).toBe('email_found');
    if (isPaid(state.lastContactSearch?.steps ?? [])) found += 1;
  }
  expect(found).toBeGreaterThan(0);
  expect(await person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({ used: found });
});

test('addresses asked for at once are each looked for once, within the credits; who has one or may not be asked for is left out', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const rows = [1, 2, 3, 4, 5, 6].map((index) => ({ ...importedRow(index), ...(index > 1 && { email: undefined }) }));
  await person.import(rows);
  const all = await person.ok<PartnerView[]>('GET', '/api/partners');
  const missing = all.filter(({ contactInfo }) => !contactInfo).map(({ id }) => id);
  const [pending, ...wanted] = missing;
  for (const { id } of all)
    if (id !== pending) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const ids = [...all.map(({ id }) => id), 'unknown-id'];
  const ask = (given: string[]) => person.call<SearchingView>('POST', '/api/partners/enhance-contacts', { ids: given });
  await leaveCredits(testApp, tenant, 3);

  const asked = await Promise.all([ask(ids), ask(ids)]);
  expect(asked.map(({ status }) => status)).toEqual([202, 202]);
  const states = await Promise.all(wanted.map((id) => testApp.api.load(tenant, ref('partner', id))));
  const open = wanted.filter((_id, index) => states[index]?.state.openContactSearch);
  expect(open).toHaveLength(3);
  for (const { body } of asked) expect(new Set(body.searching)).toEqual(new Set(open));
  const [events] = await testApp.owner.sql<{ searches: number }[]>`
    select count(*)::int as searches from log.events where tenant_id = ${tenant} and type = 'ContactSearchRequested'`;
  expect(events?.searches).toBe(3);
  expect(await person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({ used: 200, remainingCredits: 0 });

  const rest = wanted.filter((id) => !open.includes(id));
  expect(await ask(rest)).toMatchObject({ status: 429, body: { error: 'Monthly credit limit exceeded', used: 200 } });
  expect(await ask([pending ?? ''])).toMatchObject({ status: 422 });
});

test('who was deleted and is added again joins the campaign again; a late run of the clean-up leaves the new message alone', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const row = importedRow(1, 'Ada Lindqvist');
  const add = async () => {
    await person.import([row]);
    const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
    await person.ok('PATCH', `/api/partners/${partner?.id}/status`, { status: 'approved' });
    return partner as PartnerView;
  };
  const partner = await add();
  const campaign = await addCampaign(person, [partner], { texts: 'edited' });
  const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const offered = async () =>
    (await person.ok<PartnerView[]>('GET', `/api/campaigns/${campaign.id}/available-partners`)).map(({ id }) => id);
  const join = () => person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partner.id] });
  const cleanUp = () => cancelMessages.handler(testApp.worker, jobOf(tenant, partner.id, { of: 'partner' }), run);

  await person.ok('DELETE', `/api/partners/${partner.id}`);
  expect((await add()).id).toBe(partner.id);
  // the text of the first life is not taken over into the second, even when the clean-up comes late
  await cleanUp();
  expect((await sends())[0]).toMatchObject({ status: 'cancelled' });
  expect(await offered()).toEqual([partner.id]);
  expect(await join()).toEqual({ addedCount: 1, skipped: [] });
  expect(await sends()).toMatchObject([
    { id: `${campaign.id}.${partner.id}.1`, status: 'pending', subject: null, body: null, edited: false },
  ]);
  expect(await offered()).toEqual([]);
  expect(await join()).toEqual({
    addedCount: 0,
    skipped: [{ partnerId: partner.id, reason: 'already in this campaign' }],
  });
  await cleanUp();
  expect((await sends())[0]?.status).toBe('pending');
});

test('a run of writing ends, though a partner whose text it had written left the campaign meanwhile and joined again', async () => {
  const { person, tenant, partners } = await readyPerson(testApp, 2);
  const campaign = await addCampaign(person, partners, { texts: 'none' });
  expect((await person.call('POST', `/api/campaigns/${campaign.id}/generate-messages`)).status).toBe(202);
  const { generation } = (await testApp.api.load(tenant, ref('campaign', campaign.id))).state;
  const [first = '', second = ''] = generation?.messageIds ?? [];
  const write = (id: string) =>
    writeMessage.handler(testApp.worker, jobOf(tenant, id, { runId: generation?.runId ?? '' }), run);
  await write(first);
  const partnerId = first.split('.')[1] ?? '';
  const email = partners.find(({ id }) => id === partnerId)?.contactInfo?.email ?? '';
  await person.ok('POST', '/api/suppressions', { email });
  await cancelSuppressed.handler(testApp.worker, jobOf(tenant, 'any'), run);
  await person.ok('DELETE', `/api/suppressions/${testApp.api.pseudonyms.address(tenant, email)}`, { confirm: false });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partnerId] });
  await write(second);
  await finishMessageRun.handler(testApp.worker, jobOf(tenant, campaign.id), run);
  expect((await testApp.api.load(tenant, ref('campaign', campaign.id))).state.generation).toBeNull();
  // its text is requested again
  expect((await person.call('POST', `/api/campaigns/${campaign.id}/generate-messages`)).status).toBe(202);
});
