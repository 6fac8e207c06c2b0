/**
 * The events behind a number of a screen. The lists know its rows (countedRows.ts). A row is folded up to each of its events. The event from which on
 * it counts made it count.
 */

import { creditsSpent } from '../../events/accounts/credits.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { type CountedMetric, type MetricScope, metricOf } from '../../events/history/metrics.ts';
import { setsOf } from '../../events/lists/messageSets.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readCreditMonth } from '../read/creditMonth.ts';
import { ref, type Store, streamIdOf } from '../store.ts';
import { type About, withAbout } from './aboutStreams.ts';
import { type CountedPage, countedRows, type Run } from './countedRows.ts';
import { happened, type LoggedEvent, recorded } from './loggedEvent.ts';
import { readStreams } from './streams.ts';

/** `count` is the number; `events` one for each counted thing, newest first; `next` goes into `after`. */
export type EventsBehindMetric = { count: number; events: (LoggedEvent & { about?: About })[]; next: string | null };

/** The events behind a metric of the dashboard or a campaign. null: there is no such metric. */
export async function eventsBehindMetric(
  store: Store,
  tenant: string,
  { name, ...scope }: { name: string } & MetricScope,
  page: CountedPage,
): Promise<EventsBehindMetric | null> {
  const metric = metricOf(name, scope);
  if (!metric) return null;
  if (metric.of === 'credits') return creditEvents(store, tenant, page);
  const run = scope.campaign ? (await store.load(tenant, ref('campaign', scope.campaign))).state.generation : null;
  const { count, streams, next } = await countedRows(store, tenant, { ...scope, name, metric, run }, page);
  const events = await withAbout(store, tenant, await decidingEvents(store, tenant, { metric, run }, streams));
  // what a row tells of when it began to count may be a little off
  return { count, next, events: events.sort((a, b) => b.at.localeCompare(a.at)) };
}

/** Whether a state of a stream counts. Another message that replaced it later changes nothing about when it began. */
function counts({ metric: { set }, run }: { metric: CountedMetric; run: Run }, id: string, state: unknown): boolean {
  const { status } = state as PartnerState | MessageState;
  if (set === 'all') return status !== 'deleted' && status !== 'none';
  if (set === 'approved') return status === 'approved';
  if (set === 'runAsked') return run?.messageIds.includes(id) ?? false;
  const message = state as MessageState;
  if (set === 'runDone' || set === 'runFailed')
    return message.lastRun?.runId === run?.runId && (set === 'runDone' || message.lastRun?.outcome === 'failed');
  return setsOf(message, false).includes(set);
}

/** The event of each stream from which on it counts, in the order of the streams. */
async function decidingEvents(
  store: Store,
  tenant: string,
  counted: { metric: CountedMetric; run: Run },
  streams: readonly string[],
): Promise<LoggedEvent[]> {
  const events = await readStreams(store, tenant, streams);
  const { kind, evolve, initial } = aggregateOf(counted.metric.of === 'partners' ? 'partner' : 'message');
  return streams.flatMap((stream) => {
    const own = events.get(stream) ?? [];
    let state = initial;
    const counting = own.map((event) => {
      const said = recorded(event);
      if (said) state = evolve(state, said);
      return counts(counted, stream.slice(kind.length + 1), state);
    });
    // one that ceased to count since the rows were read still shows what had made it count
    return own[counting.lastIndexOf(false) + 1] ?? own[counting.lastIndexOf(true)] ?? [];
  });
}

/** The credits that a user has used this month: each reservation that was not given back. */
async function creditEvents(store: Store, tenant: string, { after, limit }: CountedPage): Promise<EventsBehindMetric> {
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
