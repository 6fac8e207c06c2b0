import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CampaignView, ErasureView, PartnerView, SendView, StatsView } from '../../api/views.ts';
import { connect } from '../../db/connection/connect.ts';
import { eraseStep } from '../../db/erase/eraseStep.ts';
import { exportTenant } from '../../db/export/exportTenant.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { compareRows, rebuild } from '../../db/read/rebuild.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { type Ref, ref, streamIdOf } from '../../db/store.ts';
import { verifyPersonKeys } from '../../db/verify/personKeys.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { testCause } from '../support/asSent.ts';
import { audit } from '../support/audit.ts';
import { heldIn, searchDatabase, stringsIn } from '../support/byteSearch.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { TEST_SECRET } from '../support/secret.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
const printed: string[] = [];
const spies = (['error', 'warn', 'log', 'info'] as const).map((method) =>
  vi.spyOn(console, method).mockImplementation((...said) => void printed.push(said.map(String).join(' '))),
);
beforeAll(async () => {
  testApp = await startTestApp();
  await new Person(testApp.url).signUp('admin@northwind.example');
});
afterAll(async () => {
  for (const spy of spies) spy.mockRestore();
  await testApp.stop();
});

/** A person whose address People Data Labs has. */
function listedRow() {
  const person = samplePeople.find(({ email }) => email.kind === 'listed');
  return { name: person?.fullName, profileUrl: `https://linkedin.com/in/${person?.slug}` };
}

/** The personal texts of a partner, their messages, their suppression entry and the search that found them. */
async function personalTexts(tenant: string, partnerId: string): Promise<string[]> {
  const { sql, load, pseudonyms } = testApp.owner;
  const { person, why, contact } = (await load(tenant, ref('partner', partnerId))).state;
  const messages = await sql<{ state: MessageState }[]>`
    select state from read.messages where tenant_id = ${tenant} and partner_id = ${partnerId}`;
  const entry = (await load(tenant, ref('suppression', pseudonyms.address(tenant, contact?.email ?? '')))).state;
  return stringsIn(
    {
      ...person,
      knownEmail: person?.knownEmail?.address,
      country: null,
      keywords: null,
      socialProfiles: person?.socialProfiles.map(({ url }) => url),
      evidence: person?.evidence.filter(({ field }) => field === 'bio').map(({ text, url }) => [text, url]),
    },
    why?.reasons,
    contact?.email,
    messages.map(({ state }) => [state.text, state.dispatch?.to, state.delivery?.reason]),
    entry.email,
  );
}

/** Everything that a user can see, now and at a moment. */
const everyScreen = async (person: Person, campaign: CampaignView, at: string): Promise<string> => {
  const paths = [
    '/api/partners',
    '/api/partners/export',
    `/api/campaigns/${campaign.id}/sends`,
    `/api/campaigns/${campaign.id}`,
    '/api/suppressions',
    '/api/suppressions/export',
    '/api/erasures',
    '/api/searches/latest',
    '/api/history?limit=200',
    '/api/history/number/totalPartners',
    '/api/history/number/totalEmailsSent',
    ...['dashboard', 'partners', 'campaigns'].map((what) => `/api/history/as-of?at=${at}&what=${what}`),
    `/api/history/as-of?at=${at}&what=messages&campaign=${campaign.id}`,
  ];
  const answers = await Promise.all(paths.map((path) => person.ok('GET', path)));
  return JSON.stringify(answers);
};

const figures = async (person: Person, { id }: CampaignView) => ({
  stats: await person.ok<StatsView>('GET', '/api/dashboard/stats'),
  campaign: await person.ok<CampaignView>('GET', `/api/campaigns/${id}`),
});

describe('a partner who was found, scored, written to, and has replied and complained', () => {
  let person: Person;
  let tenant: string;
  let campaign: CampaignView;
  let erased: PartnerView;
  let other: PartnerView;
  let userId: string;
  let needles: string[];
  let othersTexts: string[];
  let before: Awaited<ReturnType<typeof figures>>;
  /** Before the deletion. */
  let then: string;

  beforeAll(async () => {
    ({ person, userId, tenant } = await readyPerson(testApp, 0));
    const criteria = { targetAudience: 'Trail runners who repair their gear', industry: 'Fitness' };
    await person.ok('POST', '/api/partners/generate', { criteria, count: 8 });
    const found: PartnerView[] = [];
    for (const { id } of await person.ok<PartnerView[]>('GET', '/api/partners')) {
      await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
      const { partner } = await person.ok<{ partner: PartnerView }>('POST', `/api/partners/${id}/enhance-contact`);
      if (partner.contactInfo?.email && partner.profileUrl?.includes('linkedin.com/in/')) found.push(partner);
      if (found.length === 2) break;
    }
    [erased, other] = found as [PartnerView, PartnerView];
    // deleted, and added again by the address of the profile
    await person.ok('DELETE', `/api/partners/${erased.id}`);
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: erased.profileUrl });
    await person.ok('PATCH', `/api/partners/${erased.id}/status`, { status: 'approved' });
    await person.ok('POST', `/api/partners/${erased.id}/enhance-contact`);
    // requested with another spelling: it is the same address, and nothing is kept of it
    const spelling = erased.profileUrl?.replace(
      /[^/]*$/,
      (name) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    );
    const search = await person.call('POST', '/api/partners/ingest-url', { profileUrl: spelling });
    expect(search).toMatchObject({ status: 409, body: { error: expect.stringMatching(/already exists/) } });
    campaign = await addCampaign(person, [erased, other], { texts: 'generated' });
    const waiting = await addCampaign(person, [erased], { texts: 'none' });
    const [draft] = await person.ok<SendView[]>('GET', `/api/campaigns/${waiting.id}/sends`);
    const text = { subject: `For ${erased.name} alone`, body: `This waits for ${erased.name}.\n\n"Soon."` };
    await person.ok('PATCH', `/api/campaign-sends/${draft?.id}`, text);
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    for (const { id } of sends) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
    const [mine] = sends.filter((send) => send.partner.id === erased.id);
    await person.ok('PATCH', `/api/campaign-sends/${mine?.id}/status`, { status: 'replied' });
    const mail = (await testApp.outbox()).find(({ customArgs }) => customArgs.send_id === `${mine?.id}.1`);
    await fetch(`${testApp.sandboxUrl}/outbox/${mail?.id}/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ event: 'bounce', reason: `550 <${mail?.to}> is not known here` }),
    });
    await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (now) => now.some(({ delivery }) => delivery !== null),
    );
    const [mineAll, theirsAll] = [await personalTexts(tenant, erased.id), await personalTexts(tenant, other.id)];
    // what both have, or the campaign itself, stays
    const shared = JSON.stringify([theirsAll, await person.ok('GET', '/api/campaigns')]);
    needles = mineAll.filter((one) => !shared.includes(JSON.stringify(one).slice(1, -1)));
    othersTexts = theirsAll.filter((one) => !mineAll.includes(one));
    then = new Date().toISOString();
    // counts are compared with those after a deletion: that is what hides
    await person.ok('DELETE', `/api/partners/${erased.id}`);
    await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${waiting.id}/sends`),
      ([send]) => send?.status === 'cancelled',
    );
    before = await figures(person, campaign);
  });

  test('stands before in these tables, and in none of the planner’s samples', async () => {
    await testApp.owner.sql`analyze`;
    const found = await searchDatabase(testApp.owner.sql, needles);
    expect(needles.length).toBeGreaterThan(10);
    expect(Object.keys(found).sort()).toEqual([...needles].sort());
    const tables = new Set(Object.values(found).flat());
    expect(tables).toEqual(
      new Set([
        ...['read.partners', 'read.messages', 'read.searches', 'read.suppressions'],
        ...['lists.people', 'lists.messages'],
      ]),
    );
  });

  test('is erased in one call, which answers what was destroyed and what remains', async () => {
    const receipt = await person.ok<ErasureView>('POST', `/api/partners/${erased.id}/erase`);
    expect(receipt).toMatchObject({
      id: `partner.${erased.id}`,
      kind: 'partner',
      tenant,
      status: 'done',
      why: 'request',
      requestedBy: `user:${userId}`,
      // the partner, a search by address and the suppressed address; and the messages of two campaigns
      destroyed: { keys: 3, rows: 5, messagesCancelled: 0, secrets: 0, sessions: 0, passwords: 0 },
      remains: { messagesKept: 1, suppressed: 1 },
    });
    expect(receipt.remains.sealedTexts).toBeGreaterThan(8);
    expect(await person.ok('GET', '/api/erasures')).toEqual([receipt]);
    // a second request tells it again
    const events = await testApp.events();
    expect(await person.ok('POST', `/api/partners/${erased.id}/erase`)).toEqual(receipt);
    expect(await testApp.events()).toBe(events);
  });

  test('and stands nowhere afterwards: no table of any schema, no screen, no log of the process', async () => {
    // lists keep some of it in lower case
    const all = [...new Set([...needles, ...needles.map((needle) => needle.toLowerCase())])];
    expect(await searchDatabase(testApp.owner.sql, all)).toEqual({});
    const shown = await everyScreen(person, campaign, then);
    expect(shown).toContain(erased.id);
    expect(heldIn(shown, needles)).toEqual([]);
    expect(needles.filter((needle) => printed.join('\n').includes(needle))).toEqual([]);
  });

  test('nor in what is exported with all that can be opened', async () => {
    const { sql, master } = testApp.owner;
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-export-'));
    const file = path.join(folder, 'export.ndjson');
    await sealUpToNow(sql, master);
    await exportTenant(sql, master, { tenant, from: null, to: null, open: true }, file, { overwrite: false });
    const exported = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    expect(heldIn(exported, othersTexts)).toEqual(othersTexts);
    expect(heldIn(exported, needles)).toEqual([]);
  });

  test('counts and proofs stand: dashboard, campaign, hash chains, keys, and every row as the fold of its stream', async () => {
    expect(await figures(person, campaign)).toEqual(before);
    const sql = connect(testApp.databaseUrl, { role: 'owner', name: 'test', max: 6 });
    expect((await verifyStreams(sql)).wrong).toEqual([]);
    expect((await verifyPersonKeys(sql)).wrong).toEqual([]);
    expect((await rebuild({ sql, master: testApp.owner.master })).differences).toEqual([]);
    // nor will the planner sample what any row holds, in tables that a rebuild made
    const sampled = await sql`
      select attrelid::regclass from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'read'::regnamespace and relkind = 'r' and attname = 'state' and attstattarget is distinct from 0`;
    expect(sampled).toEqual([]);
    await sql.end();
  });

  test('nobody else was harmed', async () => {
    expect(Object.keys(await searchDatabase(testApp.owner.sql, othersTexts)).sort()).toEqual([...othersTexts].sort());
    expect(await person.ok('GET', `/api/partners/${other.id}`)).toMatchObject({ erased: false, name: other.name });
  });

  test('they are not found again by a search, and nothing is sent to their address, under whatever name it comes back', async () => {
    const email = erased.contactInfo?.email ?? '';
    expect(needles).toContain(email);
    await person.import([{ ...importedRow(1), email }]);
    const [again] = await person.ok<PartnerView[]>('GET', '/api/partners');
    await person.ok('PATCH', `/api/partners/${again?.id}/status`, { status: 'approved' });
    const added = await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [again?.id] });
    expect(added).toMatchObject({ addedCount: 0, skipped: [{ reason: 'erased' }] });
    const hmac = testApp.owner.pseudonyms.address(tenant, email);
    const lifted = await person.call('DELETE', `/api/suppressions/${hmac}`, { confirm: true });
    expect(lifted).toMatchObject({ status: 422, body: { error: expect.stringMatching(/erased/) } });
  });
});

describe('a worker that holds what an erasure destroys', () => {
  /** The worker's reports of failed jobs. */
  const failures = () => printed.filter((line) => /PersonErased|Failed task/.test(line));

  /** Waits until the job of a stream is being worked at. */
  const underWay = (id: string) =>
    until(
      () => testApp.owner.sql`
        select from graphile_worker._private_jobs where locked_at is not null and payload->>'id' = ${id}`,
      (jobs) => jobs.length === 1,
    );

  /** Erases a partner, but commits only when another commit has come to wait for the key. */
  async function eraseUnderTheirHands(tenant: string, partnerId: string, more: readonly Ref[] = []): Promise<void> {
    const partner = ref('partner', partnerId);
    const work = { store: testApp.owner, tenant, cause: testCause, erasure: ref('erasure', 'none') };
    await eraseStep(work, async () => ({
      persons: [streamIdOf(partner)],
      streams: async () => [partner, ...more],
      also: async () => {
        await until(
          // of this database: other test files wait, too
          () => testApp.owner.sql<{ waits: number }[]>`
            select count(*)::int as waits from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          ([row]) => (row?.waits ?? 0) > 0,
        );
        return {};
      },
    }));
  }

  test('cannot write an address back: its job ends quietly, and gives the credit back', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await person.import([listedRow()]);
    const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
    const id = partner?.id ?? '';
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    await testApp.fault('people_data_labs', 'slow', 1, { delayMs: 700 });
    const looking = person.call('POST', `/api/partners/${id}/enhance-contact`);
    await underWay(id);
    await eraseUnderTheirHands(tenant, id);
    expect((await looking).status).toBe(404);
    expect(await person.ok('GET', '/api/credits')).toMatchObject({ used: 0 });
    expect(failures()).toEqual([]);
    const types = (await testApp.owner.history(tenant, ref('partner', id))).map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['PartnerDeleted', 'PersonErased', 'ContactNotFound']);
  });

  test('cannot write a text back: the run of texts comes to its end without it', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 1);
    const campaign = await addCampaign(person, partners, { texts: 'none' });
    const id = partners[0]?.id ?? '';
    const message = ref('message', `${campaign.id}.${id}.1`);
    await testApp.fault('openai', 'slow', 1, { delayMs: 700 });
    const writing = person.call('POST', `/api/campaigns/${campaign.id}/generate-messages`);
    await underWay(message.id);
    await eraseUnderTheirHands(tenant, id, [message]);
    await writing;
    const { generation, lastGeneration } = (await testApp.owner.load(tenant, ref('campaign', campaign.id))).state;
    expect([generation, lastGeneration]).toMatchObject([null, { generated: 0, failed: 1 }]);
    expect(failures()).toEqual([]);
    expect((await testApp.owner.load(tenant, message)).state).toMatchObject({ status: 'cancelled', text: null });
  });
});

describe('an address', () => {
  test('is erased with every partner who has or had it, and stays on the list though nobody has it', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 3);
    const admin = await new Person(testApp.url).signIn('admin@northwind.example');
    const [has, had, other] = partners as [PartnerView, PartnerView, PartnerView];
    const address = `shared.${tenant.slice(0, 6)}@lindqvist.example`;
    const save = (id: string, email: string) =>
      person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email } });
    await save(has.id, address);
    await save(had.id, address);
    await save(had.id, 'other@lindqvist.example');
    await person.ok('POST', '/api/suppressions', { email: address, reason: 'unsubscribed' });
    const wish = { kind: 'address', tenant, address: ` ${address.toUpperCase()} ` };
    const receipt = await admin.ok<ErasureView>('POST', '/api/admin/erasures', wish);
    expect(receipt).toMatchObject({ kind: 'address', status: 'done', destroyed: { keys: 3 } });
    expect(JSON.stringify(receipt)).not.toContain('lindqvist');
    expect(await searchDatabase(testApp.owner.sql, [address])).toEqual({});
    expect((await person.ok<PartnerView[]>('GET', '/api/partners')).map(({ id }) => id)).toEqual([other.id]);
    const listed = await person.ok('GET', `/api/suppressions?email=${address}`);
    expect(listed).toMatchObject({ items: [{ email: null, reason: 'erased' }] });
    const unknown = { kind: 'address', tenant, address: 'nobody@lindqvist.example' };
    expect(await admin.ok('POST', '/api/admin/erasures', unknown)).toMatchObject({
      destroyed: { keys: 0 },
      remains: { suppressed: 1 },
    });
    // a second request tells it again, until the address returns: then the receipt counts both times
    const events = await testApp.events();
    expect(await admin.ok('POST', '/api/admin/erasures', wish)).toEqual(receipt);
    expect(await testApp.events()).toBe(events);
    await save(other.id, address);
    const { destroyed, remains } = receipt;
    expect(await admin.ok('POST', '/api/admin/erasures', wish)).toMatchObject({
      times: 2,
      // what follows from the saved address is removed where it still waits
      destroyed: { ...destroyed, keys: destroyed.keys + 1, rows: destroyed.rows + 1, jobs: expect.any(Number) },
      // the address that they had before
      remains: { suppressed: remains.suppressed + 1 },
    });
    expect(await searchDatabase(testApp.owner.sql, [address])).toEqual({});
    const all = await admin.ok<ErasureView[]>('GET', '/api/admin/erasures');
    expect(all.filter((one) => one.tenant === tenant)).toHaveLength(2);
    expect((await person.ok<ErasureView[]>('GET', '/api/erasures')).map(({ kind }) => kind)).toEqual([
      'address',
      'address',
    ]);
  });

  test('that came with the record of a person names them, though nobody looked for it yet', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const admin = await new Person(testApp.url).signIn('admin@northwind.example');
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: listedRow().profileUrl });
    const [{ id }] = (await person.ok<PartnerView[]>('GET', '/api/partners')) as [PartnerView];
    const address = (await testApp.owner.load(tenant, ref('partner', id))).state.person?.knownEmail?.address ?? '';
    expect(address).toContain('@');
    await admin.ok('POST', '/api/admin/erasures', { kind: 'address', tenant, address });
    expect(await person.ok('GET', '/api/partners')).toEqual([]);
    expect(await person.ok('GET', `/api/suppressions?email=${address}`)).toMatchObject({
      items: [{ reason: 'erased' }],
    });
  });
});

describe('a whole user', () => {
  test('is not said to be erased while the row of the account is lost', async () => {
    const { userId, tenant } = await readyPerson(testApp, 0);
    await testApp.owner.sql`delete from read.users where stream_id = ${`user-${userId}`}`;
    const secrets = { DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET, ERASURES_FILE: '' };
    for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
    const refused = await audit('erase', 'tenant', tenant, '--yes');
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/owner is lost\. Run `npm run audit -- replay`/),
    ]);
    await audit('replay');
    expect((await audit('erase', 'tenant', tenant, '--yes')).code).toBe(0);
    vi.unstubAllEnvs();
    expect(await testApp.owner.sql`select from vault.person_keys where person_id = ${`user-${userId}`}`).toEqual([]);
  });

  test('is erased with all that was theirs; the record of it stays, and stays true', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 3);
    const email = (await person.ok<{ email: string }>('GET', '/api/auth/user')).email;
    const campaign = await addCampaign(person, partners, { texts: 'edited' });
    const [first] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    await person.ok('POST', `/api/campaign-sends/${first?.id}/send-now`);
    await person.ok('POST', '/api/suppressions', { email: 'no.more@lindqvist.example' });
    const { profileUrl } = importedRow(7);
    await person.call('POST', '/api/partners/ingest-url', { profileUrl });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'paused' });
    const needles = [
      email,
      'Burlington, VT',
      ...partners.flatMap(({ contactInfo, profileUrl: url }) => [contactInfo?.email ?? '', url ?? '']),
      'no.more@lindqvist.example',
      profileUrl,
      ...partners.map(({ id }) => `this is m${campaign.id}.${id}`),
    ];
    const own = async () => {
      const found = await searchDatabase(testApp.owner.sql, needles);
      // other users of this house live in the same street
      delete found['Burlington, VT'];
      return found;
    };
    expect(Object.keys(await own())).toHaveLength(needles.length - 1);

    const admin = await new Person(testApp.url).signIn('admin@northwind.example');
    const receipt = await admin.ok<ErasureView>('POST', '/api/admin/erasures', { kind: 'tenant', tenant });
    expect(receipt).toMatchObject({
      id: 'tenant',
      status: 'done',
      // owner, account, three partners, an address and a search by address
      destroyed: { keys: 7, secrets: 1, sessions: 1, passwords: 1, messagesCancelled: 2 },
      remains: { messagesKept: 1, suppressed: 1 },
    });
    expect(await own()).toEqual({});
    expect(await testApp.owner.sql`select from vault.person_keys where tenant_id = ${tenant}`).toEqual([]);
    expect(await testApp.owner.sql`select from vault.secrets where tenant_id = ${tenant}`).toEqual([]);
    expect(
      await testApp.owner.sql`
      select from graphile_worker._private_jobs where payload->>'tenant' = ${tenant} and locked_at is null`,
    ).toEqual([]);
    expect((await person.call('GET', '/api/campaigns')).status).toBe(401);
    expect(
      await testApp.owner.sql`
      select state->'text' as text from read.campaigns where tenant_id = ${tenant}`,
    ).toEqual([{ text: null }]);
    // the count continues, and the suppression list still holds
    const [sent] = await testApp.owner.sql`
      select count(*)::int as n from read.messages where tenant_id = ${tenant} and status = 'sent'`;
    expect(sent).toEqual({ n: 1 });
    const entry = ref('suppression', testApp.owner.pseudonyms.address(tenant, 'no.more@lindqvist.example'));
    expect((await testApp.owner.load(tenant, entry)).state).toMatchObject({ suppressed: true, email: null });

    const sql = connect(testApp.databaseUrl, { role: 'owner', name: 'test', max: 6 });
    expect((await verifyStreams(sql)).wrong).toEqual([]);
    expect((await verifyPersonKeys(sql)).wrong).toEqual([]);
    expect((await compareRows({ sql, master: testApp.owner.master })).differences).toEqual([]);
    await sql.end();
    // the address is free for a new person
    await new Person(testApp.url).signUp(email);
  });
});

test('who may not erase, and what cannot be, is answered plainly', async () => {
  const { person, partners, tenant } = await readyPerson(testApp, 1);
  const { person: stranger } = await readyPerson(testApp, 0);
  const admin = await new Person(testApp.url).signIn('admin@northwind.example');
  const ask = (who: Person, wish: object) => who.call<{ error: string }>('POST', '/api/admin/erasures', wish);
  expect((await stranger.call('POST', `/api/partners/${partners[0]?.id}/erase`)).status).toBe(404);
  expect((await ask(person, { kind: 'tenant', tenant })).status).toBe(403);
  expect((await person.call('GET', '/api/admin/erasures')).status).toBe(403);
  expect(await ask(admin, { kind: 'person' })).toMatchObject({
    status: 400,
    body: { error: 'kind must be partner, address or tenant' },
  });
  expect((await ask(admin, { kind: 'partner', tenant })).body.error).toBe('id is required');
  expect(await ask(admin, { kind: 'tenant', tenant: 'nobody' })).toMatchObject({
    status: 404,
    body: { error: 'No matching user.' },
  });
  expect(await ask(admin, { kind: 'partner', tenant, id: 'none' })).toMatchObject({
    status: 404,
    body: { error: 'Partner not found' },
  });
  expect(await ask(admin, { kind: 'tenant', tenant: await admin.tenant() })).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/your own account: you are the only admin/) },
  });
});
