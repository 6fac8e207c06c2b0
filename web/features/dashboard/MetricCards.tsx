import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'wouter';
import type { OverviewView, StatsView } from '../../../api/views.ts';
import type { DashboardDays } from '../../../events/history/dashboardDays.ts';
import { DASHBOARD_METRICS } from '../../../events/history/metrics.ts';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { percent, wholeNumber } from '../../lib/numbers.ts';
import { DerivedLink, MetricEvents, MetricLink } from '../history/MetricLink.tsx';

const { totalPartners, approvedPartners, totalEmailsSent } = DASHBOARD_METRICS;

/** `href`: the things that are counted. `course`: how the number came about, by day. */
const METRICS = [
  { key: 'totalPartners', label: totalPartners.title, href: '/discovery', course: 'found' },
  { key: 'approvedPartners', label: approvedPartners.title, href: '/approved', course: 'approved' },
  { key: 'totalEmailsSent', label: totalEmailsSent.title, href: '/campaigns', course: 'sent' },
  { key: 'responseRate', label: 'Response Rate', href: '/inbox', course: null },
] as const;

type Metric = (typeof METRICS)[number];

const SPARK_POINTS = 15;

/** The four numbers, each with how it changed against as many days before, where there is something to compare. */
export function MetricCards(props: {
  stats: StatsView | undefined;
  overview: OverviewView | undefined;
  days: DashboardDays;
  className?: string;
}) {
  const { stats, overview } = props;
  return (
    <dl
      aria-label="Key figures"
      className={classes('panel grid grid-cols-2 gap-px overflow-hidden bg-line', props.className)}
    >
      {METRICS.map((metric) => {
        const change = overview?.trends[metric.key] ?? null;
        return (
          <div key={metric.key} className="group flex min-h-28 min-w-0 flex-col justify-center bg-surface px-4 py-3">
            <dt className="flex items-center gap-1.5 text-ink-3 text-note">
              {metric.label}
              {stats && metric.key !== 'responseRate' && (
                <span className="pointer-fine:opacity-0 focus-within:opacity-100 group-hover:opacity-100">
                  <MetricEvents name={metric.key} count={stats[metric.key]} />
                </span>
              )}
            </dt>
            <dd className="flex h-7.5 items-center justify-between gap-2 font-semibold text-figure tabular-nums tracking-title">
              {stats ? <Value metric={metric} stats={stats} /> : <Skeleton className="h-5.5 w-14" />}
              {overview && change !== null && <Course metric={metric} series={overview.series} />}
            </dd>
            {metric.key === 'responseRate' && stats && stats.partnersWrittenTo > 0 && <Replied stats={stats} />}
            {change !== null && <Change metric={metric} change={change} days={props.days} />}
          </div>
        );
      })}
    </dl>
  );
}

function Value(props: { metric: Metric; stats: StatsView }) {
  const { metric, stats } = props;
  const value = metric.key === 'responseRate' ? percent(stats.responseRate) : wholeNumber(stats[metric.key]);
  return (
    <Link
      href={metric.href}
      aria-label={`${metric.label}: ${value}`}
      className="underline-offset-4 hover:underline focus-visible:underline"
    >
      {value}
    </Link>
  );
}

function Course(props: { metric: Metric; series: OverviewView['series'] }) {
  const { course } = props.metric;
  if (course === null) return null;
  const values = inGroups(
    props.series.map((day) => day[course]),
    SPARK_POINTS,
  );
  return <Sparkline values={course === 'sent' ? values : sums(values)} />;
}

function Replied(props: { stats: StatsView }) {
  const { partnersReplied, partnersWrittenTo } = props.stats;
  return (
    <dd className="text-ink-3 text-note">
      <MetricLink name="partnersReplied" count={partnersReplied} /> of{' '}
      <MetricLink name="partnersWrittenTo" count={partnersWrittenTo} />{' '}
      {partnersWrittenTo === 1 ? 'partner' : 'partners'} replied
    </dd>
  );
}

/** The events can be shown of the usual range only. */
const EVENTS_DAYS = 30;

function Change(props: { metric: Metric; change: number; days: DashboardDays }) {
  const { metric, days } = props;
  const rounded = Math.round(props.change);
  const shown = `${rounded > 0 ? '+' : ''}${rounded}%`;
  const Icon = rounded > 0 ? TrendingUp : rounded < 0 ? TrendingDown : Minus;
  return (
    <dd
      className={classes(
        'flex flex-wrap items-center gap-x-1 text-note',
        rounded > 0 && 'text-good',
        rounded < 0 && 'text-bad',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="tabular-nums">
        {days === EVENTS_DAYS ? (
          <DerivedLink
            name={metric.key === 'responseRate' ? 'partnersReplied' : metric.key}
            span="recent"
            label={`${metric.label} ${shown}`}
          >
            {shown}
          </DerivedLink>
        ) : (
          shown
        )}
      </span>
      <span className="text-ink-3">vs previous {days} days</span>
    </dd>
  );
}

/** The course of a number as a small line, without scale. A part of the picture only: its number is beside it. */
function Sparkline(props: { values: readonly number[] }) {
  const { values } = props;
  const most = Math.max(1, ...values);
  const step = 100 / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-18 overflow-visible">
      <polyline
        points={points.join(' ')}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeWidth={1.5}
        className="fill-none stroke-chart-a"
      />
    </svg>
  );
}

const sums = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
};

/** At most so many points: a line of 90 days is as narrow as one of 7. */
function inGroups(values: readonly number[], groups: number): number[] {
  const size = Math.ceil(values.length / groups);
  const grouped: number[] = [];
  for (let end = values.length; end > 0; end -= size)
    grouped.unshift(values.slice(Math.max(0, end - size), end).reduce((sum, value) => sum + value, 0));
  return grouped;
}
