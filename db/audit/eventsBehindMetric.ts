/**
 * The events behind a number of a screen. The condition that counts its rows finds them (db/read/metrics.ts). A row is folded up to each of its
 * events. The event from which on the condition holds made it count.
 */

import { creditsSpent } from '../../events/accounts/credits.ts';
import type { Variant } from '../../events/campaigns/variants.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { type CountedMetric, type MetricScope, metricOf } from '../../events/history/metrics.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { hasPresentText } from '../read/abTest.ts';
import { readCreditMonth } from '../read/creditMonth.ts';
import { conditionOf, sinceOf } from '../read/metrics.ts';
import { type Fragment, generatedColumns, givenRows } from '../rows.ts';
import { ref, type Store, streamIdOf } from '../store.ts';
import { type About, withAbout } from './aboutStreams.ts';
import { happened, type LoggedEvent, recorded } from './loggedEvent.ts';
import { readStreams } from './streams.ts';

/** `count` is the number; `events` one for each counted thing, newest first; `next` goes into `after`. */
export type EventsBehindMetric = { count: number; events: (LoggedEvent & { about?: About })[]; next: string | null };

type Page = { after?: string | undefined; limit: number };

/** The events behind a metric of the dashboard or a campaign. null: there is no such metric. */
export async function eventsBehindMetric(
  store: Store,
  tenant: string,
  { name, ...scope }: { name: string } & MetricScope,
  page: Page,
): Promise<EventsBehindMetric | null> {
  const metric = metricOf(name, scope);
  if (!metric) return null;
  if (metric.of === 'credits') return creditEvents(store, tenant, page);
  const { count, rows } = await countedRows(store, tenant, metric, scope, page);
  const shown = rows.slice(0, page.limit);
  const streams = shown.map(({ stream }) => stream);
  const events = await withAbout(store, tenant, await decidingEvents(store, tenant, metric, streams));
  return {
    count,
    // what a row tells of when it began to count may be a little off
    events: events.sort((a, b) => b.at.localeCompare(a.at)),
    next: rows.length > page.limit ? (shown.at(-1)?.key ?? null) : null,
  };
}

/** A counted row: `key` says where its page goes on. */
type CountedRow = { key: string; stream: string };

async function countedRows(
  store: Store,
  tenant: string,
  metric: CountedMetric,
  { campaign, span, variant }: MetricScope,
  { after, limit }: Page,
): Promise<{ count: number; rows: CountedRow[] }> {
  const people = metric.of === 'messages' && ('people' in metric || variant !== undefined);
  return readAs(store.sql, tenant, async (tx) => {
    const condition = conditionOf(tx, store.rows, metric, span && { span, now: store.now() });
    const counted = tx`
      ${rowsOf(tx, store, metric, store.rows(tx, metric.of), condition)}
      ${campaign === undefined ? tx`` : tx`and m.campaign_id = ${campaign}`} ${variant === undefined ? tx`` : tx`and ${isOfVariant(tx, store, variant)}`} and ${tenantIs(tx, metric, tenant)}`;
    const stream = streamOf(tx, metric);
    const since = sinceOf(tx, metric);
    const whole = tx<{ count: number }[]>`
      select ${people ? tx`count(distinct m.partner_id)::int` : tx`count(*)::int`} as count ${counted}`.execute();
    // of several messages to one person the first counts for all
    const each = people
      ? tx`select distinct on (m.partner_id) ${stream} as stream, ${since} || '-' || ${stream} as key ${counted}
           order by m.partner_id, coalesce(m.state->>'sentAt', m.state->>'createdAt'), m.stream_id`
      : tx`select ${stream} as stream, ${since} || '-' || ${stream} as key ${counted}`;
    const rows = tx<CountedRow[]>`
      select stream, key from (${each}) each ${after === undefined ? tx`` : tx`where key collate "C" < ${after}`}
      order by key collate "C" desc limit ${limit + 1}`;
    return { rows: [...(await rows)], count: (await whole)[0]?.count ?? 0 };
  });
}

/** Whether the first email to the partner had that version, with its present text (db/read/abTest.ts). */
const isOfVariant = (tx: Tx, store: Store, variant: Variant): Fragment => tx`exists (
  select from ${store.rows(tx, 'messages')} first
  where first.tenant_id = m.tenant_id and first.campaign_id = m.campaign_id and first.partner_id = m.partner_id
    and first.step = '1' and first.state->>'variant' = ${variant} and ${hasPresentText(tx)})`;

const rowsOf = (tx: Tx, store: Store, metric: CountedMetric, rows: Fragment, condition: Fragment): Fragment =>
  metric.of === 'partners'
    ? tx`from ${rows} p where ${condition}`
    : tx`from ${rows} m left join ${store.rows(tx, 'campaigns')} c
           on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id where ${condition}`;

const streamOf = (tx: Tx, metric: CountedMetric): Fragment =>
  metric.of === 'partners' ? tx`p.stream_id` : tx`m.stream_id`;

const tenantIs = (tx: Tx, metric: CountedMetric, tenant: string): Fragment =>
  metric.of === 'partners' ? tx`p.tenant_id = ${tenant}` : tx`m.tenant_id = ${tenant}`;

/** The event of each stream from which on it counts, in the order of the streams. */
async function decidingEvents(
  store: Store,
  tenant: string,
  metric: CountedMetric,
  streams: readonly string[],
): Promise<LoggedEvent[]> {
  const events = await readStreams(store, tenant, streams);
  const { kind, evolve, initial, projectionVersion } = aggregateOf(metric.of === 'partners' ? 'partner' : 'message');
  const states = [...events].flatMap(([streamId, own]) => {
    let state = initial;
    return own.map((event) => {
      const said = recorded(event);
      if (said) state = evolve(state, said);
      return {
        streamId,
        version: event.version,
        projectionVersion,
        recordedAt: event.at,
        state: JSON.stringify(state),
      };
    });
  });
  const counting = await readAs(store.sql, tenant, async (tx) => {
    const generated = (await generatedColumns(tx))[`${kind}s`];
    return tx<{ stream_id: string; version: number }[]>`
      select ${streamOf(tx, metric)} as stream_id, ${metric.of === 'partners' ? tx`p.version` : tx`m.version`} as version
      ${rowsOf(tx, store, metric, givenRows(tx, tenant, states, generated), conditionOf(tx, store.rows, metric))}`;
  });
  const counts = new Set(counting.map(({ stream_id, version }) => `${stream_id}@${version}`));
  return streams.flatMap((stream) => {
    const own = events.get(stream) ?? [];
    const before = own.findLastIndex(({ id }) => !counts.has(id));
    // one that ceased to count since the rows were read still shows what had made it count
    return own[before + 1] ?? own.findLast(({ id }) => counts.has(id)) ?? [];
  });
}

/** The credits that a user has used this month: each reservation that was not given back. */
async function creditEvents(store: Store, tenant: string, { after, limit }: Page): Promise<EventsBehindMetric> {
  const stream = streamIdOf(ref('credits', `${tenant}-${(await readCreditMonth(store, tenant)).period}`));
  const events = (await readStreams(store, tenant, [stream])).get(stream) ?? [];
  const spent = creditsSpent(events.map(happened)).sort((a, b) => b.version - a.version);
  const rest = spent.filter(({ version }) => after === undefined || version < Number(after));
  const shown = rest.slice(0, limit);
  const versions = new Set(shown.map(({ version }) => version));
  return {
    count: spent.length,
    events: events.filter(({ version }) => versions.has(version)).reverse(),
    next: rest.length > limit ? String(shown.at(-1)?.version ?? '') : null,
  };
}
