import { useState } from 'react';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useNewestImport } from './api.ts';

const RunningImport = onDemand(() => import('./RunningImport.tsx').then((module) => module.RunningImport));

/** An import that runs while this is shown. */
export function ImportStatus(props: { className?: string }) {
  const view = useNewestImport();
  const [ran, setRan] = useState(false);
  const [lost, setLost] = useState(false);
  if (view?.status === 'running' && !ran) setRan(true);
  return <FetchedPart onLost={() => setLost(true)}>{ran && !lost && <RunningImport {...props} />}</FetchedPart>;
}
