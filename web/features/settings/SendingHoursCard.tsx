import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useSendingSettings } from '../sending/sendingSettings.ts';

const SendingHoursForm = onDemand(() => import('./SendingHoursForm.tsx').then((module) => module.SendingHoursForm));

/** When emails leave, and how many a day the mailbox sends over all campaigns. */
export function SendingHoursCard() {
  const settings = useSendingSettings();
  const [lost, setLost] = useState(false);
  const again = (): void => {
    setLost(false);
    if (settings.isError) void settings.refetch();
  };
  return (
    <Card
      title="Sending hours"
      note="When emails leave, and how many a day. Send Now ignores the hours, not the limits."
    >
      <div className="p-4">
        {settings.isPending && <Loading />}
        {(settings.isError || lost) && (
          <Notice
            tone="bad"
            action={
              <Button size="small" onClick={again}>
                Try again
              </Button>
            }
          >
            Error loading the sending hours. Please try again.
          </Notice>
        )}
        {settings.data && !lost && (
          <FetchedPart fallback={<Loading />} onLost={() => setLost(true)}>
            <SendingHoursForm settings={settings.data} />
          </FetchedPart>
        )}
      </div>
    </Card>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading sending hours">
      <Skeleton className="h-72" />
    </div>
  );
}
