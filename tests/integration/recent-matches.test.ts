import { afterAll, beforeAll, expect, test } from 'vitest';
import { commit } from '../../db/log/commit.ts';
import type { Loaded } from '../../db/log/load.ts';
import { readRecentMatches } from '../../db/read/recentMatches.ts';
import type { Store } from '../../db/store.ts';
import {
  addPartner,
  changePartnerStatus,
  discoverPartner,
  type PartnerEvent,
  type PartnerState,
  partner,
  scorePartner,
} from '../../events/partners/partner.ts';
import type { PartnerStatus } from '../../events/shared/options.ts';
import { testCause } from '../support/asSent.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
});
afterAll(() => db.drop());

type Arrival = { second: number; score: number; search?: string; status?: PartnerStatus };

/** Adds a person by their name, found by a search or imported. */
async function arrived(tenant: string, name: string, { second, score, search, status }: Arrival): Promise<void> {
  const who = aPerson({ person: { name } });
  const at = new Date(Date.UTC(2026, 0, 2, 0, 0, second));
  const loaded: Loaded = { streamId: `partner-${tenant}-${name}`, version: 0, at: null, state: partner.initial };
  const save = async (from: Loaded, events: PartnerEvent[]): Promise<Loaded> => {
    const [saved] = await commit(store.sql, store.master, tenant, testCause, [{ loaded: from, events }], at);
    return { ...from, version: saved?.version ?? 0, at, state: saved?.state };
  };
  const added = await save(
    loaded,
    search ? discoverPartner(partner.initial, who, search) : addPartner(partner.initial, who, 'import'),
  );
  const state = added.state as PartnerState;
  const decided = status ? changePartnerStatus(state, status) : [];
  await save(added, [...scorePartner(state, { score, by: 'rules', parts: [], supports: [] }), ...decided]);
}

const shown = async (tenant: string) => (await readRecentMatches(store, tenant)).map(({ state }) => state.person?.name);

test('the best of the newest search come first, in any order of saving; rejected ones are left out', async () => {
  await arrived('t1', 'worst', { second: 4, score: 40, search: 's' });
  await arrived('t1', 'refused', { second: 3, score: 95, search: 's', status: 'rejected' });
  await arrived('t1', 'good', { second: 2, score: 80, search: 's', status: 'approved' });
  await arrived('t1', 'best', { second: 1, score: 93, search: 's' });
  await arrived('t1', 'old', { second: 0, score: 99, search: 'older' });
  await arrived('t2', 'foreign', { second: 9, score: 100, search: 's' });
  expect(await shown('t1')).toEqual(['best', 'good']);
  expect(await shown('t3')).toEqual([]);
});

test('they are filled up from the search before; a list that was imported later goes first', async () => {
  await arrived('t4', 'found', { second: 1, score: 60, search: 's' });
  await arrived('t4', 'better', { second: 1, score: 90, search: 's' });
  await arrived('t4', 'imported', { second: 9, score: 50 });
  expect(await shown('t4')).toEqual(['imported', 'better']);
});
