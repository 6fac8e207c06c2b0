import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { type Ref, ref, type Store } from '../../db/store.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { discoverPartner } from '../../events/partners/partner.ts';
import { recordFound, requestSearch } from '../../events/partners/search.ts';
import { kindOf } from '../../events/shared/event.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { cause, storedVersions } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

/** It goes on until so much has happened, however slow the machine. */
const ENOUGH_DIED = 12;
const ENOUGH_COMMITTED = 80;

let db: TestDatabase;
let store: Store;
let owner: Sql;
beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api', 8);
  owner = (await db.open('owner')).sql;
});
afterAll(() => db.drop());

test('connections that die at any moment leave whole commits or nothing', async () => {
  const tenant = 't';
  // each takes 10 people in its first step
  const searches = Array.from({ length: 20 }, (_, index) => ref('search', `s${index}`));
  for (const search of searches) {
    // one open search a tenant: each of these lives in its own
    await store.run({
      tenant: `${tenant}-${search.id}`,
      cause,
      streams: { search },
      decide: ({ search: state }) => ({
        search: requestSearch(state, { kind: 'criteria', requested: 100_000, criteria: {}, profileUrl: null }),
      }),
    });
  }
  const acknowledged: { tenant: string; partnerId: string }[] = [];
  let died = 0;
  let writing = true;
  /** Two streams and a key of its own in one commit, again and again. */
  async function write(writer: number): Promise<void> {
    for (let round = 0; writing; round += 1) {
      const search = searches[round % searches.length] ?? ref('search', 's0');
      const partnerId = `w${writer}r${round}`;
      const own = `${tenant}-${search.id}`;
      let isFull = false;
      try {
        await store.run({
          tenant: own,
          cause,
          streams: { search, partner: ref('partner', partnerId) },
          decide: ({ search: open, partner }) => {
            const found = recordFound(open, partnerId, 'people_data_labs');
            isFull = found.length === 0;
            return isFull
              ? {}
              : {
                  search: found,
                  partner: discoverPartner(partner, aPerson({ person: { name: partnerId } }), search.id),
                };
          },
        });
        if (!isFull) acknowledged.push({ tenant: own, partnerId });
      } catch {
        died += 1;
      }
    }
  }
  async function kill(): Promise<void> {
    while (died < ENOUGH_DIED || acknowledged.length < ENOUGH_COMMITTED) {
      await wait(5 + Math.random() * 60);
      await owner`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'partner-pilot test api' and random() < 0.4`;
    }
    writing = false;
  }
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  await kill();
  // the driver may wait forever for the answer of a connection that died: closing the pool ends that
  await Promise.race([Promise.all(writers), wait(1000)]);
  await store.sql.end({ timeout: 0 });
  await Promise.all(writers);
  store = await db.open('api', 8);

  const versions = new Map<string, number>();
  for (const { tenant_id, stream_id, version } of await storedVersions(owner)) {
    const key = `${tenant_id} ${stream_id}`;
    expect(version).toBe((versions.get(key) ?? 0) + 1);
    versions.set(key, version);
  }
  for (const { tenant: own, partnerId } of acknowledged) expect(versions.get(`${own} partner-${partnerId}`)).toBe(1);
  expect((await verifyStreams(owner)).wrong).toEqual([]);

  // every row is the fold of its stream, each stream has a row, and what was written together is complete
  const found = new Map<string, number>();
  for (const [key, version] of versions) {
    const [own = '', streamId = ''] = key.split(' ');
    const stream: Ref = ref(kindOf(streamId), streamId.slice(streamId.indexOf('-') + 1));
    const aggregate = aggregateOf(stream.kind);
    const history = await store.history(own, stream);
    const live: { state: unknown; version: number } = await store.load(own, stream);
    expect(live.version).toBe(version);
    expect(live.state).toEqual(history.reduce(aggregate.evolve, aggregate.initial));
    if (stream.kind === 'partner') found.set(own, (found.get(own) ?? 0) + 1);
  }
  for (const search of searches) {
    const own = `${tenant}-${search.id}`;
    expect((await store.load(own, search)).state.found).toBe(found.get(own) ?? 0);
  }
  const [rows] = await owner<{ n: number }[]>`select count(*)::int as n from read.partners`;
  expect(rows?.n).toBe([...found.values()].reduce((sum, n) => sum + n, 0));
  const [orphans] = await owner<{ n: number }[]>`
    select count(*)::int as n from vault.person_keys k
    where k.person_id <> 'owner' and not exists (select from log.events e where e.tenant_id = k.tenant_id and e.stream_id = k.person_id)`;
  expect(orphans?.n).toBe(0);
});
