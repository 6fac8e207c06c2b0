import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { connect, type Sql, type Tx } from '../../db/connection/connect.ts';
import { askForErasure, carryOutErasure } from '../../db/erase/erase.ts';
import { exportTenant } from '../../db/export/exportTenant.ts';
import { signedEnd } from '../../db/export/format.ts';
import { verifyExport } from '../../db/export/verifyExport.ts';
import { openCheckpoint, originOf, type SignedCheckpoint, signCheckpoint } from '../../db/seal/checkpoint.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { signerOf } from '../../db/seal/note.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { keepSealOutside, parseSealFile } from '../../db/seal/sealFile.ts';
import { signingKey } from '../../db/seal/signingKey.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { verifyPersonKeys } from '../../db/verify/personKeys.ts';
import { verifySends } from '../../db/verify/sends.ts';
import { type Check, verifyConsequences, verifyRecord } from '../../db/verify/verifyLog.ts';
import { audit, auditProcess } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { cause } from '../support/log.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const KEY = masterKey(TEST_SECRET);
let folder: string;
let testApp: TestApp;
let outreach: Outreach;
let owner: Sql;
let tenant: string;
/** The seal of the end. */
let kept: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-verify-'));
  testApp = await startTestApp({ sendGap: { min: 0.05, max: 0.1 } });
  outreach = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
  const { person, campaign, sends } = outreach;
  const campaignNow = () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  // one is turned back first, and so gives its places back
  await testApp.fault('sendgrid', '429', 1, { retryAfter: 1 });
  await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  await until(campaignNow, ({ sentCount }) => sentCount === 1);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(campaignNow, ({ status }) => status === 'completed');
  for (const [name, value] of Object.entries({
    DATABASE_URL: testApp.databaseUrl,
    SECRET_KEY: TEST_SECRET,
    SEAL_FILE: '',
  }))
    vi.stubEnv(name, value);
  owner = testApp.owner.sql;
  tenant = outreach.tenant;
  kept = path.join(folder, 'checkpoint');
  await sealUpToNow(owner, KEY);
  expect(await keepSealOutside(owner, KEY, kept)).toBeNull();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The findings of a check in a skillfully altered log; the change is rolled back. */
async function altered<T>(statements: readonly string[], look: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone');
  let found: T | undefined;
  await owner
    .begin(async (tx) => {
      await tx`alter table log.events disable trigger events_append_only`;
      for (const statement of statements) await tx.unsafe(statement);
      found = await look(tx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found as T;
}

/** The same event once more, at the end of its stream. */
const again = (condition: string, change: Record<string, string> = {}) => `
  insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
  select tenant_id, stream_id, 1000, ${change.type ?? 'type'}, schema_version, ${change.payload ?? 'payload'}, actor, correlation_id,
    recorded_at, hash from log.events where ${condition} order by version desc limit 1`;

/** The last sent email has a second message from a mailbox `other`, with its places of the day. */
const FOLLOWED_FROM_ANOTHER = ['EmailDispatched', 'QuotaTaken', 'QuotaTaken'].map(
  (type, index) => `
  insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
  select e.tenant_id,
    case when e.type = 'EmailDispatched' then 'message-' || f.next else replace(e.stream_id, 'quota-' || e.tenant_id, 'quota-other') end,
    1000 + ${index}, e.type, e.schema_version,
    replace(replace(e.payload::text, d.message, f.next), '"mailbox":"' || e.tenant_id, '"mailbox":"other')::json,
    e.actor, e.correlation_id, e.recorded_at, e.hash
  from (select substr(stream_id, 9) as message from log.events where type = 'EmailDispatched' order by position limit 1) d
  cross join lateral (select left(d.message, -1) || '2' as next) f
  join log.events e on e.type = '${type}' and e.payload::text like '%' || d.message || '%'
    and ${index === 0 ? 'true' : `(e.stream_id like 'quota-' || e.tenant_id || '-%') = ${index === 1}`}
  order by e.position desc limit 1`,
);

test('what a campaign left behind is consistent, from the chains to the rows', async () => {
  const against = parseSealFile(readFileSync(kept, 'utf8')) as SignedCheckpoint;
  const record = await verifyRecord(owner, KEY, { against });
  expect(record.map(({ check, wrong }) => [check, wrong])).toEqual([
    ['chains', []],
    ['seals', []],
    ['outside', []],
  ]);
  expect(await verifySends(owner)).toEqual({ dispatches: 4, wrong: [] });
  expect(await verifySends(owner, tenant)).toEqual({ dispatches: 4, wrong: [] });
  expect(await verifyPersonKeys(owner)).toMatchObject({ erased: 0, wrong: [] });
});

describe('the account of the sends is found wrong', () => {
  test.each([
    [
      'taken without a dispatch',
      [`delete from log.events where type in ('EmailDispatched', 'QuotaTaken')`],
      /no dispatch of this attempt/,
    ],
    ['taken twice', [again(`type = 'EmailSent'`)], /taken by the provider a second time/],
    [
      'dispatched twice',
      [`delete from log.events where type in ('EmailDeferred', 'QuotaReturned')`],
      /attempt before was not turned back/,
    ],
    [
      'sent out of quota',
      () => [`delete from log.events where stream_id like 'quota-${tenant}-%'`],
      /without a place in the day of its mailbox/,
    ],
    [
      'sent out of another quota',
      () => [`delete from log.events where stream_id like 'quota-%' and stream_id not like 'quota-${tenant}-%'`],
      /of its campaign/,
    ],
    [
      'a place too many',
      [again(`type = 'QuotaTaken'`, { payload: `replace(payload::text, '"attempt":1', '"attempt":9')::json` })],
      /without a dispatch/,
    ],
    [
      'a place given back for nothing',
      [again(`type = 'QuotaTaken'`, { type: `'QuotaReturned'` })],
      /nothing was turned back/,
    ],
    [
      'a message of another name',
      [`update log.events set stream_id = stream_id || 'x' where type = 'MessageDrafted'`],
      /not that of its stream/,
    ],
    ['a follow-up from another account', FOLLOWED_FROM_ANOTHER, /another mailbox than its thread/],
  ])('%s', async (_, statements, reason) => {
    const changes = typeof statements === 'function' ? statements() : statements;
    const { wrong } = await altered(changes, (tx) => verifySends(tx));
    expect(wrong).toContainEqual(expect.objectContaining({ tenant, reason: expect.stringMatching(reason) }));
  });
});

test('what a restored database has lost the dispatch of is no wrong account', async () => {
  const lost = [
    `delete from log.events where type in ('EmailDispatched', 'EmailDeferred') or stream_id like 'quota-%'`,
    `update log.events set type = 'EmailOutcomeUnknown', payload = '{"d":{"attempt":0,"reason":{"code":"restored"}}}' where type = 'SendClaimed'`,
  ];
  expect(await altered(lost, (tx) => verifySends(tx))).toEqual({ dispatches: 0, wrong: [] });
});

describe('keys and erasures must agree', () => {
  const partner = () => `partner-${outreach.partners[0]?.id}`;
  const key = () => `tenant_id = '${tenant}' and person_id = '${partner()}'`;
  const erased = () =>
    again(`tenant_id = '${tenant}' and stream_id = '${partner()}'`, { type: `'PersonErased'`, payload: `'{"d":{}}'` });

  test('a key that is gone without a word, and one that outlived its erasure', async () => {
    const gone = await altered([`delete from vault.person_keys where ${key()}`], (tx) => verifyPersonKeys(tx, tenant));
    expect(gone.wrong[0]?.reason).toMatch(/is gone, but no erasure is recorded/);
    const there = await altered([erased()], (tx) => verifyPersonKeys(tx));
    expect(there.wrong).toMatchObject([
      { streamId: partner(), reason: expect.stringMatching(/the key is still there/) },
    ]);
    const both = [`delete from vault.person_keys where ${key()}`, erased()];
    expect(await altered(both, (tx) => verifyPersonKeys(tx))).toMatchObject({ erased: 1, wrong: [] });
  });

  test('a text that was committed while its erasure waited for it may stand after it; its own stream says so', async () => {
    const send = outreach.sends.find((one) => one.partner.id === outreach.partners[0]?.id);
    const closed = again(`tenant_id = '${tenant}' and stream_id = 'message-${send?.id}'`, {
      type: `'PersonErased'`,
      payload: `'{"d":{}}'`,
    });
    // the erasure had its transaction's number before it waited
    const first = `update log.events set tx = '3' where type = 'PersonErased'`;
    const gone = [`delete from vault.person_keys where ${key()}`, erased()];
    const whole = await altered([...gone, closed, first], (tx) => verifyPersonKeys(tx));
    expect(whole).toMatchObject({ erased: 1, wrong: [] });
    const unsaid = await altered([...gone, first], (tx) => verifyPersonKeys(tx));
    expect(unsaid.wrong).toMatchObject([{ streamId: `message-${send?.id}` }]);
  });
});

describe('the command', () => {
  test('says what it looked at, and ends with 0 or 1', async () => {
    const well = await audit('verify', '--against', kept);
    expect(well).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^ok +guards .*\nok +hash chains .*\n.*\n.*\nok +newest event seen .*\n.*\n.*\n.*\nok +address key .*\nok +secrets and .*\nok +rows .*\n$/,
      ),
    });
    const [campaign] = await owner<{ state: unknown }[]>`select state from read.campaigns where tenant_id = ${tenant}`;
    const spoil = (state: unknown) =>
      owner`update read.campaigns set state = ${JSON.stringify(state)}::text::jsonb where tenant_id = ${tenant}`;
    await spoil({ ...(campaign?.state as object), dailyLimit: 99 });
    const { code, out } = await auditProcess(['verify', '--json']);
    await spoil(campaign?.state);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      wrong: {
        tenant,
        streamId: `campaign-${outreach.campaign.id}`,
        reason: expect.stringMatching(/not what the log folds to/),
      },
    });
  });

  test('is wrong for a database that lacks what its worker saw, or of another signing key', async () => {
    const data = path.join(folder, 'data');
    mkdirSync(data);
    vi.stubEnv('DATA_DIR', data);
    const file = path.join(data, 'high-water.json');
    const verified = async (text?: string) => {
      if (text !== undefined) writeFileSync(file, text);
      const { code, out } = await audit('verify', '--quick', '--json', '--against', kept);
      const { checks } = JSON.parse(out) as { checks: Check[] };
      return [code, checks.find(({ check }) => check === 'mark')?.wrong];
    };
    expect(await verified()).toEqual([0, []]);
    const { stop } = await watchHighWater(testApp.worker.store, data, () => undefined);
    await stop();
    expect(await verified()).toEqual([0, []]);
    const mark = JSON.parse(readFileSync(file, 'utf8')) as object;
    const wrong = (reason: RegExp) => [1, [{ at: file, reason: expect.stringMatching(reason) }]];
    expect(await verified(JSON.stringify({ ...mark, position: '999999' }))).toEqual(wrong(/lacks the newest event/));
    expect(await verified(JSON.stringify({ ...mark, installation: 'aa' }))).toEqual(wrong(/another signing key/));
    expect(await verified('{')).toEqual(wrong(/it is no JSON/));
    vi.stubEnv('DATA_DIR', '');
    expect(await verified()).toEqual([0, []]);
  });

  test('names a wrong option in one line', async () => {
    expect(await audit('verify', '--against', path.join(folder, 'none'))).toMatchObject({
      code: 3,
      out: '',
      said: expect.stringMatching(/^--against .*ENOENT.*\n$/),
    });
    expect(await audit('export', '--tenant', tenant, '--out', 'x', '--from', 'yesterday')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^--from must be a time in ISO 8601.*\n$/),
    });
  });
});

test('a seal that is wrong names the streams whose rows remember something else', async () => {
  const stream = `message-${outreach.sends[1]?.id}`;
  const redate = (by: string) =>
    owner.begin(async (tx) => {
      await tx`alter table log.events disable trigger events_append_only`;
      await tx`
        update log.events e set recorded_at = e.recorded_at + ${by}::text::interval,
          hash = log.event_hash(e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.actor, e.correlation_id, e.causation_id,
                                e.recorded_at + ${by}::text::interval, p.hash, e.payload::text)
        from log.events p
        where e.stream_id = ${stream} and p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = e.version - 1
          and e.version = (select max(l.version) from log.events l where l.tenant_id = e.tenant_id and l.stream_id = e.stream_id)`;
      await tx`alter table log.events enable always trigger events_append_only`;
    });
  await redate('1 second');
  const { code, out } = await audit('verify');
  await redate('-1 second');
  expect([code, out]).toMatchObject([
    1,
    expect.stringMatching(
      /ok +hash chains .*\nWRONG +seals .*\n +seal \d+, events .*up to \S+: an event in it was changed/,
    ),
  ]);
  expect(out).toMatch(
    new RegExp(`Of the \\d+ streams in this seal the row is not what the log folds to now at: ${tenant} ${stream}\\. `),
  );
}, 30_000);

test('a checkpoint that the database does not have is the one outside', async () => {
  const against = { ...(parseSealFile(readFileSync(kept, 'utf8')) as SignedCheckpoint), size: 99_999 };
  const [, , outside] = await verifyRecord(owner, KEY, { against });
  expect(outside?.wrong[0]?.at).toBe('the checkpoint outside');
});

describe('an export', () => {
  let file: string;
  const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');
  const spoiled = async (change: (all: string[]) => string[], outside?: SignedCheckpoint) => {
    const copy = path.join(folder, 'spoiled.ndjson');
    writeFileSync(copy, `${change(lines()).join('\n')}\n`);
    return (await verifyExport(copy, outside)).wrong;
  };
  const exported = (name: string, more: { from?: string; to?: string; open?: boolean } = {}) =>
    exportTenant(owner, KEY, { tenant, from: null, to: null, open: false, ...more }, path.join(folder, name), {
      overwrite: false,
    });

  beforeAll(async () => {
    file = path.join(folder, 'export.ndjson');
    expect(await audit('export', '--tenant', tenant, '--out', file)).toMatchObject({ code: 0, said: '' });
  });

  test('has all of a tenant, nothing of anybody else, and is checked without a database', async () => {
    const [count] = await owner<
      { events: number }[]
    >`select count(*)::int as events from log.events where tenant_id = ${tenant} and type <> 'DataRead'`;
    const checked = await audit('verify', '--file', file, '--against', kept, '--json');
    expect(checked.code).toBe(0);
    expect(JSON.parse(checked.out)).toMatchObject({ ok: true, tenant, events: count?.events, wrong: null });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('lindqvist.example');
    const { header } = await exported('part.ndjson', { open: true });
    expect(header.opened).toBe(true);
    expect(readFileSync(path.join(folder, 'part.ndjson'), 'utf8')).toContain('lindqvist.example');
    expect((await verifyExport(path.join(folder, 'part.ndjson'))).wrong).toBeNull();
  });

  test('of some time begins in the middle of streams', async () => {
    const events = lines().flatMap((line) =>
      line.startsWith('{"streamId"') ? [JSON.parse(line) as { recordedAt: string; version: number }] : [],
    );
    const from = (events[Math.floor(events.length / 2)]?.recordedAt ?? '').replace(/\d{3}Z$/, 'Z');
    const { events: later } = await exported('later.ndjson', { from });
    const { events: earlier } = await exported('earlier.ndjson', { to: from });
    expect([earlier + later, later > 0, earlier > 0]).toEqual([events.length, true, true]);
    for (const name of ['later.ndjson', 'earlier.ndjson'])
      expect((await verifyExport(path.join(folder, name))).wrong).toBeNull();
  });

  const event = (change: (line: string) => string) => (all: string[]) =>
    all.map((line, index) => (index === 5 ? change(line) : line));
  test.each<[string, (all: string[]) => string[]]>([
    ['a word changed', event((line) => line.replace('"actor":"', '"actor":"x'))],
    ['a place changed', event((line) => line.replace(/"position":"\d+"/, '"position":"1"'))],
    ['a proof changed', event((line) => line.replace(/"leaf":\d+/, '"leaf":0'))],
    ['a line taken out', (all) => all.filter((_, index) => index !== 5)],
    ['two lines swapped', (all) => [...all.slice(0, 4), all[5] ?? '', all[4] ?? '', ...all.slice(6)]],
    ['its checkpoint changed', ([header = '', ...rest]) => [header.replace(/\\n\d+\\n/, '\\n4000\\n'), ...rest]],
    ['the time of a leaf changed', event((line) => line.replace(/"sealedAt":"2/, '"sealedAt":"3'))],
    ['its header changed', ([header = '', ...rest]) => [header.replace('"opened":false', '"opened":true'), ...rest]],
    ['its end cut off', (all) => all.slice(0, -1)],
    ['something after its end', (all) => [...all, '{}']],
    ['half a line', (all) => [...all.slice(0, 6), (all[6] ?? '').slice(0, 40)]],
  ])('with %s is found out', async (_, change) => {
    expect(await spoiled(change)).toMatchObject({ line: expect.any(Number), reason: expect.any(String) });
  });

  test('of another key is nobody’s, however well it is made', async () => {
    const other = signerOf(Buffer.alloc(32, 3), originOf);
    const resigned = (all: string[]) => [
      ...all.slice(0, -1),
      JSON.stringify({
        end: signedEnd((JSON.parse(all.at(-1) ?? '') as { end: { events: number; sha256: string } }).end, other),
      }),
    ];
    expect((await spoiled(resigned))?.reason).toMatch(/signature does not hold/);
    const outside = (size: number, by = other) =>
      openCheckpoint(signCheckpoint({ size, root: Buffer.alloc(32) }, by, '2026-03-02T08:00:00.000000Z')) ?? undefined;
    expect(await spoiled((all) => all, outside(9))).toMatchObject({
      line: 1,
      reason: expect.stringMatching(/another installation/),
    });
    const { checkpoint } = JSON.parse(lines()[0] ?? '') as { checkpoint: string };
    const rewritten = outside(openCheckpoint(checkpoint)?.size ?? 0, await signingKey(owner, KEY));
    expect((await spoiled((all) => all, rewritten))?.reason).toMatch(/not the one that was kept outside/);
  });
});

test('rows and sends of one tenant are looked at alone', async () => {
  const sql = connect(testApp.databaseUrl, { role: 'owner', name: 'test verify', max: 8 });
  try {
    const checks = await verifyConsequences(sql, KEY, { tenant, quick: false });
    expect(checks.map(({ check, wrong }) => [check, wrong])).toEqual([
      ['epochs', []],
      ['sends', []],
      ['keys', []],
      ['address', []],
      ['vault', []],
      ['rows', []],
    ]);
  } finally {
    await sql.end({ timeout: 2 });
  }
});

test('one tenant is not said to be well while the row of its owner is lost', async () => {
  const stream = `user-${outreach.userId}`;
  const [row] =
    await owner`delete from read.users where stream_id = ${stream} returning tenant_id, stream_id, version, projection_version, recorded_at, state`;
  try {
    expect(await audit('verify', '--tenant', tenant)).toEqual({
      code: 1,
      out: '',
      said: expect.stringMatching(
        /^The row of this workspace's owner is lost\. Run `npm run audit -- replay`, then .* again\.\n$/,
      ),
    });
  } finally {
    await owner`insert into read.users ${owner(row ?? {})}`;
  }
  expect(await audit('verify', '--tenant', tenant)).toMatchObject({ code: 0 });
});

test('after erasures all of it still holds, and an opened export has nothing of whoever is erased', async () => {
  const opened = async (name: string) => {
    await sealUpToNow(owner, KEY);
    const file = path.join(folder, name);
    await exportTenant(owner, KEY, { tenant, from: null, to: null, open: true }, file, { overwrite: false });
    expect((await verifyExport(file)).wrong).toBeNull();
    return readFileSync(file, 'utf8');
  };
  const erase = async (subject: { kind: 'partner'; partnerId: string } | { kind: 'tenant'; partnerId: null }) => {
    const wish = { ...subject, addressHmac: null, why: 'request' } as const;
    const id = await askForErasure(testApp.owner, tenant, cause, wish);
    await carryOutErasure(testApp.owner, tenant, id, { cause, erasuresFile: undefined });
    const { wrong, erased } = await verifyPersonKeys(owner);
    expect(wrong).toEqual([]);
    return erased;
  };
  const [first, second] = outreach.partners;
  const one = await erase({ kind: 'partner', partnerId: first?.id ?? '' });
  const afterOne = await opened('one-erased.ndjson');
  expect(afterOne).not.toContain(first?.contactInfo?.email);
  expect(afterOne).toContain(second?.contactInfo?.email);
  expect(await erase({ kind: 'tenant', partnerId: null })).toBeGreaterThan(one + 3);
  const afterAll = await opened('all-erased.ndjson');
  for (const text of ['lindqvist.example', 'Sam Vale', 'northwind.example', 'A vest'])
    expect(afterAll).not.toContain(text);
  expect((await verifyRecord(owner, KEY)).map(({ ok }) => ok)).toEqual([true, true]);
});
