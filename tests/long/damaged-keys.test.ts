import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignView, PartnerView, SendView, TimelineView } from '../../api/views.ts';
import { restoreBackup } from '../../db/backup/restore.ts';
import { ref } from '../../db/store.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import { audit, auditProcess } from '../support/audit.ts';
import { DAMAGES, damageKey } from '../support/damagedKeys.ts';
import { freshDatabase, TEST_SECRET } from '../support/database.ts';
import { addCampaign, type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const KINDS = Object.keys(DAMAGES);
let folder: string;
let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-damaged-'));
  testApp = await startTestApp({ sendGap: { min: 0.05, max: 0.1 } });
  admin = await new Person(testApp.url).signUp('admin@northwind.example');
  for (const [name, value] of Object.entries({
    DATABASE_URL: testApp.databaseUrl,
    SECRET_KEY: TEST_SECRET,
    SEAL_FILE: '',
  }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Damage to repair when the test has ended. */
const repairs: (() => Promise<unknown>)[] = [];
const damage = async (how: string, tenant: string, person: string) =>
  void repairs.push(await damageKey(testApp.owner.sql, how, tenant, person));
afterEach(async () => {
  for (const repair of repairs.splice(0)) await repair();
});

type Verified = { ok: boolean; checks: { check: string; ok: boolean; wrong: { at: string }[] }[] };
async function verify(...options: string[]): Promise<Verified & { code: number | null }> {
  const { code, out } = await audit('verify', '--json', ...options);
  return { code, ...(JSON.parse(out) as Verified) };
}
const failed = ({ checks }: Verified) => checks.filter(({ ok }) => !ok).map(({ check }) => check);

/** Every way in which a user or an admin reads the log or the rows. */
async function readEverything({ person, tenant, partners, campaign, sends }: Outreach): Promise<string> {
  const at = new Date().toISOString();
  const own = [
    '/api/auth/user',
    '/api/partners',
    '/api/partners/export',
    ...partners.map(({ id }) => `/api/partners/${id}`),
    '/api/campaigns',
    `/api/campaigns/${campaign.id}`,
    `/api/campaigns/${campaign.id}/sends`,
    '/api/business-profile',
    '/api/email-settings',
    '/api/suppressions',
    '/api/dashboard/stats',
    '/api/history?limit=200',
    '/api/history/number/totalPartners',
    `/api/history/explain/${sends[0]?.id}`,
    ...['dashboard', 'partners', 'campaigns'].map((what) => `/api/history/as-of?at=${at}&what=${what}`),
    `/api/history/as-of?at=${at}&what=messages&campaign=${campaign.id}`,
  ];
  const answers = await Promise.all([
    ...own.map((call) => person.ok('GET', call)),
    admin.ok('GET', '/api/admin/history?limit=200'),
    admin.ok('GET', '/api/admin/users'),
  ]);
  expect((await audit('as-of', at, '--tenant', tenant)).said).not.toMatch(/\n {4}at /);
  return JSON.stringify(answers);
}

describe.each(KINDS)('the key of a partner is damaged: %s', (how) => {
  let outreach: Outreach;
  let hurt: PartnerView;
  let name: string;
  beforeAll(async () => {
    outreach = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
    hurt = outreach.partners[0] as PartnerView;
    name = `partner-${hurt.id}`;
  });
  beforeEach(() => damage(how, outreach.tenant, name));

  test('verify names them and looks at all the rest', async () => {
    for (const options of [[], ['--quick'], ['--tenant', outreach.tenant]]) {
      const found = await verify(...options);
      expect([found.code, failed(found)], options.join(' ')).toEqual([1, ['keys']]);
      expect(found.checks.find(({ check }) => check === 'keys')?.wrong).toMatchObject([
        { at: `${outreach.tenant} ${name}` },
      ]);
    }
    const { code, out } = await auditProcess(['verify']);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`WRONG +keys and erasures.*\\n.*${outreach.tenant} ${name}: the key is damaged`));
    expect(out).toMatch(/ok +rows/);
  });

  test('everything else is read, before and after a replay, and the right key opens it again', async () => {
    const { person, partners } = outreach;
    // rows that were folded with the right key stay as they are
    expect(await readEverything(outreach)).toContain(hurt.name);
    expect((await person.call('PATCH', `/api/partners/${hurt.id}/status`, { status: 'rejected' })).status).toBe(200);
    expect((await audit('replay')).code).toBe(0);
    expect(await readEverything(outreach)).toContain('"sealed":"unreadable"');
    const list = await person.ok<PartnerView[]>('GET', '/api/partners');
    for (const { id, name: was } of partners) {
      const is = list.find((partner) => partner.id === id);
      const expected = id === hurt.id ? ['Unreadable', true, false] : [was, false, false];
      expect([is?.name, is?.unreadable, is?.erased]).toEqual(expected);
    }
    expect(failed(await verify())).toEqual(['keys']);
    const edited = await person.call('POST', `/api/partners/${hurt.id}/contact`, {
      contactInfo: { email: 'x@lindqvist.example' },
    });
    expect([edited.status, JSON.stringify(edited.body)]).toEqual([422, expect.stringMatching(/unreadable/)]);
    for (const repair of repairs.splice(0)) await repair();
    expect((await audit('replay')).code).toBe(0);
    expect((await verify()).code).toBe(0);
    expect((await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ id }) => id === hurt.id)?.name).toBe(
      hurt.name,
    );
  });

  test('they are erased all the same, and are erased from then on, not unreadable', async () => {
    const { person, tenant } = outreach;
    const email = hurt.contactInfo?.email ?? '';
    expect(await person.ok('POST', `/api/partners/${hurt.id}/erase`)).toMatchObject({
      status: 'done',
      destroyed: { keys: 1 },
    });
    repairs.length = 0;
    expect((await verify()).code).toBe(0);
    const { owner } = testApp;
    const entry = await owner.load(tenant, ref('suppression', owner.pseudonyms.address(tenant, email)));
    expect(entry.state).toMatchObject({ suppressed: true, reason: 'erased' });
    const { events } = await person.ok<TimelineView>('GET', `/api/history?limit=200&stream=${name}`);
    expect(new Set(events.map(({ decoded }) => decoded?.sealed))).toEqual(new Set(['erased', 'none']));
    expect((await audit('replay')).code).toBe(0);
    expect((await owner.load(tenant, ref('partner', hurt.id))).state).toMatchObject({ erased: true });
  });
});

describe('work for somebody whose key is damaged', () => {
  let outreach: Outreach;
  let hurt: PartnerView;
  beforeAll(async () => {
    outreach = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    hurt = outreach.partners[0] as PartnerView;
  });

  test('no mail goes to them, all others get theirs, and the message says why', async () => {
    const { person, campaign, tenant } = outreach;
    await damage('one bit flipped', tenant, `partner-${hurt.id}`);
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    const sends = await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (all) => all.every(({ status }) => status === 'sent' || status === 'failed'),
    );
    const of = (id: string) => sends.find(({ partner }) => partner.id === id);
    expect(of(hurt.id)).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(/unreadable/) });
    expect(of(outreach.partners[1]?.id ?? '')).toMatchObject({ status: 'sent' });
    expect((await testApp.outbox()).some(({ to }) => to === hurt.contactInfo?.email)).toBe(false);
  });

  test('no text is written from their profile, a search for their address fails, and both end', async () => {
    const { person, tenant, partners } = outreach;
    await damage('garbage', tenant, `partner-${hurt.id}`);
    const campaign = await addCampaign(person, partners, { texts: 'none' });
    await person.call('POST', `/api/campaigns/${campaign.id}/generate-messages`);
    const view = await until(
      () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
      ({ generation, generatedCount }) => generation === null && generatedCount === 1,
    );
    expect(view).toMatchObject({ missingCount: 1 });
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect(sends.find(({ partner }) => partner.id === hurt.id)?.detail).toMatch(/unreadable/);
    const looked = await person.call('POST', `/api/partners/${hurt.id}/enhance-contact`);
    expect([looked.status, JSON.stringify(looked.body)]).toEqual([503, expect.stringMatching(/unreadable/)]);
    expect((await testApp.owner.load(tenant, ref('partner', hurt.id))).state).toMatchObject({
      openContactSearch: null,
      lastContactSearch: { outcome: 'failed' },
    });
    expect(await testApp.owner.sql`select from graphile_worker._private_jobs where last_error is not null`).toEqual([]);
  });

  test('an unsubscribe is taken, although the address cannot be written down', async () => {
    const { tenant } = outreach;
    const { owner } = testApp;
    const hmac = owner.pseudonyms.address(tenant, 'objects@lindqvist.example');
    await outreach.person.ok('POST', '/api/suppressions', { email: 'objects@lindqvist.example' });
    await damage('another id', tenant, `suppression-${hmac}`);
    const entry = ref('suppression', hmac);
    const cause = { actor: 'recipient', correlationId: 'c', causationId: null };
    await owner.run({
      tenant,
      cause,
      streams: { entry },
      decide: (now) => ({
        entry: suppressAddress(now.entry, {
          reason: 'unsubscribed',
          source: 'link',
          email: 'objects@lindqvist.example',
        }),
      }),
    });
    expect((await owner.load(tenant, entry)).state).toMatchObject({ suppressed: true, reason: 'unsubscribed' });
  });
});

describe.each(['owner', 'account'] as const)('the key of a user is damaged: %s', (which) => {
  let outreach: Outreach;
  beforeAll(async () => {
    outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  });

  test('nothing leaves in their name, everything is read, and the tenant can be erased', async () => {
    const { person, userId, tenant, sends, campaign } = outreach;
    const [place, whose] = which === 'owner' ? [tenant, 'owner'] : ['system', `user-${userId}`];
    await damage('the key of another person', place, whose);
    expect((await verify('--tenant', tenant)).checks.find(({ check }) => check === 'keys')?.wrong).toMatchObject([
      { at: `${place} ${whose}` },
    ]);
    const refused = await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([503, expect.stringMatching(/unreadable/)]);
    expect((await audit('replay')).code).toBe(0);
    expect(await readEverything(outreach)).toContain('Unreadable');
    expect((await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).sentCount).toBe(0);
    expect(failed(await verify())).toEqual(['keys']);
    expect((await audit('erase', 'tenant', tenant, '--yes')).code).toBe(0);
    repairs.length = 0;
    expect((await verify()).code).toBe(0);
  });
});

test('a backup is written and warns, and its restore goes on and says who is unreadable', async () => {
  const { tenant, partners } = await readyPerson(testApp, 2);
  const person = `partner-${partners[0]?.id}`;
  await damage('one bit flipped', tenant, person);
  const file = path.join(folder, 'backup');
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', 'backup', file], {
    env: process.env,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  expect(said).toMatch(new RegExp(`WARNING: .*1 key .*\\n  ${tenant} ${person}\\n`));

  const database = await freshDatabase();
  try {
    const lines: string[] = [];
    const restored = await restoreBackup({
      file,
      ownerUrl: database.url,
      secretKey: TEST_SECRET,
      erasures: [],
      say: (line) => lines.push(line),
    });
    expect(restored.damaged).toEqual([{ tenant, person }]);
    const owner = await database.open('owner');
    const state = async (id?: string) => (await owner.load(tenant, ref('partner', id ?? ''))).state;
    expect(await state(partners[0]?.id)).toMatchObject({ unreadable: true, erased: false, person: null });
    expect(await state(partners[1]?.id)).toMatchObject({ erased: false, person: { name: partners[1]?.name } });
  } finally {
    await database.drop();
  }
});
