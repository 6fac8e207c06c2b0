import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { onDemand } from '../../lib/onDemand.tsx';

const DoNotContactCard = onDemand(() => import('./DoNotContactCard.tsx').then((module) => module.DoNotContactCard));

/** The card of those who get nothing more. Its code comes after that of the other settings, which are needed more often. */
export function DoNotContact() {
  const [lost, setLost] = useState(false);
  if (lost) {
    return (
      <Card title="Do not contact">
        <Notice
          tone="bad"
          className="m-4"
          action={
            <Button size="small" onClick={() => setLost(false)}>
              Try again
            </Button>
          }
        >
          This card could not be loaded.
        </Notice>
      </Card>
    );
  }
  return (
    <FetchedPart onLost={() => setLost(true)} fallback={<Skeleton className="h-64" />}>
      <DoNotContactCard />
    </FetchedPart>
  );
}
