import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { ref, type Store } from '../../db/store.ts';
import { discoverPartner } from '../../events/partners/partner.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { cause, changeSetting } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let store: Store;
let owner: Sql;
let tenant: string;
let tenants = 0;

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
  owner = (await db.open('owner')).sql;
});
afterAll(() => db.drop());
beforeEach(async () => {
  tenants += 1;
  tenant = `chain${tenants}`;
  for (const value of ['one', 'zwei ß 🌲', 'three']) await store.run(changeSetting(tenant, 'a', value));
  await store.run({
    tenant,
    cause: { ...cause, causationId: 'because, of: this' },
    streams: { partner: ref('partner', 'p') },
    decide: ({ partner }) => ({ partner: discoverPartner(partner, aPerson(), 's') }),
  });
});

/** Only the superuser of the database can do this: bypass the trigger. */
async function tamper(statement: string): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx.unsafe(statement);
    await tx`alter table log.events enable always trigger events_append_only`;
  });
}
const at2 = () => `where tenant_id = '${tenant}' and stream_id = 'setting-a' and version = 2`;

test('an untouched log verifies, of one tenant and whole', async () => {
  expect(await verifyStreams(owner, tenant)).toEqual({ events: 4, streams: 2, wrong: [] });
  expect((await verifyStreams(owner, 'nobody')).events).toBe(0);
});

test.each([
  ['payload = \'{"d":{"value":"two"}}\'', 2, 'hash'],
  // the same JSON in other bytes
  ["payload = (payload::text || ' ')::json", 2, 'hash'],
  ["type = 'SettingRemoved'", 2, 'hash'],
  ['schema_version = 3', 2, 'hash'],
  ["actor = 'user:u2'", 2, 'hash'],
  ["correlation_id = 'c2'", 2, 'hash'],
  ["causation_id = ''", 2, 'hash'],
  ["recorded_at = recorded_at + interval '1 microsecond'", 2, 'hash'],
  ["recorded_at = 'infinity'", 2, 'hash'],
  ["hash = sha256('x')", 2, 'hash'],
  ['version = 7', 3, 'hole'],
])('set %s is found', async (change, version, reason) => {
  await tamper(`update log.events set ${change} ${at2()}`);
  expect((await verifyStreams(owner, tenant)).wrong).toContainEqual({ tenant, streamId: 'setting-a', version, reason });
});

test('every wrong event is named, in each stream', async () => {
  await tamper(`update log.events set actor = 'user:u2' where tenant_id = '${tenant}'`);
  const { events, wrong } = await verifyStreams(owner, tenant);
  expect(events).toBe(4);
  expect(wrong.map(({ streamId, version }) => `${streamId}@${version}`)).toEqual([
    'partner-p@1',
    'setting-a@1',
    'setting-a@2',
    'setting-a@3',
  ]);
});

test('a removed event is found by its hole, a moved one by its hash', async () => {
  await tamper(`delete from log.events ${at2()}`);
  expect((await verifyStreams(owner, tenant)).wrong).toMatchObject([{ version: 3, reason: 'hole' }]);
  await tamper(
    `update log.events set stream_id = 'setting-b' where tenant_id = '${tenant}' and stream_id = 'setting-a' and version = 1`,
  );
  expect((await verifyStreams(owner, tenant)).wrong).toContainEqual({
    tenant,
    streamId: 'setting-a',
    version: 3,
    reason: 'hole',
  });
});

test('an altered event is found even with its own hash made again: the next one carries the old', async () => {
  await tamper(`
    update log.events e set actor = 'user:u2', hash = log.event_hash(tenant_id, stream_id, version, type, schema_version, 'user:u2',
      correlation_id, causation_id, recorded_at,
      (select p.hash from log.events p where p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = 1), payload::text)
    ${at2()}`);
  expect((await verifyStreams(owner, tenant)).wrong).toEqual([
    { tenant, streamId: 'setting-a', version: 3, reason: 'hash' },
  ]);
});
