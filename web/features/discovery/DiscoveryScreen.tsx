import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import type { BusinessProfileView, PartnerCountsView } from '../../../api/views.ts';
import { searchCriteria } from '../../../events/accounts/searchCriteria.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { PARTNERS_PER_SEARCH, type PartnerStatus } from '../../../events/shared/options.ts';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageBar } from '../../components/ui/Page.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useOpenInUrl } from '../../lib/urlParams.ts';
import { BatchStatus } from '../partners/BatchStatus.tsx';
import { BesidePartner } from '../partners/BesidePartner.tsx';
import { useFilterUrl } from '../partners/filterUrl.ts';
import { OpenContactDialog } from '../partners/OpenContactDialog.tsx';
import { useClosePartner } from '../partners/openPartner.ts';
import { NextDecision } from '../partners/PartnerActions.tsx';
import { usePanelPartner } from '../partners/panelPartner.ts';
import { sumOf, usePartnerPages } from '../partners/partnerPages.ts';
import { RemovePartner } from '../partners/RemovePartner.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { ProfileMissing } from '../profile/ProfileMissing.tsx';
import { useAwaitedSearch, useFindPartners, useLatestSearch } from '../search/api.ts';
import { FruitlessSearch } from '../search/FruitlessSearch.tsx';
import { ScheduleTrouble } from '../search/ScheduleTrouble.tsx';
import { SearchEstimate } from '../search/SearchEstimate.tsx';
import { useSearchSchedule } from '../search/schedule.ts';
import { useAwaitedProfileRead } from './api.ts';
import { DiscoveryFilters } from './DiscoveryFilters.tsx';
import { DiscoveryList } from './DiscoveryList.tsx';
import { DiscoveryToolbar } from './DiscoveryToolbar.tsx';
import { ImportStatus } from './ImportStatus.tsx';
import { useCountsInForce, useEveryPlatform, useHiddenArrival, usePlatformsInForce } from './visiblePartners.ts';

const JudgeWaiting = onDemand(() => import('./JudgeWaiting.tsx').then((module) => module.JudgeWaiting));
const SearchProgress = onDemand(() => import('../search/SearchProgress.tsx').then((module) => module.SearchProgress));

export function DiscoveryScreen() {
  useTitle('Partner Discovery');
  const profile = useBusinessProfile().data ?? null;
  const { filter, change, clear } = useFilterUrl();
  const [everyPlatform, setEveryPlatform] = useEveryPlatform();
  const preferred = usePlatformsInForce();
  const platforms = filter.platforms ?? preferred;
  const view = useMemo((): PartnerFilter => ({ ...filter, platforms: [...platforms] }), [filter, platforms]);
  // the controls answer at once, the rows follow
  const partners = usePartnerPages(useDeferredValue(view));
  const { rows, total } = partners;
  const known = useCountsInForce(platforms);
  const matches = useNewMatches(profile);
  const close = useClosePartner();
  const opened = usePanelPartner(rows);
  const arrival = useHiddenArrival(opened, filter.platforms ? [] : preferred, view);
  const hidden = known?.hidden ?? 0;
  useAwaitedProfileRead();
  const [, setOpened] = useOpenInUrl('open');

  return (
    <>
      <PageBar title="Partner Discovery">
        <DiscoveryToolbar
          profile={profile}
          filter={view}
          count={total}
          searching={matches.searching}
          wanted={matches.count}
          onGenerate={matches.generate}
        />
      </PageBar>
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
      {matches.searching ? (
        <FetchedPart fallback={<Loading label="Loading the search" height="h-44" className="panel mb-4 p-4" />}>
          <SearchProgress occasion="further" className="mb-4" />
        </FetchedPart>
      ) : (
        <FruitlessSearch />
      )}
      <ScheduleTrouble className="mb-4" onOptions={() => setOpened('search')} />
      <ImportStatus className="mb-4" />
      <BatchStatus className="mb-4" />
      {known && known.counts.waitForJudge > 0 && (
        <FetchedPart onLost={() => undefined} fallback={null}>
          <JudgeWaiting waiting={known.counts.waitForJudge} className="mb-4" />
        </FetchedPart>
      )}
      <BesidePartner
        panel={
          opened
            ? {
                partner: opened,
                onClose: () => close(opened.id),
                actions: <NextDecision partner={opened} panel />,
                more: opened.status !== 'pending' && <RemovePartner partner={opened} />,
              }
            : null
        }
      >
        <DiscoveryTabs counts={known?.counts.partners} value={filter.status} onChange={(status) => change({ status })}>
          {profile && (
            <SearchEstimate
              count={matches.count}
              // what stops a search is read in full, above the tabs: below them it would part them from their line
              className="order-1 min-w-0 flex-1 text-right not-data-stopped:truncate @max-form:not-data-stopped:hidden data-stopped:order-first data-stopped:basis-full data-stopped:py-1 data-stopped:text-left"
            />
          )}
        </DiscoveryTabs>
        {known && (known.listed > 0 || hidden > 0) && (
          <DiscoveryFilters
            counts={known.counts}
            view={view}
            filter={filter}
            onChange={change}
            onClear={clear}
            platforms={{
              preferred: Boolean(profile?.preferredPlatforms.length),
              hidden,
              every: everyPlatform,
              setEvery: setEveryPlatform,
            }}
          />
        )}
        {partners.isPending && (
          <div className={known ? undefined : 'pt-14 md:pt-12'}>
            <SkeletonRows label="Loading partners" rows={12} table />
          </div>
        )}
        {partners.isError && <LoadFailed again={partners}>Error loading partners. Please try again.</LoadFailed>}
        {arrival && (
          <Notice
            tone="info"
            className="mb-3"
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
        )}
        {rows && rows.length > 0 && (
          <DiscoveryList partners={rows} total={total} filter={view} onEnd={partners.onEnd} />
        )}
        {rows?.length === 0 && known && (known.listed > 0 || hidden > 0) && (
          <EmptyState
            title="No partners match your current filters"
            action={
              <>
                <Button onClick={() => clear({ everyPlatform: known.listed === 0 && !filter.platforms })}>
                  Clear Filters
                </Button>
                {hidden > 0 && known.listed > 0 && (
                  <Button onClick={() => setEveryPlatform(true)}>Show every platform</Button>
                )}
              </>
            }
          />
        )}
        {rows?.length === 0 && known?.listed === 0 && hidden === 0 && !matches.searching && (
          <EmptyState
            title="No partners yet"
            action={
              <Button variant="primary" disabled={!profile} onClick={() => matches.generate(PARTNERS_PER_SEARCH)}>
                Find the first 10
              </Button>
            }
          >
            Generate matches from your profile, add one from LinkedIn, or import a list of people you already know.
          </EmptyState>
        )}
      </BesidePartner>
      <OpenContactDialog partners={rows} />
    </>
  );
}

/** Searching for more partners: start it, and whether one is running (also one that another tab started). */
function useNewMatches(profile: BusinessProfileView | null) {
  const search = useFindPartners('further');
  const running = useLatestSearch().data?.status === 'running';
  useAwaitedSearch();
  const count = useSearchSchedule().data?.count ?? PARTNERS_PER_SEARCH;
  const generate = (wanted = count, saved = profile): void => {
    if (saved) search.mutate({ criteria: searchCriteria(saved, saved.partnerCriteria), count: wanted });
  };
  return { generate, count, searching: search.isPending || running };
}

const STATUSES: readonly { value: PartnerStatus | undefined; label: string }[] = [
  { value: undefined, label: 'Total' },
  { value: 'pending', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

/** The counts of partners by status, which narrow the list, and the progress of the review. */
const DiscoveryTabs = memo(function DiscoveryTabs(props: {
  /** Of the platforms in force. */
  counts: PartnerCountsView['partners'] | undefined;
  value: PartnerStatus | undefined;
  onChange: (value: PartnerStatus | undefined) => void;
  /** At the end of the line, where there is room. */
  children?: ReactNode;
}) {
  const { counts } = props;
  const count = (status: PartnerStatus | undefined): number | undefined =>
    counts && sumOf(counts, (one) => status === undefined || one.status === status);
  const total = count(undefined) ?? 0;
  const pending = count('pending') ?? 0;
  const tabs = STATUSES.map((status): Tab<PartnerStatus | undefined> => {
    const known = count(status.value);
    return { ...status, count: known === undefined ? '–' : wholeNumber(known) };
  });
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-4 border-b">
        <Tabs label="Summary" tabs={tabs} value={props.value} onChange={props.onChange} />
        {props.children}
        {pending > 0 && (
          <div className="order-last ml-auto flex shrink-0 items-center gap-2 @max-prose:hidden">
            <Progress label="Review progress" value={total - pending} max={total} className="w-12" />
            <span className="text-ink-3 text-note tabular-nums">
              {wholeNumber(total - pending)} of {wholeNumber(total)} reviewed
            </span>
          </div>
        )}
      </div>
    </div>
  );
});
