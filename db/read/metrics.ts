import { CAME_BACK } from '../../events/messages/delivery.ts';
import { RESEND } from '../../events/messages/resend.ts';
import type { Tx } from '../connect.ts';
import type { Fragment, Rows } from '../rows.ts';
import { isCalledOff, isFinal, isPending, isResend } from './messageStatus.ts';

/** A condition over rows `p` of partners, or `m` of messages with their campaigns `c`; `rows`: where the others of them are. */
type Condition = (tx: Tx, rows: Rows) => Fragment;
/** A value of such a row. */
type Value = (tx: Tx) => Fragment;

/** Failed, and sent again since by another message that was not called off: that one stands for it. It comes back when that one is. */
export const replaced: Condition = (tx, rows) => tx`
  (m.status = 'failed' and m.stream_id not in (
    select distinct on (n.campaign_id, n.partner_id) n.stream_id from ${rows(tx, 'messages')} n
    where n.status = 'failed' or (starts_with(n.step, ${RESEND}) and n.status <> 'cancelled')
    order by n.campaign_id, n.partner_id, n.state->>'createdAt' desc, starts_with(n.step, ${RESEND}) desc, length(n.step) desc, n.step desc))`;

/** What each number of the screens counts: the one place that says so, for the counts and for the events behind them. */

/** The dashboard's numbers of partners. */
export const PARTNER_FILTERS = {
  all: (tx) => tx`p.status <> 'deleted'`,
  approved: (tx) => tx`p.status = 'approved'`,
} satisfies Record<string, Condition>;

/** The numbers of messages. Messages of deleted campaigns count on the dashboard (rulings). */
export const MESSAGE_FILTERS = {
  /** All that are not cancelled. */
  messages: (tx, rows) => tx`(m.status <> 'cancelled' and not ${replaced(tx, rows)})`,
  /** What a campaign's screen counts: neither called off nor sent again by another message. */
  kept: (tx, rows) => tx`(not ${isCalledOff(tx)} and not ${replaced(tx, rows)})`,
  /** Called off, or sent again by another message: what the screens call cancelled. */
  cancelled: isCalledOff,
  withText: (tx, rows) =>
    tx`(m.status <> 'cancelled' and (m.state->>'hasText')::boolean and not ${replaced(tx, rows)})`,
  withoutText: (tx) => tx`m.status <> 'cancelled' and not (m.state->>'hasText')::boolean`,
  toReview: (tx) => tx`m.status = 'drafted' and (m.state->>'hasText')::boolean`,
  pending: isPending,
  sent: (tx) => tx`m.status = 'sent'`,
  replied: (tx) => tx`m.status = 'sent' and (m.state->>'replied')::boolean`,
  failed: (tx, rows) => tx`(m.status = 'failed' and not ${replaced(tx, rows)})`,
  unknown: (tx) => tx`m.status = 'unknown'`,
  bounced: (tx) => tx`m.status = 'sent' and m.state->'delivery'->>'report' = any (${[...CAME_BACK]})`,
  open: (tx) => tx`not ${isFinal(tx)}`,
  openPlanned: (tx) => tx`(not ${isFinal(tx)} and not ${isResend(tx)})`,
  /** Of the texts that are being written: those asked for, those of which it is known how it went, and those that failed. */
  runAsked: (tx) => tx`c.state->'generation'->'messageIds' ? substr(m.stream_id, 9)`,
  runDone: (tx) => tx`m.state->'lastRun'->>'runId' = c.state->'generation'->>'runId'`,
  runFailed: (tx) =>
    tx`m.state->'lastRun'->>'runId' = c.state->'generation'->>'runId' and m.state->'lastRun'->>'outcome' = 'failed'`,
} satisfies Record<string, Condition>;

const lastChange: Value = (tx) => tx`to_char(m.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Since when a row counts, as far as it tells, as ISO 8601. It orders the events behind a number. */
const SINCE: Partial<Record<keyof typeof PARTNER_FILTERS | keyof typeof MESSAGE_FILTERS, Value>> = {
  approved: (tx) => tx`p.state->>'decidedAt'`,
  sent: (tx) => tx`m.state->>'sentAt'`,
  replied: (tx) => tx`m.state->>'repliedAt'`,
  failed: lastChange,
  unknown: lastChange,
  bounced: lastChange,
  cancelled: lastChange,
};

export const sinceOf = (tx: Tx, number: Metric): Fragment =>
  tx`coalesce(${SINCE[number.counts]?.(tx) ?? (number.of === 'partners' ? tx`p.created_at` : tx`m.state->>'createdAt'`)}, '')`;

/** A number of a screen: the rows that it counts, or the `people` (partners) whom they are about. `when`: by which moment a trend takes them. */
export type Metric = { when?: Condition } & (
  | { of: 'partners'; counts: keyof typeof PARTNER_FILTERS }
  | { of: 'messages'; counts: keyof typeof MESSAGE_FILTERS; people?: true }
);

const whenFound: Condition = (tx) => tx`p.created_at`;
const whenDecided: Condition = (tx) => tx`p.state->>'decidedAt'`;
const whenSent: Condition = (tx) => tx`m.state->>'sentAt'`;

/** By their names in StatsView. */
export const DASHBOARD_METRICS = {
  totalPartners: { of: 'partners', counts: 'all', when: whenFound },
  approvedPartners: { of: 'partners', counts: 'approved', when: whenDecided },
  totalEmailsSent: { of: 'messages', counts: 'sent', when: whenSent },
  partnersWrittenTo: { of: 'messages', counts: 'sent', people: true, when: whenSent },
  partnersReplied: { of: 'messages', counts: 'replied', people: true, when: whenSent },
} as const satisfies Record<string, Metric>;

/**
 * By their names in CampaignView. `wantedCount` is what has a text or misses one, the last two what the response rate is a rate of, and
 * those before them what `generation` says.
 */
export const CAMPAIGN_METRICS = {
  partnerCount: { of: 'messages', counts: 'messages', people: true },
  messageCount: { of: 'messages', counts: 'kept' },
  wantedCount: { of: 'messages', counts: 'messages' },
  generatedCount: { of: 'messages', counts: 'withText' },
  missingCount: { of: 'messages', counts: 'withoutText' },
  reviewCount: { of: 'messages', counts: 'toReview' },
  pendingCount: { of: 'messages', counts: 'pending' },
  sentCount: { of: 'messages', counts: 'sent' },
  responseCount: { of: 'messages', counts: 'replied' },
  failedCount: { of: 'messages', counts: 'failed' },
  unknownCount: { of: 'messages', counts: 'unknown' },
  bouncedCount: { of: 'messages', counts: 'bounced' },
  cancelledCount: { of: 'messages', counts: 'cancelled' },
  runAskedCount: { of: 'messages', counts: 'runAsked' },
  runDoneCount: { of: 'messages', counts: 'runDone' },
  runFailedCount: { of: 'messages', counts: 'runFailed' },
  partnersWrittenTo: { of: 'messages', counts: 'sent', people: true },
  partnersReplied: { of: 'messages', counts: 'replied', people: true },
} as const satisfies Record<string, Metric>;

/** What a trend compares: the last 30 days with the 30 before them. */
export const SPANS = ['recent', 'before'] as const;
export type Span = (typeof SPANS)[number];

const SPAN_MS = 30 * 86_400_000;

/** The condition of a number over its rows; with a span only of those that fall into it, seen from `now`. */
export function conditionOf(
  tx: Tx,
  rows: Rows,
  number: Metric,
  span?: { span: Span; now: Date } | undefined,
): Fragment {
  const counts =
    number.of === 'partners' ? PARTNER_FILTERS[number.counts](tx) : MESSAGE_FILTERS[number.counts](tx, rows);
  if (!span || !number.when) return counts;
  const ago = (spans: number) => new Date(span.now.getTime() - spans * SPAN_MS).toISOString();
  const when = number.when(tx, rows);
  if (span.span === 'recent') return tx`(${counts} and ${when} >= ${ago(1)})`;
  return tx`(${counts} and ${when} >= ${ago(2)} and ${when} < ${ago(1)})`;
}

/** How many there are among the rows of a query. */
export const countOf = (number: Metric, tx: Tx, condition: Fragment): Fragment =>
  number.of === 'messages' && number.people
    ? tx`count(distinct m.partner_id) filter (where ${condition})::int`
    : tx`count(*) filter (where ${condition})::int`;
