import { keyOf } from '../../events/lists/counters.ts';
import { atRest, type Past, rowsOfThen } from '../audit/pastRows.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { ref, type Store } from '../store.ts';
import { CAMPAIGN, pastStates, rowsOf } from './project.ts';

/** A counter of a tenant (events/lists/counters.ts). */
export type Counter = { campaign: string; name: string; day: string; n: number };

/** People whose streams are folded together: so much is in memory at a time. */
const AT_ONCE = 200;
const ALL = 1_000_000;

/**
 * The counters at the moment of a store of the past: the stored ones of now, less what the people add who moved since, and what these added then.
 * The past has no conversations, so the counters of the inbox are left out.
 */
export async function pastCounters(store: Store, tenant: string): Promise<Counter[]> {
  const { sql, master, standsAt: at } = store;
  if (at === null) throw new Error('This store is not of the past.');
  const past: Past = { sql, master, tenant, at };
  const { timezone } = (await store.load(tenant, ref('profile', tenant))).state;
  const { people, counters } = await readAs(sql, tenant, async (tx) => {
    const moved = await movedPeople(tx, store, past, timezone ?? 'UTC');
    return { people: moved, counters: await countersOfOthers(tx, tenant, moved) };
  });
  const sums = new Map(counters.map((counter) => [keyOf(counter), counter.n]));
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const rows = await rowsOfThen(past, { tables: ['partners', 'messages'], people: some });
    const then: Store = {
      ...store,
      rows: (tx, table) => (table === 'campaigns' ? store.rows(tx, table) : rows(tx, table)),
    };
    for (const { counted } of rowsOf(some, await pastStates(then, tenant)))
      for (const [key, n] of Object.entries(counted)) sums.set(key, (sums.get(key) ?? 0) + n);
  }
  return [...sums].map(([key, n]) => {
    const [campaign = '', name = '', day = ''] = key.split('|');
    return { campaign, name, day, n };
  });
}

/** The people whose counters may be others than now: their streams moved, their rows are behind, or what they are counted by changed. */
async function movedPeople(tx: Tx, store: Store, { tenant, at }: Past, zone: string): Promise<string[]> {
  const [row] = await tx<{ people: string[] | null }[]>`
    with campaigns as (
      select substr(stream_id, length('campaign-') + 1) as id from (select c.stream_id, ${tx.unsafe(CAMPAIGN)} from read.campaigns c where c.tenant_id = ${tenant}) n
      full join (select c.stream_id, ${tx.unsafe(CAMPAIGN)} from ${store.rows(tx, 'campaigns')} c) t using (stream_id)
      where n.state - '{status,name}'::text[] is distinct from t.state - '{status,name}'::text[] or (n.state->>'status' = 'deleted') is distinct from (t.state->>'status' = 'deleted')
    )
    select array_agg(partner_id order by partner_id) as people from (
      select substr(r.stream_id, length('partner-') + 1) as partner_id from read.partners r
        where r.tenant_id = ${tenant} and not (${atRest(tx, 'partners', at)})
      union
      select r.partner_id from read.messages r
        where r.tenant_id = ${tenant} and (not (${atRest(tx, 'messages', at)}) or r.campaign_id in (select id from campaigns))
      union
      select unnest(people) from lists.news(${tenant}, ${ALL})
      union
      select p.partner_id from lists.people p
        where p.tenant_id = ${tenant} and not exists (select from lists.zones z where z.tenant_id = ${tenant} and z.zone = ${zone})
    ) moved`;
  return row?.people ?? [];
}

/** The counters of now without what some people add to them. */
const countersOfOthers = (tx: Tx, tenant: string, people: readonly string[]): Promise<Counter[]> =>
  tx<Counter[]>`
    select campaign_id as campaign, name, day, sum(n)::int as n from (
      select campaign_id, name, day, n from lists.counters where tenant_id = ${tenant}
      union all
      select split_part(c.key, '|', 1), split_part(c.key, '|', 2), split_part(c.key, '|', 3), -c.value::int
      from lists.people p, jsonb_each_text(p.counted) c where p.tenant_id = ${tenant} and p.partner_id = any (${people as string[]})
    ) s
    where not (starts_with(name, 'inbox.') or name like '%.interested')
    group by campaign_id, name, day having sum(n) <> 0`;
