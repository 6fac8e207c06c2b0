import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { StatsView } from '../../../api/views.ts';
import { FigureStrip } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { counted, percent, wholeNumber } from '../../lib/numbers.ts';

const METRICS = [
  { key: 'totalPartners', label: 'Total Partners Found', format: wholeNumber },
  { key: 'approvedPartners', label: 'Approved Partners', format: wholeNumber },
  { key: 'totalEmailsSent', label: 'Emails Sent', format: wholeNumber },
  { key: 'responseRate', label: 'Response Rate', format: percent },
] as const;

/** The four numbers, each with how it changed against the 30 days before. */
export function MetricCards(props: { stats: StatsView | undefined }) {
  const { stats } = props;
  return (
    <FigureStrip
      label="Key figures"
      figures={METRICS.map(({ key, label, format }) => ({
        label,
        ...(key === 'responseRate' &&
          stats &&
          stats.partnersWrittenTo > 0 && {
            beside: `${wholeNumber(stats.partnersReplied)} of ${counted(stats.partnersWrittenTo, 'partner')} replied`,
          }),
        value: stats ? format(stats[key]) : <Waiting height="h-7.5" className="h-5.5 w-14" />,
        note: stats ? <Trend change={stats.trends[key]} /> : <Waiting height="h-4" className="h-3 w-24" />,
      }))}
    />
  );
}

/** A stand-in in a line of the final height. */
function Waiting(props: { height: string; className: string }) {
  return (
    <div className={classes('flex items-center', props.height)}>
      <Skeleton className={props.className} />
    </div>
  );
}

function Trend(props: { change: number | null }) {
  const { change } = props;
  if (change === null) return 'new';
  const rounded = Math.round(change);
  const Icon = rounded > 0 ? TrendingUp : rounded < 0 ? TrendingDown : Minus;
  return (
    <span
      className={classes('flex flex-wrap items-center gap-x-1', rounded > 0 && 'text-good', rounded < 0 && 'text-bad')}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="tabular-nums">
        {rounded > 0 && '+'}
        {rounded}%
      </span>
      <span className="text-ink-3">vs previous 30 days</span>
    </span>
  );
}
