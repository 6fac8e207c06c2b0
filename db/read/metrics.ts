import type { CountedMetric, MessageSet, PartnerSet, Span, TrendMoment } from '../../events/history/metrics.ts';
import { ANSWER } from '../../events/messages/answer.ts';
import { CAME_BACK } from '../../events/messages/delivery.ts';
import { BEGINS_AGAIN } from '../../events/messages/followUp.ts';
import type { DeliveryReport } from '../../events/messages/messageEvents.ts';
import { RESEND } from '../../events/messages/resend.ts';
import type { Tx } from '../connection/connect.ts';
import type { Fragment, Rows } from '../rows.ts';
import { isCalledOff, isFinal, isPending, isUnplanned } from './messageStatus.ts';

/** A condition over rows `p` of partners, or `m` of messages with their campaigns `c`. `rows` names the other rows' place. */
type Condition = (tx: Tx, rows: Rows) => Fragment;
/** A value of such a row. */
type Value = (tx: Tx) => Fragment;

/**
 * Failed, and sent again since by another message that was not called off: that one replaces it. It comes back when that one is. An answer is
 * sent again by the next answer, and all else by a re-send.
 */
export const replaced: Condition = (tx, rows) => tx`
  (m.status = 'failed' and m.stream_id not in (
    select distinct on (m.campaign_id, m.partner_id, m.is_answer) m.stream_id
    from (select o.*, starts_with(o.step, ${ANSWER}) as is_answer from ${rows(tx, 'messages')} o) m
    where m.status = 'failed' or (m.status <> 'cancelled' and ${isUnplanned(tx)})
    order by m.campaign_id, m.partner_id, m.is_answer,
      m.state->>'createdAt' desc, starts_with(m.step, ${RESEND}) desc, length(m.step) desc, m.step desc))`;

/** events/messages/followUp.ts says the same of a state. */
const sequenceNumber: Value = (tx) => tx`coalesce((m.state->'followUp'->>'number')::int, 0)`;

/** The same of another message `n` to the person. */
const gaveWay: Value = (tx) => tx`(n.status = 'cancelled' and n.state->'reason'->>'code' = any (${[...BEGINS_AGAIN]}))`;

/** Other messages of the campaign of `m` to its person. */
const writtenBeside: Condition = (tx, rows) => tx`
  select from ${rows(tx, 'messages')} n
  where n.tenant_id = m.tenant_id and n.campaign_id = m.campaign_id and n.partner_id = m.partner_id and not ${gaveWay(tx)}`;

/** The conditions of the sets that the metrics count (events/history/metrics.ts), for the counts and for the events behind them. */
export const PARTNER_FILTERS: Readonly<Record<PartnerSet, Condition>> = {
  all: (tx) => tx`p.status <> 'deleted'`,
  approved: (tx) => tx`p.status = 'approved'`,
};

/** An answer from the inbox is no outreach, and counts only in the two metrics below. */
export const isOutreach: Value = (tx) => tx`not starts_with(m.step, ${ANSWER})`;

/** Sent, and the newest that is known of it is one of these reports. */
const reported = (tx: Tx, reports: readonly DeliveryReport[]): Fragment =>
  tx`(m.status = 'sent' and m.state->'delivery'->>'report' = any (${[...reports]}) and ${isOutreach(tx)})`;

/** Messages of deleted campaigns count on the dashboard (rulings). */
export const MESSAGE_FILTERS: Readonly<Record<MessageSet | 'open' | 'openPlanned' | 'toFollow', Condition>> = {
  /** All that are not cancelled. */
  messages: (tx, rows) => tx`(m.status <> 'cancelled' and ${isOutreach(tx)} and not ${replaced(tx, rows)})`,
  /** Messages that a campaign's screen counts: neither called off nor sent again by another one. */
  kept: (tx, rows) => tx`(not ${isCalledOff(tx)} and ${isOutreach(tx)} and not ${replaced(tx, rows)})`,
  /** Called off, or sent again by another message: what the screens call cancelled. */
  cancelled: (tx) => tx`(${isCalledOff(tx)} and ${isOutreach(tx)})`,
  withText: (tx, rows) =>
    tx`(m.status <> 'cancelled' and (m.state->>'hasText')::boolean and ${isOutreach(tx)} and not ${replaced(tx, rows)})`,
  withoutText: (tx) =>
    tx`(m.status not in ('cancelled', 'unfit') and not (m.state->>'hasText')::boolean and ${isOutreach(tx)})`,
  unfit: (tx) => tx`(m.status = 'unfit' and ${isOutreach(tx)})`,
  toReview: (tx) => tx`(m.status = 'drafted' and (m.state->>'hasText')::boolean and ${isOutreach(tx)})`,
  pending: (tx) => tx`(${isPending(tx)} and ${isOutreach(tx)})`,
  sent: (tx) => tx`(m.status = 'sent' and ${isOutreach(tx)})`,
  replied: (tx) => tx`(m.status = 'sent' and (m.state->>'replied')::boolean and ${isOutreach(tx)})`,
  // answers, too: nothing sends them again automatically, so a person must see them and decide
  failed: (tx, rows) => tx`(m.status = 'failed' and not ${replaced(tx, rows)})`,
  unknown: (tx) => tx`m.status = 'unknown'`,
  bounced: (tx) => reported(tx, CAME_BACK),
  unsubscribed: (tx) => reported(tx, ['unsubscribed']),
  complained: (tx) => reported(tx, ['complained']),
  open: (tx) => tx`not ${isFinal(tx)}`,
  /** Sent, and to be followed up as soon as the worker has looked at it. */
  toFollow: (tx, rows) => tx`(
    m.status = 'sent' and ${isOutreach(tx)} and not (m.state->>'replied')::boolean and not (m.state->>'erased')::boolean
    and coalesce(m.state->'delivery'->>'report', '') <> all (${CAME_BACK as string[]})
    and exists (
      select from jsonb_array_elements(c.state->'followUps') f
      where not exists (${writtenBeside(tx, rows)} and n.state->'followUp'->>'id' = f->>'id'))
    and not exists (
      ${writtenBeside(tx, rows)} and not starts_with(n.step, ${RESEND}) and not starts_with(n.step, ${ANSWER})
        and coalesce((n.state->'followUp'->>'number')::int, 0) > ${sequenceNumber(tx)}))`,
  openPlanned: (tx) => tx`(not ${isFinal(tx)} and not ${isUnplanned(tx)})`,
  /** Of the texts under way: all, those with a known result, and those that failed. */
  runAsked: (tx) => tx`c.state->'generation'->'messageIds' ? substr(m.stream_id, 9)`,
  runDone: (tx) => tx`m.state->'lastRun'->>'runId' = c.state->'generation'->>'runId'`,
  runFailed: (tx) =>
    tx`m.state->'lastRun'->>'runId' = c.state->'generation'->>'runId' and m.state->'lastRun'->>'outcome' = 'failed'`,
};

const lastChange: Value = (tx) => tx`to_char(m.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Since when a row counts, as far as it tells, as ISO 8601. It orders the events behind a number. */
const SINCE: Partial<Record<PartnerSet | MessageSet, Value>> = {
  approved: (tx) => tx`p.decided_at`,
  sent: (tx) => tx`m.state->>'sentAt'`,
  replied: (tx) => tx`m.state->>'repliedAt'`,
  unfit: lastChange,
  failed: lastChange,
  unknown: lastChange,
  bounced: lastChange,
  unsubscribed: lastChange,
  complained: lastChange,
  cancelled: lastChange,
};

export const sinceOf = (tx: Tx, metric: CountedMetric): Fragment =>
  tx`coalesce(${SINCE[metric.set]?.(tx) ?? (metric.of === 'partners' ? tx`p.created_at` : tx`m.state->>'createdAt'`)}, '')`;

/** The moment by which a trend takes a row. */
const TREND_MOMENTS: Readonly<Record<TrendMoment, Value>> = {
  found: (tx) => tx`p.created_at`,
  decided: (tx) => tx`p.decided_at`,
  sent: (tx) => tx`m.state->>'sentAt'`,
};

const DAY_MS = 86_400_000;
/** The length of a span if none is named. */
export const SPAN_DAYS = 30;

/** The condition of a metric over its rows. A span narrows it to its days before `now`. */
export function conditionOf(
  tx: Tx,
  rows: Rows,
  metric: CountedMetric,
  span?: { span: Span; now: Date; days?: number } | undefined,
): Fragment {
  const counts =
    metric.of === 'partners' ? PARTNER_FILTERS[metric.set](tx, rows) : MESSAGE_FILTERS[metric.set](tx, rows);
  if (!span || !('trend' in metric)) return counts;
  const ago = (spans: number) => new Date(span.now.getTime() - spans * (span.days ?? SPAN_DAYS) * DAY_MS).toISOString();
  const when = TREND_MOMENTS[metric.trend](tx);
  if (span.span === 'recent') return tx`(${counts} and ${when} >= ${ago(1)})`;
  return tx`(${counts} and ${when} >= ${ago(2)} and ${when} < ${ago(1)})`;
}
