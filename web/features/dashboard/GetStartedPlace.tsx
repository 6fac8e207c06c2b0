import { useEffect } from 'react';
import type { CampaignView, OverviewView } from '../../../api/views.ts';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { useSendingAccounts } from '../sending/api.ts';
import { useCurrentUser } from '../session/api.ts';
import { GetStarted } from './GetStarted.tsx';
import { useHidden } from './hiddenSteps.ts';
import { setUpSteps } from './setUpSteps.ts';

/** The first steps of a new account, until all are done or the user hides them. All of it is known to the dashboard already. */
export function GetStartedPlace(props: {
  funnel: OverviewView['funnel'] | undefined;
  campaigns: readonly CampaignView[] | undefined;
}) {
  const { funnel, campaigns } = props;
  const [hidden, hide] = useHidden(useCurrentUser().data?.id ?? '');
  const profile = useBusinessProfile().data;
  const accounts = useSendingAccounts().data;
  const steps =
    funnel && campaigns && accounts && profile !== undefined
      ? setUpSteps({ profile, accounts, funnel, campaigns })
      : null;
  const done = steps !== null && Object.values(steps).every(Boolean);
  useEffect(() => {
    // its place is then not kept free while the next dashboard loads
    if (done) hide();
  }, [done, hide]);
  if (hidden || done) return null;
  return (
    <div className="mb-4 h-74 xl:h-42.5">
      {steps ? (
        <GetStarted steps={steps} approved={funnel?.approved ?? 0} onHide={hide} />
      ) : (
        <Skeleton className="h-full rounded-panel" />
      )}
    </div>
  );
}
