import { isInPast, keyOf } from '../../events/lists/counters.ts';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { type CounterChange, counterChanges, zonesOf } from './foldPast.ts';

/** A counter of a tenant (events/lists/counters.ts). */
export type Counter = { campaign: string; name: string; day: string; n: number };
type Campaigns = readonly string[] | 'all';

/** In steps of five minutes. */
export const STEP_MS = 5 * 60_000;
export const stepOf = (ms: number): number => ms - (ms % STEP_MS);
const ALL = 1_000_000;

/**
 * The counters of the past (isInPast) at the moment of its store: those that are kept of the step before it, and what the people changed who moved
 * since. Without them, or if now is nearer: those of now, less what the people add who moved after the moment, and what these added then.
 */
export async function pastCounters(store: Store, tenant: string, campaigns: Campaigns): Promise<Counter[]> {
  const { sql, standsAt } = store;
  if (standsAt === null) throw new Error('This store is not of the past.');
  const at = standsAt.getTime();
  const [kept] = await readAs(
    sql,
    tenant,
    (tx) =>
      tx<
        { until: Date; now: Date }[]
      >`select until, clock_timestamp() as now from lists.past where tenant_id = ${tenant}`,
  );
  const base = Math.min(kept?.until.getTime() ?? 0, stepOf(at));
  const [counters, changes] =
    kept && at - base <= kept.now.getTime() - at + STEP_MS
      ? await sinceKept(sql, tenant, { base, at }, campaigns)
      : await beforeNow(sql, tenant, at);
  const sums = new Map(counters.map((counter) => [keyOf(counter), counter.n]));
  for await (const { key, by } of changes) sums.set(key, (sums.get(key) ?? 0) + by);
  return [...sums].flatMap(([key, n]) => {
    const [campaign = '', name = '', day = ''] = key.split('|');
    const isWanted = isInPast(key) && (campaigns === 'all' || campaigns.includes(campaign));
    return isWanted && n !== 0 ? [{ campaign, name, day, n }] : [];
  });
}

type Moved = [Counter[], AsyncGenerator<CounterChange>];

async function sinceKept(
  sql: Sql,
  tenant: string,
  { base, at }: { base: number; at: number },
  campaigns: Campaigns,
): Promise<Moved> {
  const counters = await readAs(sql, tenant, (tx) => keptCounters(tx, tenant, base, campaigns));
  const span = { from: base, until: at, momentOf: (ms: number) => (ms < base ? base : at + 1) };
  return [counters, counterChanges(sql, tenant, span)];
}

async function beforeNow(sql: Sql, tenant: string, at: number): Promise<Moved> {
  const span = { from: 0, until: at, momentOf: () => 1 };
  const { people, counters } = await readAs(sql, tenant, async (tx) => {
    const zone = (await zonesOf(tx, tenant, span)).at(-1)?.zone ?? 'UTC';
    const moved = await movedSince(tx, tenant, at, zone);
    return { people: moved, counters: await countersOfOthers(tx, tenant, moved) };
  });
  return [counters, counterChanges(sql, tenant, span, people)];
}

/** Key by key, so that a look costs the keys and not their versions. */
const keptCounters = (tx: Tx, tenant: string, base: number, campaigns: Campaigns): Promise<Counter[]> =>
  tx<Counter[]>`
    with recursive keys as (
      (select c.campaign_id, c.name, c.day from lists.past_counters c
        where c.tenant_id = ${tenant} ${ofCampaigns(tx, campaigns)} order by c.campaign_id, c.name, c.day limit 1)
      union all
      select n.* from keys k cross join lateral (
        select c.campaign_id, c.name, c.day from lists.past_counters c
        where c.tenant_id = ${tenant} and (c.campaign_id, c.name, c.day) > (k.campaign_id, k.name, k.day) ${ofCampaigns(tx, campaigns)}
        order by c.campaign_id, c.name, c.day limit 1) n
    )
    select k.campaign_id as campaign, k.name, k.day, v.n from keys k cross join lateral (
      select c.n from lists.past_counters c
      where c.tenant_id = ${tenant} and c.campaign_id = k.campaign_id and c.name = k.name and c.day = k.day and c.since <= ${new Date(base)}
      order by c.since desc limit 1) v`;

const ofCampaigns = (tx: Tx, campaigns: Campaigns) =>
  campaigns === 'all' ? tx`` : tx`and c.campaign_id = any (${campaigns as string[]})`;

/** The people whose counters may differ from now. Their streams moved, their rows are behind, or their days belong to another zone. */
async function movedSince(tx: Tx, tenant: string, at: number, zone: string): Promise<string[]> {
  const [row] = await tx<{ people: string[] | null }[]>`
    select array_agg(id order by id) as people from (
      select case when starts_with(e.stream_id, 'partner-') then substr(e.stream_id, length('partner-') + 1)
        else split_part(e.stream_id, '.', 2) end as id
      from log.events_between(${tenant}, ${new Date(at)}::timestamptz + interval '1 microsecond', 'infinity') e
      where starts_with(e.stream_id, 'partner-') or starts_with(e.stream_id, 'message-')
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
    group by campaign_id, name, day having sum(n) <> 0`;
