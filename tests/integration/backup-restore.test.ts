import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { keepPendingSignup } from '../../db/accounts/pendingSignup.ts';
import { atStake, reconcile } from '../../db/audit/reconcile.ts';
import { recordErasures } from '../../db/backup/erasures.ts';
import { type Restored, restoreBackup } from '../../db/backup/restore.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import { connect } from '../../db/connection/connect.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { askForErasure, carryOutErasure } from '../../db/erase/erase.ts';
import { type Erasure, readErasures } from '../../db/erase/erasuresFile.ts';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { compareRows } from '../../db/read/rebuild.ts';
import { keepFiles, readKeptFile } from '../../db/receive/receivedFiles.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { ref } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { verifyPersonKeys } from '../../db/verify/personKeys.ts';
import type { ErasureSubject } from '../../events/privacy/erasure.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { asSent, testCause } from '../support/asSent.ts';
import { searchDatabase } from '../support/byteSearch.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { idle } from '../support/hurry.ts';
import { addCampaign, importedRow, type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startRestoredApp } from '../support/restoredApp.ts';
import { startSystemPostgres } from '../support/systemPostgres.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const KEY = masterKey(TEST_SECRET);
let folder: string;
let testApp: TestApp;
/** Attachments of two people to a mail, at the backup. */
const KIT = Buffer.alloc(64 * 1024, 'kit');
const kitFrom = ({ id }: PartnerView) => ({ conversationId: `c.${id}`, receivedId: 'r', number: 0 });
/** Active at the backup, its texts approved, nothing sent. */
let active: Outreach;
/** A draft at the backup, with texts. */
let draft: CampaignView;
/** A draft at the backup with a requested, unwritten text. */
let asked: string;
let file: string;
const databases: TestDatabase[] = [];

async function emptyDatabase(options = {}): Promise<TestDatabase> {
  const database = await freshDatabase(options);
  databases.push(database);
  return database;
}

const restore = (
  url: string,
  more: { file?: string; keysFile?: string; secretKey?: string; erasures?: Erasure[] } = {},
): Promise<Restored> =>
  restoreBackup({ file, ownerUrl: url, secretKey: TEST_SECRET, erasures: [], say: () => undefined, ...more });

const backup = (to: string) => takeBackup(testApp.owner.sql, KEY, to);
const accepted = async () => (await testApp.outbox()).map(({ customArgs }) => customArgs.send_id ?? '').sort();
const signedIn = (url: string, { person }: Outreach): Person =>
  Object.assign(new Person(url), { cookie: person.cookie });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-backup-'));
  file = path.join(folder, 'backup');
  testApp = await startTestApp({ working: false, waitMs: 300 });
  active = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
  draft = await addCampaign(active.person, active.partners.slice(0, 2), { texts: 'edited' });
  const { id: withoutTexts } = await addCampaign(active.person, active.partners.slice(2), { texts: 'none' });
  // requested while no worker was running
  asked = withoutTexts;
  await active.person.call('POST', `/api/campaigns/${asked}/generate-messages`);
  await active.person.ok('PUT', `/api/campaigns/${active.campaign.id}/status`, { status: 'active' });
  await inTransaction(testApp.api, (tx) => keepPendingSignup(tx, KEY, 'sign-up', { email: 'kim@northwind.example' }));
  for (const { id } of active.partners.slice(0, 2))
    await keepFiles(testApp.api, active.tenant, { messageId: `c.${id}.1`, receivedId: 'r' }, [KIT]);
  await backup(file);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('what is no backup of this installation, or has no place to go, is refused before anything is written', () => {
  const spoiled = (name: string, spoil: (bytes: Buffer) => Buffer): string => {
    const copy = path.join(folder, name);
    writeFileSync(copy, spoil(readFileSync(file)));
    return copy;
  };
  const lines = (change: (text: string) => string) => (bytes: Buffer) => gzipSync(change(gunzipSync(bytes).toString()));

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100), /ends too early/],
    ['cut off and packed again', lines((text) => text.slice(0, text.lastIndexOf('{"end"'))), /ends too early/],
    [
      'with a byte changed',
      (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 2_000, 2_004),
      /altered or damaged|too early/,
    ],
    [
      'with a word changed',
      lines((text) => text.replace('SendNow', 'SendNot').replace('CampaignStarted', 'CampaignStartes')),
      /altered/,
    ],
    ['with a line less', lines((text) => text.replace(/\n\["[^\n]*/, '')), /altered/],
    ['with something after its end', lines((text) => `${text}["more"]\n`), /altered/],
    ['no backup at all', () => Buffer.from('hello'), /no backup/],
  ])('a file %s', async (name, spoil, complaint) => {
    const database = await emptyDatabase();
    await expect(restore(database.url, { file: spoiled(name, spoil) })).rejects.toThrow(complaint);
    const { sql } = await database.open('owner', 1);
    expect(await sql`select from migration.applied limit 1`).toHaveLength(1);
  });

  test('another SECRET_KEY, a database that is in use, and a file that is not there', async () => {
    const database = await emptyDatabase();
    await expect(restore(database.url, { secretKey: 'b'.repeat(64) })).rejects.toThrow(
      /SECRET_KEY is not the one of this backup/,
    );
    await expect(restore(testApp.databaseUrl)).rejects.toThrow(/holds events already/);
    await expect(restore(database.url, { file: path.join(folder, 'none') })).rejects.toThrow(/no such file/);
    expect(await testApp.events()).toBeGreaterThan(0);
  });

  test('a backup overwrites nothing unasked, and leaves nothing behind where it cannot be written', async () => {
    await expect(backup(file)).rejects.toThrow(/there already/);
    await expect(backup(path.join(folder, 'no', 'such', 'folder'))).rejects.toThrow(/no such file or folder/);
    const before = readFileSync(file);
    await takeBackup(testApp.owner.sql, KEY, file, { overwrite: true });
    expect(readFileSync(file).equals(before)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

test('what was typed to sign up is in no backup, however it is written', async () => {
  const secrets = await testApp.owner.sql<{ kind: string; sealed: Buffer }[]>`select kind, sealed from vault.secrets`;
  const bytes = gunzipSync(readFileSync(file)).toString();
  const kept = (wanted: (kind: string) => boolean) =>
    secrets
      .filter(({ kind }) => wanted(kind))
      .map(({ sealed }) => (['hex', 'base64'] as const).some((form) => bytes.includes(sealed.toString(form))));
  expect(kept((kind) => kind === 'access')).toEqual([false]);
  expect(new Set(kept((kind) => kind !== 'access'))).toEqual(new Set([true]));
});

describe('a restored older database', () => {
  test('sends nothing until it is reconciled; what may have left is unknown, and only its user sends it again', async () => {
    // the lost time: active campaigns send, and the draft is started and sends too
    const worker = await runWorker(testApp.worker, testApp.databaseUrl);
    await active.person.ok('PUT', `/api/campaigns/${draft.id}/status`, { status: 'active' });
    await vi.waitFor(async () => expect(await accepted()).toHaveLength(5), { timeout: 20_000, interval: 100 });
    await worker.stop();
    const before = await accepted();

    const database = await emptyDatabase();
    const restored = await restore(database.url);
    expect(restored).toMatchObject({ epoch: 2, erased: 0 });
    const life = await startRestoredApp(testApp, database.url);
    try {
      // sessions are no part of a backup
      expect((await signedIn(life.url, active).call('GET', '/api/campaigns')).status).toBe(401);
      const { email } = await active.person.ok<{ email: string }>('GET', '/api/auth/user');
      const person = await new Person(life.url).signIn(email);
      const health = await person.ok<{ sending: string }>('GET', '/api/health');
      expect(health.sending).toMatch(/frozen since .* restored from a backup.*npm run audit -- reconcile/);

      const campaigns = await person.ok<CampaignView[]>('GET', '/api/campaigns');
      expect(campaigns.find(({ id }) => id === active.campaign.id)).toMatchObject({
        status: 'active',
        sentCount: 0,
        hold: { kind: 'frozen', until: null },
      });
      const refused = await person.call<{ error: string }>('PUT', `/api/campaigns/${draft.id}/status`, {
        status: 'active',
      });
      expect(refused).toMatchObject({ status: 503, body: { error: expect.stringMatching(/Sending is frozen/) } });
      const [first] = active.sends;
      const now = await person.call<{ error: string }>('POST', `/api/campaign-sends/${first?.id}/send-now`);
      expect(now).toMatchObject({ status: 503, body: { error: expect.stringMatching(/Sending is frozen/) } });
      await life.sweep();
      await idle(life.owner.sql);
      expect(await accepted()).toEqual(before);
      const [claims] = await life.owner.sql`
        select count(*)::int as n from log.events where type in ('SendClaimed', 'EmailScheduled', 'EmailDispatched')`;
      expect(claims).toEqual({ n: 0 });

      expect(await atStake(life.owner)).toMatchObject({ tenants: 1, withoutText: 1, frozen: { cause: 'restored' } });
      expect(await reconcile(life.owner, { nothingLeft: false })).toMatchObject({ madeUnknown: 5, unknownBefore: 0 });
      expect(await sendingFrozen(life.owner.sql)).toBeNull();
      expect(await reconcile(life.owner, { nothingLeft: false })).toBeNull();
      const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${active.campaign.id}/sends`);
      expect(sends.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown']);
      expect(sends[0]).toMatchObject({
        detail: expect.stringMatching(/could not confirm whether this left.*restored from an older copy/),
        unknown: { handedOverAt: null },
      });
      await life.sweep();
      await idle(life.owner.sql);
      expect(await accepted()).toEqual(before);

      // earlier requests are done, though no job of them was kept
      await vi.waitFor(
        async () =>
          expect(await person.ok<CampaignView>('GET', `/api/campaigns/${asked}`)).toMatchObject({
            generation: null,
            generatedCount: 1,
          }),
        { timeout: 20_000, interval: 100 },
      );

      // each is its user's decision
      const marked = await person.ok<SendView>('POST', `/api/campaign-sends/${sends[0]?.id}/mark-sent`);
      expect(marked).toMatchObject({ status: 'sent', markedSent: true });
      const again = await person.call('POST', `/api/campaign-sends/${sends[1]?.id}/resend`);
      expect(again.status, JSON.stringify(again.body)).toBe(201);
      const after = (await accepted()).filter((id) => !before.includes(id));
      expect(after).toHaveLength(1);
      expect(after[0]).toMatch(/\.r1\.1$/);
      // new work goes on as usual
      const added = await addCampaign(person, active.partners.slice(0, 1), { texts: 'edited' });
      await person.ok('PUT', `/api/campaigns/${added.id}/status`, { status: 'active' });
      await vi.waitFor(async () => expect(await accepted()).toHaveLength(7), { timeout: 20_000, interval: 100 });
      const { sql, master } = life.owner;
      expect((await compareRows({ sql: (await database.open('owner')).sql, master })).differences).toEqual([]);
      expect(await sql`select from log.epochs`).toHaveLength(2);
    } finally {
      await life.stop();
    }
  });

  test('of which the operator knows that nothing was sent since goes on, each mail once [long]', async () => {
    const moved = await startTestApp({ working: false });
    try {
      const { campaign, person } = await readyCampaign(moved, { partners: 3, texts: 'edited' });
      await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
      const moving = path.join(folder, 'moving');
      await takeBackup(moved.owner.sql, KEY, moving);
      const database = await emptyDatabase();
      await restore(database.url, { file: moving });
      const life = await startRestoredApp(moved, database.url);
      try {
        await life.sweep();
        await idle(life.owner.sql);
        expect(await moved.outbox()).toEqual([]);
        expect(await reconcile(life.owner, { nothingLeft: true })).toMatchObject({ madeUnknown: 0 });
        await life.sweep();
        await vi.waitFor(async () => expect(await moved.outbox()).toHaveLength(3), { timeout: 20_000, interval: 100 });
        await idle(life.owner.sql);
        expect(new Set((await moved.outbox()).map(({ to }) => to)).size).toBe(3);
        expect(await moved.outbox()).toHaveLength(3);
      } finally {
        await life.stop();
      }
    } finally {
      await moved.stop();
    }
  });
});

describe('the keys of people in a file of their own', () => {
  const at = (name: string) => path.join(folder, name);
  let [log, keys, laterLog, laterKeys] = ['', '', '', ''];
  /** People in the older log. The key of `gone` was destroyed before the newer keys were written, that of `kept` was not. */
  let gone: string[];
  let kept: string[];
  let erasedHmac: string;
  let agedHmac: string;
  let tenant: string;

  beforeAll(async () => {
    [log, keys, laterLog, laterKeys] = [at('log'), at('keys'), at('log.2'), at('keys.2')];
    const [first, second] = [await readyPerson(testApp, 3), await readyPerson(testApp, 1)];
    const [one, two, aged] = first.partners as [PartnerView, PartnerView, PartnerView];
    const texts = ({ profileUrl, contactInfo }: PartnerView) => [profileUrl ?? '', contactInfo?.email ?? ''];
    const hmacOf = ({ contactInfo }: PartnerView) =>
      testApp.owner.pseudonyms.address(first.tenant, contactInfo?.email ?? '');
    const { email } = await second.person.ok<{ email: string }>('GET', '/api/auth/user');
    gone = [...[one, aged, ...second.partners].flatMap(texts), email];
    kept = texts(two);
    [tenant, erasedHmac, agedHmac] = [first.tenant, hmacOf(one), hmacOf(aged)];
    const { id } = await addCampaign(first.person, first.partners, { texts: 'edited' });
    const sends = await first.person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
    const sent = sends.find(({ partner }) => partner.id === aged.id)?.id ?? '';
    await asSent(testApp, tenant, sent, aged.contactInfo?.email ?? '');
    await second.person.ok('DELETE', `/api/partners/${second.partners[0]?.id}`);
    await first.person.ok('POST', '/api/suppressions', { email: one.contactInfo?.email });
    await takeBackup(testApp.owner.sql, KEY, log, { keysFile: keys });

    const erase = async (of: string, subject: Partial<ErasureSubject> & Pick<ErasureSubject, 'kind'>) => {
      const wish: ErasureSubject = { partnerId: null, addressHmac: null, why: 'request', ...subject };
      const id = await askForErasure(testApp.owner, of, testCause, wish);
      await carryOutErasure(testApp.owner, of, id, { cause: testCause, erasuresFile: at('erased') });
    };
    await erase(tenant, { kind: 'partner', partnerId: one.id });
    await first.person.ok('DELETE', `/api/partners/${aged.id}`);
    await erase(tenant, { kind: 'partner', partnerId: aged.id, why: 'retention' });
    // people unknown to the older log: added again, and new
    const rows = [{ name: one.name, profileUrl: one.profileUrl }, importedRow(7)];
    await first.person.import(rows);
    await erase(second.tenant, { kind: 'tenant' });
    await takeBackup(testApp.owner.sql, KEY, laterLog, { keysFile: laterKeys });
  });

  test('are in it alone, and serve an older log: who was erased in between is erased again', async () => {
    const [row] = await testApp.owner.sql<{ wrapped: string }[]>`
      select wrapped::text from vault.person_keys where tenant_id = ${tenant} and person_id = 'owner'`;
    const holds = (of: string) =>
      gunzipSync(readFileSync(of))
        .toString()
        .includes(row?.wrapped.slice(1) ?? '-');
    expect([log, keys].map(holds)).toEqual([false, true]);

    const database = await emptyDatabase();
    // a partner and their entry; owner, account and a partner; the partner of long ago
    expect(await restore(database.url, { file: log, keysFile: laterKeys })).toMatchObject({ erased: 6, gone: 6 });
    const owner = await database.open('owner');
    expect(await searchDatabase(owner.sql, gone)).toEqual({});
    expect(Object.keys(await searchDatabase(owner.sql, kept))).toHaveLength(kept.length);
    const { keys: left, erased, wrong } = await verifyPersonKeys(owner.sql);
    expect([wrong, erased]).toEqual([[], 6]);
    const [needed] = await owner.sql<{ keys: number }[]>`
      select count(distinct payload->'p'->>'k')::int as keys from log.events where payload->'p' is not null`;
    expect(left + erased).toBe(needed?.keys);
    expect((await owner.load(tenant, ref('suppression', erasedHmac))).state.reason).toBe('erased');
    // no person asked for this one: they may get email again, also where a mail went ('x')
    for (const hmac of [agedHmac, 'x'])
      expect((await owner.load(tenant, ref('suppression', hmac))).state.suppressed).toBe(false);
    const receipts = await owner.sql`
      select state->>'kind' as kind, state->>'status' as status, (state->'tally'->>'keys')::int as keys
      from read.erasures where state->>'why' = 'restored' order by kind, keys`;
    expect(receipts).toEqual([
      { kind: 'partner', status: 'done', keys: 1 },
      { kind: 'partner', status: 'done', keys: 2 },
      { kind: 'tenant', status: 'done', keys: 3 },
    ]);
    // what else names them finds nothing
    const [events] = await owner.sql`select count(*)::int as n from log.events`;
    expect(await recordErasures(owner, readErasures(at('erased')))).toBe(0);
    expect(await owner.sql`select count(*)::int as n from log.events`).toEqual([events]);
  });

  test('are refused with what to do when they do not go with the log, and nothing is written [long]', async () => {
    const database = await emptyDatabase();
    const damaged = at('keys.damaged');
    writeFileSync(damaged, readFileSync(keys).subarray(0, -20));
    const other = await emptyDatabase({ anotherInstallation: true });
    const elsewhere = at('keys.other');
    await takeBackup((await other.open('owner', 1)).sql, KEY, at('log.other'), { keysFile: elsewhere });
    for (const [files, complaint] of [
      [
        { file: laterLog, keysFile: keys },
        /keys \(as of .* lacks 2 keys of people in .*log\.2 .*they would be lost.* or a later one/,
      ],
      [{ file: log }, /does not hold the keys of people.*--keys KEYS_FILE/],
      [{ file, keysFile: keys }, /holds the keys of people itself.*without --keys/],
      [{ file: keys, keysFile: log }, /holds keys of people and nothing else.*Name the backup first/],
      [{ file: log, keysFile: laterLog }, /is a backup, and no file of keys/],
      [{ file: log, keysFile: elsewhere }, /keys of another installation/],
      [{ file: log, keysFile: damaged }, /keys\.damaged: it ends too early/],
      [{ file: log, keysFile: keys, secretKey: 'b'.repeat(64) }, /SECRET_KEY is not the one/],
    ] as const)
      await expect(restore(database.url, files)).rejects.toThrow(complaint);
    const { sql } = await database.open('owner', 1);
    expect(await sql`select from migration.applied limit 1`).toHaveLength(1);
    await expect(takeBackup(sql, KEY, log, { keysFile: log, overwrite: true })).rejects.toThrow(/Name two files/);
    await expect(takeBackup(sql, KEY, at('log.3'), { keysFile: keys })).rejects.toThrow(/keys is there already/);
  });
});

test('a restore that was interrupted keeps every other process out, and starts again [long]', async () => {
  const database = await emptyDatabase();
  const { sql } = await database.open('owner', 1);
  await sql`create table migration.unfinished_restore ()`;
  await expect(migrate({ ownerUrl: database.url, secretKey: TEST_SECRET })).rejects.toThrow(/did not end/);
  await restore(database.url);
  await migrate({ ownerUrl: database.url, secretKey: TEST_SECRET });
});

test('a restore that fails on its way leaves the database empty', async () => {
  const database = await emptyDatabase();
  // the hashes of this log are wrong, and the file says nothing of it: it was backed up like that
  const { sql } = await testApp.owner;
  const wrong = path.join(folder, 'wrong');
  await sql.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx`update log.events set actor = 'user:other' where position = (select max(position) from log.events)`;
  });
  await backup(wrong);
  const said: string[] = [];
  const failed = restoreBackup({
    file: wrong,
    ownerUrl: database.url,
    secretKey: TEST_SECRET,
    erasures: [],
    say: (line) => said.push(line),
  });
  await expect(failed).rejects.toThrow(/The log in this backup is wrong at .*@\d+ \(hash\)/);
  expect(said.at(-1)).toBe('The restore did not succeed. The database is empty again.');
  const again = (await database.open('owner', 1).catch(() => null)) === null;
  expect(again).toBe(true);
  await restore(database.url);
});

test('who was erased after the backup is erased again: the key, the rows, and what waited for them', async () => {
  const [partner, other] = active.partners as [PartnerView, PartnerView];
  const database = await emptyDatabase();
  const list = path.join(folder, 'erasures');
  writeFileSync(list, `# erased on request\n${active.tenant} partner-${partner.id} # today\n\n`);
  const erasures = readErasures(list);
  expect(await restore(database.url, { erasures })).toMatchObject({ erased: 1 });
  const owner = await database.open('owner');
  expect((await owner.load(active.tenant, ref('partner', partner.id))).state).toMatchObject({
    status: 'deleted',
    erased: true,
    person: null,
  });
  const messages = await owner.sql<{ status: string; text: unknown }[]>`
    select status, state->'text' as text from read.messages where partner_id = ${partner.id}`;
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toEqual({ status: 'cancelled', text: null });
  expect(JSON.stringify(await owner.sql`select state from read.partners`)).not.toContain(
    partner.contactInfo?.email ?? '',
  );

  expect(await owner.sql`select number from vault.received_files`).toHaveLength(1);
  expect((await readKeptFile(owner, active.tenant, kitFrom(other)))?.equals(KIT)).toBe(true);

  writeFileSync(list, 't1 owner\nsystem owner\n');
  expect(() => readErasures(list)).toThrow(/line 2: write "tenant partner-id time"/);
});

test('a database that was replaced by an older copy of itself is known by the mark outside of it [long]', async () => {
  const data = mkdtempSync(path.join(folder, 'data-'));
  const database = await emptyDatabase();
  await restore(database.url);
  const owner = await database.open('owner');
  await reconcile(owner, { nothingLeft: true });
  const worker = await database.open('worker', 2);
  const { sql } = worker;
  const said: string[] = [];
  const watch = async () => {
    const water = await watchHighWater(worker, data, (line) => said.push(line));
    await water.stop();
  };
  await watch();
  await watch();
  expect([said, await sendingFrozen(sql)]).toEqual([[], null]);
  copyFileSync(path.join(data, 'high-water.json'), path.join(folder, 'mark'));

  await owner.sql.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx`delete from log.events where position = (select max(position) from log.events)`;
    await tx`insert into log.events overriding user value select epoch, tx, position, tenant_id, stream_id, 99, 'SendingReleased', 1,
      '{"d":{"epoch":2,"unknown":0,"nothingLeft":true}}', actor, correlation_id, causation_id, recorded_at, '\\x00'
      from log.events where stream_id = 'installation-main' limit 1`;
  });
  expect(await sendingFrozen(sql)).toBeNull();
  await watch();
  expect(said).toEqual([expect.stringMatching(/older than what was seen of it/)]);
  expect(await sendingFrozen(sql)).toMatchObject({ cause: 'behind', epoch: 3 });
  // told once: the seen state is the current one
  await watch();
  expect(said).toHaveLength(1);
  expect(await owner.sql`select from log.epochs`).toHaveLength(3);
});

test('a backup of another major version of PostgreSQL goes into a newer one, and not back [long]', async ({ skip }) => {
  const system = await startSystemPostgres();
  if (!system) return skip('no PostgreSQL of Debian is here');
  try {
    await migrate({ ownerUrl: system.url, secretKey: TEST_SECRET });
    const [ours] = await testApp.owner.sql<{ major: number }[]>`
      select current_setting('server_version_num')::int / 10000 as major`;
    const goes = Number(system.version) >= (ours?.major ?? 0);
    if (!goes) await expect(restore(system.url)).rejects.toThrow(/Restore into the same or a newer version/);
    else expect(await restore(system.url)).toMatchObject({ epoch: 2 });

    const other = Object.assign(new URL(system.url), { pathname: '/other' }).toString();
    const admin = connect(system.url, { role: 'owner', name: 'test', max: 1 });
    await admin.unsafe('create database other');
    await admin.end();
    await migrate({ ownerUrl: other, secretKey: TEST_SECRET });
    await settleInstallation({ ownerUrl: other, secretKey: TEST_SECRET, wanted: 'on', providerKeysPresent: [] });
    const theirs = connect(other, { role: 'owner', name: 'test', max: 2 });
    const old = path.join(folder, 'old');
    await takeBackup(theirs, KEY, old).finally(() => theirs.end());
    const database = await emptyDatabase();
    if (Number(system.version) <= (ours?.major ?? 0))
      expect(await restore(database.url, { file: old })).toMatchObject({ epoch: 2, events: 1 });
  } finally {
    system.stop();
  }
});
