import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { StatsView } from '../../../api/views.ts';
import { DASHBOARD_METRICS } from '../../../events/history/metrics.ts';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { percent } from '../../lib/numbers.ts';
import { DerivedLink, MetricLink } from '../history/MetricLink.tsx';

const { totalPartners, approvedPartners, totalEmailsSent } = DASHBOARD_METRICS;

const METRICS = [
  { key: 'totalPartners', label: totalPartners.title },
  { key: 'approvedPartners', label: approvedPartners.title },
  { key: 'totalEmailsSent', label: totalEmailsSent.title },
  { key: 'responseRate', label: 'Response Rate' },
] as const;

/** The four numbers, each with how it changed against the 30 days before. */
export function MetricCards(props: { stats: StatsView | undefined }) {
  const { stats } = props;
  return (
    <FigureStrip
      label="Key figures"
      figures={METRICS.map(({ key, label }) => ({
        label,
        ...(key === 'responseRate' &&
          stats &&
          stats.partnersWrittenTo > 0 && {
            beside: <Replied stats={stats} />,
          }),
        value: stats ? <Value metric={key} stats={stats} /> : <Waiting height="h-7.5" className="h-5.5 w-14" />,
        note: stats ? (
          <Trend metric={key} label={label} change={stats.trends[key]} />
        ) : (
          <Waiting height="h-4" className="h-3 w-24" />
        ),
      }))}
    />
  );
}

type Metric = (typeof METRICS)[number]['key'];

/** By which number a metric begins that is made of several. */
const firstOf = (metric: Metric) => (metric === 'responseRate' ? 'partnersReplied' : metric);

function Value(props: { metric: Metric; stats: StatsView }) {
  const { metric, stats } = props;
  if (metric === 'responseRate') {
    const rate = percent(stats.responseRate);
    return (
      <DerivedLink name={firstOf(metric)} label={`${rate} response rate`}>
        {rate}
      </DerivedLink>
    );
  }
  return <MetricLink name={metric} count={stats[metric]} />;
}

function Replied(props: { stats: StatsView }) {
  const { partnersReplied, partnersWrittenTo } = props.stats;
  return (
    <>
      <MetricLink name="partnersReplied" count={partnersReplied} /> of{' '}
      <MetricLink name="partnersWrittenTo" count={partnersWrittenTo} />{' '}
      {partnersWrittenTo === 1 ? 'partner' : 'partners'} replied
    </>
  );
}

/** A placeholder in a line of the final height. */
function Waiting(props: { height: string; className: string }) {
  return (
    <div className={classes('flex items-center', props.height)}>
      <Skeleton className={props.className} />
    </div>
  );
}

function Trend(props: { metric: Metric; label: string; change: number | null }) {
  const { metric, label, change } = props;
  if (change === null) return 'new';
  const rounded = Math.round(change);
  const shown = `${rounded > 0 ? '+' : ''}${rounded}%`;
  const Icon = rounded > 0 ? TrendingUp : rounded < 0 ? TrendingDown : Minus;
  return (
    <span
      className={classes('flex flex-wrap items-center gap-x-1', rounded > 0 && 'text-good', rounded < 0 && 'text-bad')}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="tabular-nums">
        <DerivedLink name={firstOf(metric)} span="recent" label={`${label} ${shown}`}>
          {shown}
        </DerivedLink>
      </span>
      <span className="text-ink-3">vs previous 30 days</span>
    </span>
  );
}
