import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../db/store.ts';
import { ref } from '../../db/store.ts';
import { changePartnerStatus, discoverPartner } from '../../events/partners/partner.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
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
