import { useState } from 'react';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useSendingSettings } from '../sending/api.ts';

const SendingHoursForm = onDemand(() => import('./SendingHoursForm.tsx').then((module) => module.SendingHoursForm));

const LOADING = <Loading form label="Loading sending hours" height="h-106" />;

/** When emails leave, and how many a day the mailbox sends over all campaigns. */
export function SendingHoursCard() {
  const settings = useSendingSettings();
  const [lost, setLost] = useState(false);
  const again = (): void => {
    setLost(false);
    if (settings.isError) void settings.refetch();
  };
  return (
    <Card title="Sending hours" note="Send Now ignores these hours, not the limits.">
      <div className="p-4">
        {settings.isPending && LOADING}
        {(settings.isError || lost) && (
          <LoadFailed again={{ refetch: again }}>Error loading the sending hours. Please try again.</LoadFailed>
        )}
        {settings.data && !lost && (
          <FetchedPart fallback={LOADING} onLost={() => setLost(true)}>
            <SendingHoursForm settings={settings.data} />
          </FetchedPart>
        )}
      </div>
    </Card>
  );
}
