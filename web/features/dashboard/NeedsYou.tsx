import { CircleCheck } from 'lucide-react';
import { Card } from '../../components/ui/Card.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { upToMost } from '../../lib/total.ts';
import { NeedList } from '../activity/NeedList.tsx';
import { needsToday } from '../activity/needs.ts';
import { useTodayCount } from '../today/count.ts';

/** How much waits in Today, each group with the way to it. */
export function NeedsYou(props: { className?: string }) {
  const { data, isPending } = useTodayCount();
  return (
    <Card
      title="Needs you"
      actions={
        data && data.total > 0 && <span className="text-ink-3 text-note tabular-nums">{upToMost(data.total)}</span>
      }
      {...(props.className && { className: props.className })}
    >
      {isPending ? (
        <Loading label="Loading what needs you" rows={3} height="h-8" className="p-4" />
      ) : !data ? (
        <p className="px-4 py-6 text-ink-2">What needs you could not be loaded.</p>
      ) : data.total === 0 ? (
        <p className="flex items-center gap-2 px-4 py-6 text-ink-2">
          <CircleCheck aria-hidden className="size-4.5 text-good" />
          Nothing waits for you.
        </p>
      ) : (
        <NeedList needs={needsToday(data)} />
      )}
    </Card>
  );
}
