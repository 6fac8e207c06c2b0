import { useState } from 'react';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { onDemand } from '../../lib/onDemand.tsx';

const DoNotContactCard = onDemand(() => import('./DoNotContactCard.tsx').then((module) => module.DoNotContactCard));

/** The card of those who get nothing more. Its code comes after that of the other settings, which are needed more often. */
export function DoNotContact() {
  const [lost, setLost] = useState(false);
  if (lost) {
    return (
      <Card title="Do not contact">
        <LoadFailed again={{ refetch: () => setLost(false) }} className="m-4">
          This card could not be loaded.
        </LoadFailed>
      </Card>
    );
  }
  return (
    <FetchedPart onLost={() => setLost(true)} fallback={<Skeleton className="h-64" />}>
      <DoNotContactCard />
    </FetchedPart>
  );
}
