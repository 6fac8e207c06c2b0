import { useEffect, useState } from 'react';
import type { CampaignView, OverviewView } from '../../../api/views.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { useSendingAccounts } from '../sending/sendingAccounts.ts';
import { useCurrentUser } from '../session/currentUser.ts';
import { useHidden } from './hiddenSteps.ts';
import { setUpSteps } from './setUpSteps.ts';

const GetStarted = onDemand(() => import('./GetStarted.tsx').then((module) => module.GetStarted));

/** The first steps of a new account, until all are done or the user hides them. All of it is known to the dashboard already. */
export function GetStartedPlace(props: {
  funnel: OverviewView['funnel'] | undefined;
  campaigns: readonly CampaignView[] | undefined;
}) {
  const { funnel, campaigns } = props;
  // its code could not be fetched: until the next visit, not permanently
  const [lost, setLost] = useState(false);
  const [hidden, hide] = useHidden(useCurrentUser().data?.id ?? '');
  const profile = useBusinessProfile().data;
  const accounts = useSendingAccounts().data;
  const steps =
    funnel && campaigns && accounts && profile !== undefined
      ? setUpSteps({ profile, accounts, funnel, campaigns })
      : null;
  const done = steps !== null && Object.values(steps).every(Boolean);
  // beside what says which steps are done
  useEffect(() => (hidden ? undefined : GetStarted.ahead()), [hidden]);
  useEffect(() => {
    // its place is then not kept free while the next dashboard loads
    if (done) hide();
  }, [done, hide]);
  if (hidden || done || lost) return null;
  return (
    <div className="mb-4 h-74 xl:h-42.5">
      <FetchedPart onLost={() => setLost(true)} fallback={<Skeleton className="h-full rounded-panel" />}>
        {steps ? (
          <GetStarted steps={steps} approved={funnel?.approved ?? 0} onHide={hide} />
        ) : (
          <Skeleton className="h-full rounded-panel" />
        )}
      </FetchedPart>
    </div>
  );
}
