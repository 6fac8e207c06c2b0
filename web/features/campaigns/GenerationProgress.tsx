import type { CampaignView } from '../../../api/views.ts';
import type { MetricName } from '../../../events/history/metrics.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import { MetricLink } from '../history/MetricLink.tsx';

export function GenerationProgress(props: { campaign: CampaignView }) {
  const { id, generation } = props.campaign;
  if (!generation) return null;
  const number = (name: MetricName, count: number) => <MetricLink name={name} count={count} campaign={id} />;
  return (
    <div className="mt-3">
      <p role="status" className="mb-1.5 text-small text-ink-2 tabular-nums">
        Writing messages: {number('runDoneCount', generation.done)} of {number('runAskedCount', generation.requested)}
        {generation.failed > 0 && <>, {number('runFailedCount', generation.failed)} failed</>}
      </p>
      <Progress label="Messages written" value={generation.done} max={generation.requested} />
    </div>
  );
}
