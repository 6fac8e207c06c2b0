import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PartnerView, SendView } from '../../api/views.ts';
import { wantedBy } from '../../db/audit/erasureWanted.ts';
import { recordErasures } from '../../db/backup/erasures.ts';
import { restoreBackup } from '../../db/backup/restore.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import { askForErasure, carryOutErasure } from '../../db/erase/erase.ts';
import { erasedBefore } from '../../db/erase/erasedBefore.ts';
import { erasurePreview } from '../../db/erase/erasurePreview.ts';
import { appendErasureLog, readErasures } from '../../db/erase/erasuresFile.ts';
import { objectionOfErasures } from '../../db/erase/lackingErasure.ts';
import { ref, type Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { unsubscribeLink } from '../../db/vault/unsubscribeLink.ts';
import { verifyPersonKeys } from '../../db/verify/personKeys.ts';
import {
  endStep,
  recordRecognised,
  requestUrlSearch,
  type SearchEvent,
  type SearchState,
  urlSearchId,
} from '../../events/partners/search.ts';
import type { ErasureSubject } from '../../events/privacy/erasure.ts';
import { eraseDeleted } from '../../worker/tasks/eraseDeleted.ts';
import { testCause } from '../support/asSent.ts';
import { audit, auditTold } from '../support/audit.ts';
import { searchDatabase } from '../support/byteSearch.ts';
import { freshDatabase, TEST_SECRET } from '../support/database.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-erasure-'));
  testApp = await startTestApp({ working: false, waitMs: 50 });
  await new Person(testApp.url).signUp('admin@northwind.example');
});
afterAll(async () => {
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

const wish = (kind: ErasureSubject['kind'], of: Partial<ErasureSubject> = {}): ErasureSubject => ({
  kind,
  partnerId: null,
  addressHmac: null,
  why: 'request',
  ...of,
});

async function erase(tenant: string, subject: ErasureSubject, options: { store?: Store; erasuresFile?: string } = {}) {
  // all of them by one clock: a key of later than an erasure is that of somebody who was added again
  const { store = { ...testApp.owner, now: testApp.api.now }, erasuresFile } = options;
  const id = await askForErasure(store, tenant, testCause, subject);
  return carryOutErasure(store, tenant, id, { cause: testCause, erasuresFile });
}

/** A store that dies at the start of its nth transaction that writes. */
function dyingAt(nth: number): Store {
  let begun = 0;
  const sql = new Proxy(testApp.owner.sql, {
    get(target, name) {
      if (name !== 'begin') return Reflect.get(target, name);
      return (...args: unknown[]) => {
        if (typeof args[0] === 'function' && ++begun === nth) throw new Error('killed');
        return (target.begin as unknown as (...args: unknown[]) => unknown)(...args);
      };
    },
  });
  return { ...testApp.owner, sql };
}

test('an erasure that is killed again and again ends, and its receipt counts everything once', async () => {
  const { person, tenant, partners } = await readyPerson(testApp, 2);
  await addCampaign(person, partners, { texts: 'edited' });
  await person.ok('POST', '/api/suppressions', { email: 'no.more@lindqvist.example' });
  let receipt: Awaited<ReturnType<typeof erase>> | null = null;
  let deaths = 0;
  while (!receipt) {
    receipt = await erase(tenant, wish('tenant'), { store: dyingAt(deaths + 1) }).catch((error: Error) => {
      expect(error.message).toBe('killed');
      deaths += 1;
      return null;
    });
  }
  expect(deaths).toBeGreaterThan(4);
  expect(receipt).toMatchObject({
    status: 'done',
    // profile, mailbox, campaign; two partners with a message each; the suppressed address; the account
    destroyed: { keys: 5, rows: 9, messagesCancelled: 2, secrets: 1, sessions: 1, passwords: 1 },
  });
  expect((await verifyPersonKeys(testApp.owner.sql)).wrong).toEqual([]);
  // again it finds nothing, and the receipt stays
  const { destroyed, remains } = receipt;
  expect(await erase(tenant, wish('tenant'))).toMatchObject({ times: 2, destroyed, remains });
});

describe('who was deleted', () => {
  const look = (retentionDays: number, erasuresFile?: string) =>
    eraseDeleted.handler(
      { ...testApp.worker, retentionDays, erasuresFile },
      {} as never,
      { lastTry: false, giveUp: false } as never,
    );
  const erased = async (tenant: string, { id }: PartnerView) =>
    (await testApp.owner.load(tenant, ref('partner', id))).state.erased;

  test('is erased when the days of retention are over, not before; and not who was added again', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 2);
    const [gone, back] = partners as [PartnerView, PartnerView];
    await person.ok('DELETE', `/api/partners/${gone.id}`);
    await look(1);
    expect(await erased(tenant, gone)).toBe(false);
    testApp.later(DAY_MS + 1_000);
    await person.ok('DELETE', `/api/partners/${back.id}`);
    await look(1);
    expect([await erased(tenant, gone), await erased(tenant, back)]).toEqual([true, false]);
    expect((await testApp.owner.load(tenant, ref('erasure', `partner.${gone.id}`))).state).toMatchObject({
      status: 'done',
      why: 'retention',
      requestedBy: 'worker:erase-deleted',
      tally: { keys: 1, rows: 1, suppressed: 0 },
    });
    const { name, profileUrl } = back;
    await person.import([{ name, profileUrl }]);
    // listed as deleted a moment before
    const receipt = await erase(tenant, wish('partner', { partnerId: back.id, why: 'retention' }));
    expect(receipt).toMatchObject({ status: 'dropped', times: 0, destroyed: { keys: 0 } });
    await look(0);
    expect(await erased(tenant, back)).toBe(false);
  });

  test('and a search for one person who came of nothing names them no longer; one for a partner goes with the partner', async () => {
    const { tenant, partners } = await readyPerson(testApp, 1);
    const [partner] = partners as [PartnerView];
    const erasuresFile = path.join(folder, 'searched');
    const searchFor = async (profileUrl: string, led: (state: SearchState) => SearchEvent[]) => {
      const search = ref('search', urlSearchId(randomBytes(16).toString('hex')));
      const say = (decide: (state: SearchState) => SearchEvent[]) =>
        testApp.worker.store.run({
          tenant,
          cause: testCause,
          streams: { search },
          decide: (now) => ({ search: decide(now.search) }),
        });
      await say((state) => requestUrlSearch(state, { criteria: {}, profileUrl }));
      await say(led);
      await say((state) => endStep(state, 0, { duplicates: 0, sources: [] }));
      return async () => (await testApp.owner.load(tenant, search)).state.profileUrl;
    };
    const [nobodys, theirs] = [
      'https://www.linkedin.com/in/no-body',
      'https://www.linkedin.com/in/another-name',
    ] as const;
    const searchForNobody = await searchFor(nobodys, () => []);
    const searchForPartner = await searchFor(theirs, (state) => recordRecognised(state, partner.id));
    await look(1, erasuresFile);
    expect(await searchForNobody()).toBe(nobodys);
    testApp.later(DAY_MS + 1_000);
    await look(1, erasuresFile);
    expect([await searchForNobody(), await searchForPartner()]).toEqual([null, theirs]);
    expect(readErasures(erasuresFile)).toMatchObject([
      { tenant, person: expect.stringMatching(/^search-url-/), asListed: true },
    ]);
    await erase(tenant, wish('partner', { partnerId: partner.id }));
    expect(await searchDatabase(testApp.owner.sql, [nobodys, theirs])).toEqual({});
    expect((await verifyPersonKeys(testApp.owner.sql)).wrong).toEqual([]);
  });
});

test('an erasure that was asked for while no worker ran is done when one looks, though its job was lost', async () => {
  const { person, userId, tenant, partners } = await readyPerson(testApp, 1);
  const id = partners[0]?.id ?? '';
  const answer = await person.call('POST', `/api/partners/${id}/erase`);
  expect(answer).toMatchObject({ status: 202, body: { accepted: true, id: `partner.${id}` } });
  await eraseDeleted.handler(testApp.worker, {} as never, { lastTry: false, giveUp: false } as never);
  expect((await testApp.owner.load(tenant, ref('partner', id))).state.erased).toBe(true);
  expect(await person.ok('GET', '/api/erasures')).toMatchObject([{ status: 'done', requestedBy: `user:${userId}` }]);
});

test('whoever presses a link while their data is erased is on the list, and their address is not written back', async () => {
  const { person, tenant, partners } = await readyPerson(testApp, 1);
  const [partner] = partners as [PartnerView];
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const email = partner.contactInfo?.email ?? '';
  const messageId = sends[0]?.id ?? '';
  const link = unsubscribeLink(testApp.url, testApp.api.pseudonyms, { tenant, messageId, attempt: 1 });
  const { load } = testApp.api;
  testApp.api.load = async (of, stream) => {
    const loaded = await load(of, stream);
    if (stream.kind === 'partner') {
      testApp.api.load = load;
      await person.ok('DELETE', `/api/partners/${partner.id}`);
      await erase(tenant, wish('partner', { partnerId: partner.id, why: 'retention' }));
    }
    return loaded;
  };
  expect((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status).toBe(200);
  const { state } = await testApp.owner.load(
    tenant,
    ref('suppression', testApp.owner.pseudonyms.address(tenant, email)),
  );
  expect(state).toMatchObject({ suppressed: true, reason: 'unsubscribed', email: null });
  expect(await searchDatabase(testApp.owner.sql, [email])).toEqual({});
});

test('who is deleted for long, and not erased on request, may be written to again; what the list says stays', async () => {
  const { person, tenant, partners } = await readyPerson(testApp, 3);
  const [plain, listed, asked] = partners as [PartnerView, PartnerView, PartnerView];
  const emailOf = ({ contactInfo }: PartnerView) => contactInfo?.email ?? '';
  const onList = async (partner: PartnerView) => {
    const { suppressed, reason, email } = (
      await testApp.owner.load(tenant, ref('suppression', testApp.owner.pseudonyms.address(tenant, emailOf(partner))))
    ).state;
    return { suppressed, reason, email };
  };
  await person.ok('POST', '/api/suppressions', { email: emailOf(listed), reason: 'unsubscribed' });
  // suppressed and removed: the old entry still holds the address
  const { id } = await person.ok<{ id: string }>('POST', '/api/suppressions', { email: emailOf(plain) });
  await person.ok('DELETE', `/api/suppressions/${id}`, {});
  for (const partner of partners) await person.ok('DELETE', `/api/partners/${partner.id}`);
  const receipts = [];
  for (const partner of partners)
    receipts.push(await erase(tenant, wish('partner', { partnerId: partner.id, why: 'retention' })));
  expect(receipts.map(({ destroyed, remains }) => [destroyed.keys, remains.suppressed])).toEqual([
    [2, 0],
    [2, 1],
    [1, 0],
  ]);
  expect(await searchDatabase(testApp.owner.sql, partners.map(emailOf))).toEqual({});
  expect(await onList(plain)).toEqual({ suppressed: false, reason: null, email: null });
  expect(await onList(listed)).toEqual({ suppressed: true, reason: 'unsubscribed', email: null });

  const rows = [plain, listed].map((partner) => ({
    name: partner.name,
    profileUrl: partner.profileUrl,
    email: emailOf(partner),
  }));
  await person.import(rows);
  const back = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const one of back) await person.ok('PATCH', `/api/partners/${one.id}/status`, { status: 'approved' });
  const { id: campaignId } = await addCampaign(person, [asked, ...back], { texts: 'none' });
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaignId}/sends`);
  expect(sends.map(({ partner }) => partner.id)).toEqual([plain.id]);

  // no person had asked; once one does, there is an erasure on request
  expect(await erasedBefore(testApp.owner, tenant, wish('partner', { partnerId: asked.id }))).toBeNull();
  await erase(tenant, wish('partner', { partnerId: asked.id }));
  expect(await erasedBefore(testApp.owner, tenant, wish('partner', { partnerId: asked.id }))).toMatchObject({
    why: 'request',
    times: 2,
    destroyed: { keys: 1 },
  });
  expect((await verifyPersonKeys(testApp.owner.sql)).wrong).toEqual([]);
});

describe('ERASURES_FILE', () => {
  test('that cannot be written stops an erasure before anything is destroyed', async () => {
    const { tenant, partners } = await readyPerson(testApp, 1);
    const subject = wish('partner', { partnerId: partners[0]?.id ?? '' });
    const erasuresFile = path.join(folder, 'no', 'such', 'folder');
    await expect(erase(tenant, subject, { erasuresFile })).rejects.toThrow(
      /cannot be written \(ENOENT\).*nothing more is erased until then/,
    );
    expect((await testApp.owner.load(tenant, ref('partner', partners[0]?.id ?? ''))).state.erased).toBe(false);
  });

  test('does not name who was added again before the erasure could be done', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 1);
    const [{ id, name, profileUrl } = { id: '', name: '', profileUrl: '' }] = partners;
    const erasuresFile = path.join(folder, 'dropped');
    await person.ok('DELETE', `/api/partners/${id}`);
    const erasure = await askForErasure(
      testApp.owner,
      tenant,
      testCause,
      wish('partner', { partnerId: id, why: 'retention' }),
    );
    // a worker that ended between its line and its commit
    appendErasureLog(erasuresFile, [{ tenant, person: `partner-${id}`, asListed: true }], new Date());
    await person.import([{ name, profileUrl }]);
    await carryOutErasure(testApp.owner, tenant, erasure, { cause: testCause, erasuresFile });
    expect((await testApp.owner.load(tenant, ref('erasure', erasure))).state.status).toBe('dropped');
    expect(readErasures(erasuresFile)).toEqual([]);
    await recordErasures(testApp.owner, readErasures(erasuresFile));
    expect((await testApp.owner.load(tenant, ref('partner', id))).state.erased).toBe(false);
  });

  test('names everyone, so that a restored backup knows none of them any more', async () => {
    const first = await readyPerson(testApp, 4);
    const second = await readyPerson(testApp, 2);
    const [one, two, back, aged] = first.partners as [PartnerView, PartnerView, PartnerView, PartnerView];
    // hidden and on the list: their keys are gone before a restore says so
    await second.person.ok('DELETE', `/api/partners/${second.partners[0]?.id}`);
    await second.person.ok('POST', '/api/suppressions', { email: second.partners[1]?.contactInfo?.email });
    await first.person.ok('POST', '/api/suppressions', { email: one.contactInfo?.email });
    const erasuresFile = path.join(folder, 'erasures');
    // erased, and added again before the backup: that stays
    await erase(first.tenant, wish('partner', { partnerId: back.id }), { erasuresFile });
    await first.person.import([{ name: back.name, profileUrl: back.profileUrl }]);
    await addCampaign(first.person, first.partners, { texts: 'edited' });
    const email = (await second.person.ok<{ email: string }>('GET', '/api/auth/user')).email;
    const texts = ({ name, profileUrl, contactInfo }: PartnerView) => [
      profileUrl ?? name ?? '',
      contactInfo?.email ?? '',
    ];
    const gone = [...[one, aged, ...second.partners].flatMap(texts), email];
    const file = path.join(folder, 'backup');
    await takeBackup(testApp.owner.sql, masterKey(TEST_SECRET), file);

    await erase(first.tenant, wish('partner', { partnerId: one.id }), { erasuresFile });
    const nobody = testApp.owner.pseudonyms.address(first.tenant, 'nobody@lindqvist.example');
    await erase(first.tenant, wish('address', { addressHmac: nobody }), { erasuresFile });
    await erase(second.tenant, wish('tenant'), { erasuresFile });
    await first.person.ok('DELETE', `/api/partners/${aged.id}`);
    await erase(first.tenant, wish('partner', { partnerId: aged.id, why: 'retention' }), { erasuresFile });
    const lines = readFileSync(erasuresFile, 'utf8').trim().split('\n');
    expect(lines.map((line) => line.split(' ')[1]?.replace(/-.*/, ''))).toEqual([
      'partner',
      'suppression',
      'partner',
      'suppression',
      'suppression',
      'owner',
      'user',
      'partner',
    ]);
    expect(lines.at(-1)).toMatch(/ as-listed$/);
    expect(gone.filter((text) => lines.join().includes(text))).toEqual([]);
    // this database has them all, and so is no older copy
    expect(await objectionOfErasures(testApp.owner.sql, erasuresFile)).toBeNull();

    const database = await freshDatabase();
    const erasures = readErasures(erasuresFile);
    const options = { file, ownerUrl: database.url, secretKey: TEST_SECRET, erasures, say: () => undefined };
    // a partner and their entry; owner, account, two partners and an entry; the partner of long ago
    expect((await restoreBackup(options)).erased).toBe(8);
    const owner = await database.open('owner');
    expect(await searchDatabase(owner.sql, gone)).toEqual({});
    expect(Object.keys(await searchDatabase(owner.sql, [...texts(two), back.profileUrl ?? '']))).toHaveLength(3);
    expect((await verifyPersonKeys(owner.sql)).wrong).toEqual([]);
    for (const hmac of [nobody, owner.pseudonyms.address(first.tenant, one.contactInfo?.email ?? '')])
      expect((await owner.load(first.tenant, ref('suppression', hmac))).state.reason).toBe('erased');
    const agedEntry = ref('suppression', owner.pseudonyms.address(first.tenant, aged.contactInfo?.email ?? ''));
    expect((await owner.load(first.tenant, agedEntry)).state.suppressed).toBe(false);
    expect(await owner.sql`select from auth.credentials where user_id = ${second.userId}`).toEqual([]);
    const receipts = await owner.sql<{ kind: string; status: string; keys: number; suppressed: number }[]>`
      select state->>'kind' as kind, state->>'status' as status,
        (state->'tally'->>'keys')::int as keys, (state->'tally'->>'suppressed')::int as suppressed
      from read.erasures where state->>'why' = 'restored' order by kind, keys, suppressed`;
    expect(receipts).toEqual([
      { kind: 'address', status: 'done', keys: 0, suppressed: 1 },
      { kind: 'partner', status: 'done', keys: 1, suppressed: 0 },
      { kind: 'partner', status: 'done', keys: 2, suppressed: 1 },
      { kind: 'tenant', status: 'done', keys: 5, suppressed: 1 },
    ]);
    // once more it finds nothing
    const [events] = await owner.sql`select count(*)::int as n from log.events`;
    expect(await recordErasures(owner, erasures)).toBe(0);
    expect(await owner.sql`select count(*)::int as n from log.events`).toEqual([events]);
    await database.drop();
  });
});

test('whoever has the same name, profile and address with another user is left alone', async () => {
  const row = importedRow(1);
  const [mine, theirs] = await Promise.all(
    [0, 1].map(async () => {
      const { person, tenant } = await readyPerson(testApp, 0);
      await person.import([row]);
      const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
      return { person, tenant, partnerId: partner?.id ?? '', before: partner };
    }),
  );
  await erase(mine?.tenant ?? '', wish('partner', { partnerId: mine?.partnerId ?? '' }));
  expect(await mine?.person.ok('GET', '/api/partners')).toEqual([]);
  expect(await theirs?.person.ok('GET', '/api/partners')).toEqual([theirs?.before]);
  expect(theirs?.before).toMatchObject({ name: row.name, contactInfo: { email: row.email }, doNotContact: null });
});

test('a rebuild that was killed leaves no row behind of who is erased', async () => {
  const { tenant, partners } = await readyPerson(testApp, 1);
  const partnerId = partners[0]?.id ?? '';
  await testApp.owner.sql`create schema read_next`;
  await testApp.owner.sql`create table read_next.partners as select * from read.partners`;
  await erase(tenant, wish('partner', { partnerId }));
  expect(await searchDatabase(testApp.owner.sql, [partners[0]?.contactInfo?.email ?? ''])).toEqual({});
});

describe('npm run audit -- erase', () => {
  const on = (env: Record<string, string>) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  };
  beforeEach(() => on({ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET, ERASURES_FILE: '' }));
  afterEach(() => vi.unstubAllEnvs());
  const emailOf = ({ contactInfo }: PartnerView) => contactInfo?.email ?? '';
  const isErased = async (tenant: string, { id }: PartnerView) =>
    (await testApp.owner.load(tenant, ref('partner', id))).state.erased;

  test('refuses what it cannot do, in words, before anything is asked for', async () => {
    const { tenant, partners } = await readyPerson(testApp, 2);
    const [one, two] = partners as [PartnerView, PartnerView];
    const [admin] = await testApp.owner.sql<{ stream_id: string }[]>`
      select stream_id from read.users where (state->>'isAdmin')::boolean`;
    const events = await testApp.events();
    const toAddresses = ['erase', 'address', '-', '--tenant', tenant, '--yes'];
    const spoken = (what: 'partner' | 'address' | 'tenant', name: string) =>
      wantedBy(testApp.owner, { what, name, tenant });
    await expect(spoken('partner', 'nosuch')).rejects.toThrow(/There is no partner nosuch of workspace/);
    await expect(wantedBy(testApp.owner, { what: 'partner', name: 'nosuch' })).rejects.toThrow(
      /There is no partner nosuch\. /,
    );
    await expect(spoken('tenant', 'nobody')).rejects.toThrow(/There is no workspace or user nobody/);
    await expect(spoken('address', 'not an address')).rejects.toThrow(/no email address/);
    const refusals = [
      await auditTold('', 'erase', 'partner', one.id),
      await auditTold(`${emailOf(one)}\n\nnot an address\n${emailOf(two)}\n`, ...toAddresses),
      await auditTold('\n', ...toAddresses),
      await audit('erase', 'tenant', admin?.stream_id ?? '', '--yes'),
    ];
    on({ ERASURES_FILE: path.join(folder, 'no', 'file') });
    refusals.push(await audit('erase', 'partner', one.id, '--yes'));
    const complaints = [
      /1 partner of .*is about to be erased.*--yes/s,
      /Line 3 is no email address/,
      /no address on standard input/,
      /the only admin: .*no admin\..*--last-admin/s,
      /cannot be written \(ENOENT\).*nothing was erased, and nothing will be/,
    ];
    for (const [index, refusal] of refusals.entries())
      expect(refusal).toMatchObject({
        code: index === 4 ? 3 : 2,
        out: '',
        said: expect.stringMatching(complaints[index] ?? /never/),
      });
    expect(await testApp.events()).toBe(events);
  });

  test('takes addresses from standard input, prints a receipt for each, and does again what a file names', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 3);
    const [one, two, three] = partners as [PartnerView, PartnerView, PartnerView];
    await addCampaign(person, [two], { texts: 'edited' });
    const toAddresses = ['erase', 'address', '-', '--tenant', tenant, '--yes'];
    const { code, out, said } = await auditTold(`${emailOf(one)}\n${emailOf(two)}\n`, ...toAddresses);
    expect([code, said]).toEqual([0, expect.stringMatching(/2 partners with 2 addresses .*1 message that did not/s)]);
    expect(out.match(/erased at .* by system:erase/g)).toHaveLength(2);
    expect(out).not.toContain('lindqvist');
    expect(await Promise.all([one, two, three].map((partner) => isErased(tenant, partner)))).toEqual([
      true,
      true,
      false,
    ]);
    // again: the same receipts; an erased person does not count
    const again = await auditTold(`${emailOf(two)}\n`, ...toAddresses, '--json');
    expect(again.said).toMatch(/erased before/);
    expect(JSON.parse(again.out)).toMatchObject({
      receipts: [{ times: 1, destroyed: { keys: 1, messagesCancelled: 1 } }],
    });
    const wanted = [wish('partner', { partnerId: two.id }), wish('partner', { partnerId: three.id })];
    expect(await erasurePreview(testApp.owner, tenant, wanted)).toEqual({
      partners: 1,
      messagesWaiting: 0,
      messagesKept: 0,
    });

    // noted elsewhere: an older copy that was restored by other means
    const list = path.join(folder, 'listed');
    writeFileSync(list, `${tenant} suppression-${'0'.repeat(64)}\n${tenant} partner-${three.id}\n`);
    const done = 'Done: 2 lines; 1 key had come back and was destroyed.\n';
    expect(await audit('erase', 'file', list, '--yes')).toMatchObject({ code: 0, out: done });
    expect((await testApp.owner.load(tenant, ref('suppression', '0'.repeat(64)))).state.reason).toBe('erased');
    expect(await isErased(tenant, three)).toBe(true);
    expect(JSON.parse((await audit('erase', 'file', list, '--yes', '--json')).out)).toEqual({ lines: 2, keys: 0 });
  });

  test('erases the last admin when it is told to', async () => {
    const alone = await startTestApp({ working: false, waitMs: 50 });
    const { tenant } = await readyPerson(alone, 0);
    on({ DATABASE_URL: alone.databaseUrl });
    const { code, out } = await audit('erase', 'tenant', tenant, '--last-admin', '--yes', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { receipts: [{ kind: 'tenant', status: 'done' }] }]);
    await alone.stop();
  });
});
