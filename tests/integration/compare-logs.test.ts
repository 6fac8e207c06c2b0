import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { loginUrl } from '../../db/connection/logins.ts';
import { ref, type Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { discoverPartner } from '../../events/partners/partner.ts';
import { audit } from '../support/audit.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { cause, changeSetting } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let folder: string;
let original: TestDatabase;
let copy: TestDatabase;
let store: Store;
let owner: Sql;
let ownerOfCopy: Sql;

const write = (value: string, tenant = 't1') => store.run(changeSetting(tenant, 'a', value));

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-compare-'));
  [original, copy] = await Promise.all([freshDatabase(), freshDatabase()]);
  store = await original.open('api');
  owner = (await original.open('owner')).sql;
  ownerOfCopy = (await copy.open('owner')).sql;
  vi.stubEnv('SECRET_KEY', TEST_SECRET);
  vi.stubEnv('DATABASE_URL', original.url);
  for (const tenant of ['t1', 't2']) for (const value of ['1', '2', '3']) await write(value, tenant);
  await store.run({
    tenant: 't1',
    cause,
    streams: { partner: ref('partner', 'p') },
    decide: ({ partner }) => ({ partner: discoverPartner(partner, aPerson(), 's') }),
  });
  await takeOver();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([original.drop(), copy.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** The copy gets all events of the original that it lacks, as a standby does. */
async function takeOver(): Promise<void> {
  const rows = await owner<{ event: string; payload: string }[]>`
    select (to_jsonb(e) - 'payload')::text as event, e.payload::text as payload from log.events e`;
  await ownerOfCopy`
    insert into log.events overriding system value
    select e.epoch, e.tx::xid8, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, r.payload::json, e.actor,
      e.correlation_id, e.causation_id, e.recorded_at, e.hash
    from unnest(${rows.map(({ event }) => event)}::text[], ${rows.map(({ payload }) => payload)}::text[]) r (event, payload)
    cross join lateral json_to_record(r.event::json) as e (
      epoch int, tx text, position bigint, tenant_id text, stream_id text, version int, type text, schema_version int, actor text,
      correlation_id text, causation_id text, recorded_at timestamptz, hash bytea)
    on conflict do nothing`;
}

const compare = async (a: string, b: string) => {
  const { code, out, said } = await audit('compare', a, b, '--json');
  return { code, said, found: out ? JSON.parse(out) : null };
};

test('two copies are equal, also when the keys of people are gone from one of them', async () => {
  const { code, found } = await compare(original.url, copy.url);
  expect([code, found]).toMatchObject([0, { result: 'equal' }]);
  expect(found.a.events).toBeGreaterThanOrEqual(7);
  expect(found.b).toEqual(found.a);
  await ownerOfCopy`delete from vault.person_keys`;
  expect((await compare(original.url, copy.url)).found.result).toBe('equal');
  expect(await audit('compare', original.url, copy.url)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^equal {3}[\d,]+ events, up to t1 partner-p@1 of \S+Z \(\d+\/\d+\/\d+\)\n$/),
  });
});

test('a copy that is behind is the beginning of its original, with both ends', async () => {
  const before = (await compare(original.url, copy.url)).found.a;
  await write('4');
  const ahead = await compare(original.url, copy.url);
  expect([ahead.code, ahead.found]).toMatchObject([
    0,
    {
      result: 'prefix',
      shorter: 'b',
      b: before,
      a: { events: before.events + 1, last: { streamId: 'setting-a', version: 4 } },
    },
  ]);
  expect((await compare(copy.url, original.url)).found).toMatchObject({ result: 'prefix', shorter: 'a' });
  await takeOver();
  expect((await compare(copy.url, original.url)).found.result).toBe('equal');
});

test('the first event that differs is named on both sides', async () => {
  const alter = (value: string) =>
    ownerOfCopy.begin(async (tx) => {
      await tx`alter table log.events disable trigger events_append_only`;
      await tx`update log.events set correlation_id = ${value} where tenant_id = 't2' and stream_id = 'setting-a' and version = 2`;
      await tx`alter table log.events enable always trigger events_append_only`;
    });
  await alter('c2');
  const { code, found } = await compare(original.url, copy.url);
  const event = { tenant: 't2', streamId: 'setting-a', version: 2, recordedAt: expect.stringMatching(/Z$/) };
  expect([code, found]).toMatchObject([1, { result: 'differ', fields: ['correlationId'], at: { a: event, b: event } }]);
  expect(await audit('compare', original.url, copy.url)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^DIFFER {2}first at event \d+, in correlationId\n +A: t2 setting-a@2 .*\n +B: t2 setting-a@2 .*\n$/,
    ),
  });
  await alter('c1');
});

test('an export is compared with its workspace in a database, and with another export', async () => {
  const file = path.join(folder, 'export.ndjson');
  expect(await audit('export', '--tenant', 't1', '--out', file)).toMatchObject({ code: 0 });
  // the export itself is recorded as a read of data, once no other database of the server holds the horizon back
  await vi.waitFor(
    async () => {
      const { code, found } = await compare(file, original.url);
      expect([code, found]).toMatchObject([0, { result: 'prefix', shorter: 'a', a: { last: { tenant: 't1' } } }]);
      expect(found.b.events).toBe(found.a.events + 1);
    },
    { timeout: 20_000, interval: 500 },
  );
  const again = path.join(folder, 'again.ndjson');
  expect(await audit('export', '--tenant', 't1', '--out', again, '--open')).toMatchObject({ code: 0 });
  expect((await compare(file, again)).found).toMatchObject({ result: 'prefix', shorter: 'a' });
  const altered = path.join(folder, 'altered.ndjson');
  writeFileSync(altered, readFileSync(file, 'utf8').replace('"actor":"user:u1"', '"actor":"user:u2"'));
  expect(await compare(altered, original.url)).toMatchObject({
    code: 1,
    found: { result: 'differ', fields: ['actor'] },
  });
});

test('what cannot be looked at is no difference', async () => {
  const file = path.join(folder, 'export.ndjson');
  const cut = path.join(folder, 'cut.ndjson');
  writeFileSync(cut, readFileSync(file, 'utf8').split('\n').slice(0, -2).join('\n'));
  expect(await compare(cut, file)).toMatchObject({ code: 3, said: expect.stringMatching(/ends too early/) });
  expect(await compare(path.join(folder, 'none'), file)).toMatchObject({ code: 3 });
  const worker = loginUrl(original.url, 'worker', masterKey(TEST_SECRET));
  expect(await compare(worker, copy.url)).toMatchObject({ code: 3, said: expect.stringMatching(/does not see/) });
  const auditor = loginUrl(original.url, 'audit', masterKey(TEST_SECRET));
  expect((await compare(auditor, original.url)).found.result).toBe('equal');
  expect(await audit('compare', file)).toMatchObject({ code: 2 });
  const other = path.join(folder, 'other.ndjson');
  expect(await audit('export', '--tenant', 't2', '--out', other)).toMatchObject({ code: 0 });
  expect(await compare(file, other)).toMatchObject({ code: 2, said: expect.stringMatching(/different workspaces/) });
});
