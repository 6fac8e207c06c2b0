import { useCallback, useEffect, useState } from 'react';
import type { CampaignView, OverviewView } from '../../../api/views.ts';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { useSendingAccounts } from '../sending/api.ts';
import { useCurrentUser } from '../session/api.ts';
import { GetStarted } from './GetStarted.tsx';
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

const keyOf = (userId: string): string => `get-started:hidden:${userId}`;

/** Whether a user has hidden the first steps in this browser, and how to. */
function useHidden(userId: string): [boolean, () => void] {
  const [hidden, setHidden] = useState(() => stored(userId));
  const hide = useCallback(() => {
    setHidden(true);
    try {
      localStorage.setItem(keyOf(userId), 'true');
    } catch {
      // Private windows may refuse storage: it lasts until the reload.
    }
  }, [userId]);
  return [hidden, hide];
}

function stored(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}
