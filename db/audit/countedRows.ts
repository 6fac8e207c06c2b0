/** The rows that a metric counts: the sets of the lists (events/lists/messageSets.ts) and the trends of the counters, row by row. */
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { CountedMetric, MetricScope } from '../../events/history/metrics.ts';
import { instantOf } from '../../events/shared/zoned.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { readCounters } from '../lists/counters.ts';
import { cursorOf, readCursor } from '../lists/cursor.ts';
import { readSpans } from '../read/stats.ts';
import type { Fragment } from '../rows.ts';
import type { Store } from '../store.ts';

export type CountedPage = { after?: string | undefined; limit: number };
/** The run of a campaign that is writing texts. */
export type Run = CampaignState['generation'];
/** The metric, its campaign or version, and its time: from a moment on and before another (ISO 8601). */
type Counted = MetricScope & {
  name: string;
  metric: CountedMetric;
  run: Run;
  time: { from: string; before: string } | null;
};

/** From `from` on and before `before`: the days of a trend as moments. */
async function timeOf(store: Store, tenant: string, span: MetricScope['span']): Promise<Counted['time']> {
  if (!span) return null;
  const { zone, ...spans } = await readSpans(store, tenant);
  const moment = (day: string) => new Date(instantOf(day, 0, zone)).toISOString();
  const { from, before } = spans[span];
  return { from: moment(from), before: before === null ? '~' : moment(before) };
}

/** Its streams, those that began to count last first, and `next` for the page after. */
export async function countedRows(
  store: Store,
  tenant: string,
  asked: Omit<Counted, 'time'>,
  page: CountedPage,
): Promise<{ count: number; streams: string[]; next: string | null }> {
  const counters = await readCounters(store, tenant, { campaigns: [asked.campaign ?? ''] });
  const counted = { ...asked, time: await timeOf(store, tenant, asked.span) };
  const [since, id] = page.after === undefined ? [] : readCursor(page.after, 2);
  return readAs(store.sql, tenant, async (tx) => {
    const rows = asked.metric.of === 'partners' ? partners(tx, tenant, counted) : messages(tx, tenant, counted);
    const found = await tx<{ id: string; since: string }[]>`
      select id, since from (${rows}) r
      ${since === undefined ? tx`` : tx`where (since, id) < (${String(since)}, ${String(id)})`}
      order by since desc, id desc limit ${page.limit + 1}`;
    const shown = found.slice(0, page.limit);
    const last = found.length > page.limit ? shown.at(-1) : undefined;
    return {
      count: await countOf(tx, rows, counted, counters),
      streams: shown.map((row) => `${asked.metric.of === 'partners' ? 'partner' : 'message'}-${row.id}`),
      next: last ? cursorOf([last.since, last.id]) : null,
    };
  });
}

/** Of a version or a run no counter has the same name. */
async function countOf(
  tx: Tx,
  rows: Fragment,
  { name, campaign, variant, span, metric: { set } }: Counted,
  counters: Awaited<ReturnType<typeof readCounters>>,
): Promise<number> {
  if (span === undefined && variant === undefined && !set.startsWith('run')) return counters.of(name, campaign);
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from (${rows}) r`;
  return row?.count ?? 0;
}

/** Times and ids are compared as code units. */
const C = (tx: Tx, value: Fragment): Fragment => tx`coalesce(${value}, '') collate "C"`;

const within = (tx: Tx, time: Counted['time'], moment: Fragment): Fragment =>
  time === null ? tx`` : tx`and ${moment} >= ${time.from} and ${moment} < ${time.before}`;

function partners(tx: Tx, tenant: string, { metric, time }: Counted): Fragment {
  const isApproved = metric.set === 'approved';
  const since = isApproved ? tx`coalesce(p.decided_at, p.created_at)` : tx`p.created_at`;
  return tx`
    select substr(p.stream_id, length('partner-') + 1) collate "C" as id, ${C(tx, since)} as since from read.partners p
    where p.tenant_id = ${tenant} ${isApproved ? tx`and p.status = 'approved'` : tx`and p.status not in ('deleted', 'none')`}
      ${within(tx, time, since)}`;
}

const LAST_CHANGE: ReadonlySet<string> = new Set(
  'unfit failed unknown bounced unsubscribed complained cancelled'.split(' '),
);

/** Since when a message counts, as far as its row tells. */
function sinceOf(tx: Tx, { metric: { set } }: Counted): Fragment {
  if (set === 'sent') return tx`l.at`;
  if (set === 'replied') return tx`m.state->>'repliedAt'`;
  return LAST_CHANGE.has(set)
    ? tx`to_char(m.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : tx`l.created_at`;
}

function isCounted(tx: Tx, { metric: { set }, run }: Counted): Fragment {
  if (set === 'runAsked') return tx`l.message_id = any (${run?.messageIds ?? []}::text[])`;
  if (set === 'runDone') return tx`m.state->'lastRun'->>'runId' = ${run?.runId ?? ''}`;
  if (set === 'runFailed')
    return tx`m.state->'lastRun'->>'runId' = ${run?.runId ?? ''} and m.state->'lastRun'->>'outcome' = 'failed'`;
  return tx`l.sets @> ${[set]}::text[]`;
}

/** The first email to the person of `l` had the version, with its present text. */
const isOfVariant = (tx: Tx, variant: string): Fragment => tx`exists (
  select from read.messages first
  join read.campaigns c on c.tenant_id = first.tenant_id and c.stream_id = 'campaign-' || first.campaign_id
  where first.tenant_id = l.tenant_id and first.campaign_id = l.campaign_id and first.partner_id = l.partner_id
    and first.step = '1' and first.state->>'variant' = ${variant}
    and first.state->>'variantTextId' = c.state->'abTest'->'textIds'->>${variant})`;

/** By which a trend takes a message. A person belongs to the day of their first sent email. */
const trendMoment = (tx: Tx, people: boolean): Fragment =>
  people
    ? tx`(select min(f.at) from lists.messages f
        where f.tenant_id = l.tenant_id and f.partner_id = l.partner_id and f.sets @> '{sent}')`
    : tx`l.at`;

function messages(tx: Tx, tenant: string, counted: Counted): Fragment {
  const { campaign, variant, metric, time } = counted;
  const people = 'people' in metric || variant !== undefined;
  return tx`
    select ${people ? tx`distinct on (l.partner_id)` : tx``} l.message_id collate "C" as id, ${C(tx, sinceOf(tx, counted))} as since
    from lists.messages l
    left join read.messages m on m.tenant_id = l.tenant_id and m.stream_id = 'message-' || l.message_id
    where l.tenant_id = ${tenant} and ${isCounted(tx, counted)} ${campaign === undefined ? tx`` : tx`and l.campaign_id = ${campaign}`}
      ${variant === undefined ? tx`` : tx`and ${isOfVariant(tx, variant)}`} ${within(tx, time, trendMoment(tx, people))}
    ${people ? tx`order by l.partner_id, coalesce(l.at, l.created_at), l.message_id` : tx``}`;
}
