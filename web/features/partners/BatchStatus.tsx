import { useState } from 'react';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { awaited, useNewestBatch } from './batch.ts';

const RunningBatch = onDemand(() => import('./RunningBatch.tsx').then((module) => module.RunningBatch));

/** The batch that runs, or has ended since and was not told yet. */
export function BatchStatus(props: { className?: string }) {
  const view = useNewestBatch();
  const known = awaited.use();
  const [lost, setLost] = useState(false);
  if (lost || !view || (view.status !== 'running' && known?.id !== view.id)) return null;
  return (
    <FetchedPart onLost={() => setLost(true)}>
      <RunningBatch {...props} />
    </FetchedPart>
  );
}
