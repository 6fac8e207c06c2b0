import { useState } from 'react';
import type { ActivityDay } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { onDemand } from '../../lib/onDemand.tsx';

const DayChart = onDemand(() => import('../../components/ui/DayChart.tsx').then((module) => module.DayChart));

export function SendsCard(props: { series: readonly ActivityDay[] | undefined; className?: string }) {
  const { series } = props;
  const [lost, setLost] = useState(false);
  const nothing = series?.every(({ sent, replied }) => sent + replied === 0);
  return (
    <Card
      title="Sends and replies"
      className={props.className ?? ''}
      actions={
        <p aria-hidden className="flex gap-3 text-ink-2 text-note">
          <span className="flex items-center gap-1.5">
            <span className="size-2.5 rounded-mark bg-chart-a" />
            Emails sent
          </span>
          <span className="flex items-center gap-1.5">
            <span className="h-0.5 w-2.5 bg-chart-b" />
            Replies
          </span>
        </p>
      }
    >
      <div className="min-h-46 pt-4">
        {nothing && <p className="px-4 py-12 text-center text-ink-2">No emails sent in these {series?.length} days.</p>}
        {lost && (
          <p className="px-4 py-12 text-center">
            <Button onClick={() => setLost(false)}>Load the chart</Button>
          </p>
        )}
        {!series && <ChartSkeleton />}
        {series && !nothing && !lost && (
          <FetchedPart onLost={() => setLost(true)} fallback={<ChartSkeleton />}>
            <DayChart
              label="Emails sent and replies by day"
              bars="Emails sent"
              line="Replies"
              days={series.map(({ day, sent, replied }) => ({ day, bars: sent, line: replied }))}
            />
          </FetchedPart>
        )}
      </div>
    </Card>
  );
}

const ChartSkeleton = () => <Skeleton className="mx-4 h-37" />;
