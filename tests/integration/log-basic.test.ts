import { afterAll, beforeAll, expect, test } from 'vitest';
import { ref, type Store } from '../../db/store.ts';
import { setValue } from '../../events/accounts/setting.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { changePartnerStatus, discoverPartner } from '../../events/partners/partner.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let store: Store;
const cause = { actor: 'user:u1', correlationId: 'c1', causationId: null };

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
});
afterAll(() => db.drop());

test('a command commits its events and its row, and the log reads back with personal fields opened', async () => {
  const partner = ref('partner', 'p1');
  await store.run({
    tenant: 't1',
    cause,
    streams: { partner },
    decide: ({ partner: state }) => ({ partner: discoverPartner(state, aPerson(), 's1') }),
  });
  const { states } = await store.run({
    tenant: 't1',
    cause,
    streams: { partner },
    decide: ({ partner: state }) => ({ partner: changePartnerStatus(state, 'approved') }),
  });
  expect(states.partner.status).toBe('approved');
  const loaded = await store.load('t1', partner);
  expect(loaded.version).toBe(2);
  expect(loaded.state).toEqual(states.partner);
  const history = await store.history('t1', partner);
  expect(history.map(({ type }) => type)).toEqual(['PartnerDiscovered', 'PartnerApproved']);
  expect(history[0]?.personal).toMatchObject({ name: 'Maren Oduya' });
  expect(await store.history('t2', partner)).toEqual([]);
});

test('an event of an older version is read as the newest one, and its stored text stays', async () => {
  await store.run(changeSetting('t1', 'zone', 'UTC'));
  const definition = aggregateOf('setting').definitions.SettingChanged as { version: number; upcasters?: object };
  // the program was updated
  const { version, upcasters } = definition;
  Object.assign(definition, { version: 2, upcasters: { 1: ({ value }: { value: string }) => ({ value: [value] }) } });
  try {
    expect(await store.history('t1', ref('setting', 'zone'))).toMatchObject([{ data: { value: ['UTC'] } }]);
  } finally {
    Object.assign(definition, { version, upcasters });
  }
  const owner = await db.open('owner');
  const stored =
    await owner.sql`select schema_version, payload->'d' as data from log.events where stream_id = 'setting-zone'`;
  expect(stored).toEqual([{ schema_version: 1, data: { value: 'UTC', was: '' } }]);
});

test('the short form decides about one stream, and says whether that changed it', async () => {
  const scope = { tenant: 't1', cause };
  const partner = ref('partner', 'p2');
  const added = await store.decide(scope, partner, (state) => discoverPartner(state, aPerson(), 's1'));
  expect(added).toMatchObject({ changed: true, state: { status: 'pending' } });
  const approve = () => store.decide(scope, partner, (state) => changePartnerStatus(state, 'approved'));
  expect(await approve()).toMatchObject({ changed: true, state: { status: 'approved' } });
  expect(await approve()).toMatchObject({ changed: false, state: { status: 'approved' } });
});

test('a decision answers a result beside its events: that of the commit, also when it was decided several times', async () => {
  const stream = ref('setting', 'result');
  const replace = (value: string) =>
    store.run({
      tenant: 't1',
      cause,
      streams: { stream },
      decide: ({ stream: now }) => [{ stream: setValue(now, value) }, now.value],
    });
  const values = Array.from({ length: 10 }, (_, index) => `v${index}`);
  const replaced = await Promise.all(values.map(async (value) => (await replace(value)).result));
  // each was replaced by exactly one other, and the last one by none
  const { state } = await store.load('t1', stream);
  expect(new Set([...replaced, state.value])).toEqual(new Set([null, ...values]));
});
