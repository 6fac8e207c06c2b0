import type { CampaignView } from '../../../api/views.ts';
import { Progress } from '../../components/ui/Progress.tsx';

/** How many texts of the running generation are written. */
export function GenerationProgress(props: { campaign: CampaignView }) {
  const { generation } = props.campaign;
  if (!generation) return null;
  return (
    <div className="mt-3">
      <p role="status" className="mb-1.5 text-small text-ink-2 tabular-nums">
        Writing messages: {generation.done} of {generation.requested}
        {generation.failed > 0 && `, ${generation.failed} failed`}
      </p>
      <Progress label="Messages written" value={generation.done} max={generation.requested} />
    </div>
  );
}
