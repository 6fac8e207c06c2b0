import { Link } from 'wouter';
import { DASHBOARD_DAYS, type DashboardDays } from '../../../events/history/dashboardDays.ts';
import { useTitle } from '../../app/title.ts';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { SendsCard } from '../activity/SendsCard.tsx';
import { useCampaigns } from '../campaigns/campaignsQuery.ts';
import { useOverview, useRange, useStats } from './api.ts';
import { CampaignActivity } from './CampaignActivity.tsx';
import { GetStartedPlace } from './GetStartedPlace.tsx';
import { MetricCards } from './MetricCards.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { FunnelCard, NextSends, ReplyRates } from './Pictures.tsx';
import { RecentMatches } from './RecentMatches.tsx';

/** Open tasks, results, and coming emails. */
export function DashboardScreen() {
  useTitle('Dashboard');
  const [days, setDays] = useRange();
  const stats = useStats();
  const overview = useOverview(days);
  const campaigns = useCampaigns();
  return (
    <>
      <PageHeader
        title="Dashboard"
        note={<LastUpdated at={stats.dataUpdatedAt} />}
        actions={
          <>
            <RangePicker days={days} onChange={setDays} />
            <ButtonLook>
              <Link href="/campaigns">Campaigns</Link>
            </ButtonLook>
            <ButtonLook variant="primary">
              <Link href="/discovery">Find Partners</Link>
            </ButtonLook>
          </>
        }
      />
      {!overview.isError && !campaigns.isError && (
        <GetStartedPlace funnel={overview.data?.funnel} campaigns={campaigns.data} />
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-12">
        <NeedsYou className="lg:col-span-7" />
        {stats.isError ? (
          <LoadFailed again={stats} className="self-start lg:col-span-5">
            Error loading the figures. Please try again.
          </LoadFailed>
        ) : (
          <MetricCards stats={stats.data} overview={overview.data} days={days} className="lg:col-span-5" />
        )}
        {overview.isError ? (
          <LoadFailed again={overview} className="lg:col-span-12">
            Error loading the charts. Please try again.
          </LoadFailed>
        ) : (
          <>
            <SendsCard series={overview.data?.series} className="lg:col-span-7" />
            <FunnelCard funnel={overview.data?.funnel} className="lg:col-span-5" />
          </>
        )}
        {!campaigns.isError && (
          <ReplyRates
            campaigns={campaigns.data}
            deleted={overview.data?.deletedCampaigns}
            stats={stats.data}
            className="lg:col-span-5"
          />
        )}
        <CampaignActivity className={campaigns.isError ? 'lg:col-span-12' : 'lg:col-span-7'} />
        {!overview.isError && (
          <>
            <RecentMatches overview={overview.data} className="lg:col-span-7" />
            <NextSends overview={overview.data} className="lg:col-span-5" />
          </>
        )}
      </div>
      {overview.data && (
        <p className="mt-4 text-ink-3 text-note">
          Times are in {overview.data.timezone.replaceAll('_', ' ')}. Days begin at midnight there.
        </p>
      )}
    </>
  );
}

/** The time of the numbers, in milliseconds of this browser's clock (0: none yet), kept true while the page is open. */
export function LastUpdated(props: { at: number }) {
  const { at } = props;
  const now = useNow();
  return <>Last updated: {at === 0 ? '…' : timeAgo(new Date(at).toISOString(), Math.max(now, at))}</>;
}

/** Over how many days the screen looks back. */
function RangePicker(props: { days: DashboardDays; onChange: (days: DashboardDays) => void }) {
  return (
    <fieldset className="inline-flex rounded-control bg-line/60 p-0.5">
      <legend className="sr-only">Time range</legend>
      {DASHBOARD_DAYS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === props.days}
          onClick={() => props.onChange(days)}
          className="h-7 flex-1 whitespace-nowrap rounded-tag px-2.5 font-medium text-ink-2 text-small hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-panel max-md:h-9"
        >
          {days} days
        </button>
      ))}
    </fieldset>
  );
}
