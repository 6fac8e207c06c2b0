import { useDeferredValue } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { OpenContactDialog } from '../partners/ContactDialog.tsx';
import { useFilterUrl } from '../partners/filterUrl.ts';
import { useForgetGonePartner } from '../partners/openPartner.ts';
import { usePartners } from '../partners/partners.ts';
import { useSorted } from '../partners/sortPartners.ts';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { ProfileMissing } from '../profile/ProfileMissing.tsx';
import { SearchProgress } from '../search/SearchProgress.tsx';
import { useAwaitedProfileRead } from './awaitedProfileRead.ts';
import { DiscoveryFilters } from './DiscoveryFilters.tsx';
import { DiscoveryList } from './DiscoveryList.tsx';
import { DiscoverySummary } from './DiscoverySummary.tsx';
import { DiscoveryToolbar } from './DiscoveryToolbar.tsx';
import { useNewMatches } from './newMatches.ts';
import { useEveryPlatform, useHiddenArrival, usePlatformsInForce, useVisiblePartners } from './visiblePartners.ts';

/** Find candidates, see why they fit, decide. */
export function DiscoveryScreen() {
  useTitle('Partner Discovery');
  const profile = useBusinessProfile().data ?? null;
  const partners = usePartners();
  const { filter, change, clear } = useFilterUrl();
  const [everyPlatform, setEveryPlatform] = useEveryPlatform();
  const platforms = usePlatformsInForce();
  const { listed, visible, hidden } = useVisiblePartners(
    partners.data,
    platforms,
    // the controls answer at once, ten thousand rows follow
    useDeferredValue(filter),
  );
  const sorted = useSorted(visible);
  const arrival = useHiddenArrival(partners.data, platforms, filter);
  const matches = useNewMatches(profile);
  useForgetGonePartner(partners.data);
  useAwaitedProfileRead();

  return (
    <>
      <PageHeader
        title="Partner Discovery"
        note={
          profile?.businessName && `People matched to ${profile.businessName}. Decide who fits, then find their email.`
        }
        actions={
          <DiscoveryToolbar
            profile={profile}
            filter={{ ...filter, platforms: [...platforms] }}
            count={visible.length}
            searching={matches.searching}
            onGenerate={matches.generate}
          />
        }
      />
      <ProfileMissing className="mb-4" />
      {profile && profile.onboarding !== 'done' && (
        <Notice
          tone="info"
          className="mb-4"
          action={
            <Link className="link" href="/onboarding">
              Continue setup
            </Link>
          }
        >
          Your setup is not finished. Describe your audience to find the first partners.
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        {matches.searching && (
          <SearchProgress title="Finding new partners" note="This usually takes 30–60 seconds. You can keep working." />
        )}
        <div>
          <DiscoverySummary partners={listed} failed={partners.isError} />
        </div>
        {listed && (listed.length > 0 || hidden > 0) && (
          <DiscoveryFilters
            partners={listed}
            visible={visible}
            filter={filter}
            onChange={change}
            platforms={{
              preferred: Boolean(profile?.preferredPlatforms.length),
              hidden,
              every: everyPlatform,
              setEvery: setEveryPlatform,
            }}
          />
        )}
        {partners.isPending && <SkeletonRows label="Loading partners" rows={6} />}
        {partners.isError && <LoadFailed again={partners}>Error loading partners. Please try again.</LoadFailed>}
        {arrival && (
          <>
            <Notice
              tone="info"
              action={
                arrival.by === 'platforms' ? (
                  <Button onClick={() => setEveryPlatform(true)}>Show every platform</Button>
                ) : (
                  <Button onClick={() => clear()}>Clear Filters</Button>
                )
              }
            >
              Your {arrival.by === 'platforms' ? 'preferred platforms' : 'filters'} hide{' '}
              {arrival.partner.name ?? 'this partner'}.
            </Notice>
            <DiscoveryList label="Hidden by your filters" partners={[arrival.partner]} />
          </>
        )}
        {listed && visible.length > 0 && <DiscoveryList label="Partners" partners={sorted} />}
        {listed && visible.length === 0 && (listed.length > 0 || hidden > 0) && (
          <EmptyState
            title="No partners match your current filters"
            action={
              <>
                <Button onClick={() => clear({ everyPlatform: listed.length === 0 })}>Clear Filters</Button>
                {hidden > 0 && listed.length > 0 && (
                  <Button onClick={() => setEveryPlatform(true)}>Show every platform</Button>
                )}
              </>
            }
          />
        )}
        {listed?.length === 0 && hidden === 0 && !matches.searching && (
          <EmptyState
            title="No partners yet"
            action={
              <Button variant="primary" disabled={!profile} onClick={matches.generate}>
                Find the first 10
              </Button>
            }
          >
            Generate matches from your profile, add one from LinkedIn, or import a list of people you already know.
          </EmptyState>
        )}
      </div>
      <OpenContactDialog partners={partners.data} />
    </>
  );
}
