import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { MatchView, OverviewView } from '../../../api/views.ts';
import { DASHBOARD_DAYS, type DashboardDays } from '../../../events/history/dashboardDays.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { useTitle } from '../../app/title.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { Segments } from '../../components/ui/Segments.tsx';
import { timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { percent } from '../../lib/numbers.ts';
import { upToMost } from '../../lib/total.ts';
import { NeedList } from '../activity/NeedList.tsx';
import { needsToday } from '../activity/needs.ts';
import { SendsCard } from '../activity/SendsCard.tsx';
import { useCampaigns } from '../campaigns/campaignsQuery.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { partnerHref } from '../partners/PartnerLink.tsx';
import { useTodayCount } from '../today/count.ts';
import { useOverview, useRange, useStats } from './api.ts';
import { CampaignActivity } from './CampaignActivity.tsx';
import { CardEmpty } from './CardStates.tsx';
import { GetStartedPlace } from './GetStartedPlace.tsx';
import { MetricCards } from './MetricCards.tsx';
import { FunnelCard, NextSends, ReplyRates } from './Pictures.tsx';

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
            <Segments
              label="Time range"
              value={String(days)}
              onChange={(value) => setDays(Number(value) as DashboardDays)}
              options={DASHBOARD_DAYS.map((one) => ({ value: String(one), label: `${one} days` }))}
            />
            <ButtonLink href="/campaigns">Campaigns</ButtonLink>
            <ButtonLink variant="primary" href="/discovery">
              Find Partners
            </ButtonLink>
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

/** How much waits in Today, each group with the way to it. */
function NeedsYou(props: { className?: string }) {
  const { data, isPending } = useTodayCount();
  return (
    <Card
      title="Needs you"
      actions={
        data && data.total > 0 && <span className="text-ink-3 text-note tabular-nums">{upToMost(data.total)}</span>
      }
      {...(props.className && { className: props.className })}
    >
      {isPending ? (
        <Loading label="Loading what needs you" rows={3} height="h-8" className="p-4" />
      ) : !data ? (
        <p className="px-4 py-6 text-ink-2">What needs you could not be loaded.</p>
      ) : data.total === 0 ? (
        <p className="flex items-center gap-2 px-4 py-6 text-ink-2">
          <CircleCheck aria-hidden className="size-4.5 text-good" />
          Nothing waits for you.
        </p>
      ) : (
        <NeedList needs={needsToday(data)} />
      )}
    </Card>
  );
}

function RecentMatches(props: { overview: OverviewView | undefined; className?: string }) {
  const recent = props.overview?.matches;
  return (
    <Card
      title="Recent Partner Matches"
      className={props.className ?? ''}
      actions={
        <ButtonLink size="small" variant="ghost" href="/discovery">
          View all
        </ButtonLink>
      }
    >
      {!recent && <Loading label="Loading partners" rows={2} height="h-22" className="p-4" />}
      {recent?.length === 0 && (
        <CardEmpty
          action={
            <ButtonLink variant="primary" href="/discovery">
              Go to Partner Discovery
            </ButtonLink>
          }
        >
          No partners found. Generate some AI-powered recommendations to get started!
        </CardEmpty>
      )}
      {recent && recent.length > 0 && (
        <ul aria-label="Recent partners" className="divide-y">
          {recent.map((partner) => (
            <Match key={partner.id} partner={partner} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Match(props: { partner: MatchView }) {
  const { partner } = props;
  const facts = [
    partner.industry,
    PLATFORM_LABELS[partner.platform],
    partner.followersCount !== null && `${formatFollowers(partner.followersCount)} followers`,
    partner.engagementRate !== null && `${percent(partner.engagementRate)} engagement`,
  ];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar name={partner.name} src={partner.avatar} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-40">
            <Link
              href={partnerHref(partner.id)}
              dir="auto"
              className="block truncate text-left font-semibold hover:underline"
            >
              {partner.name ?? 'Erased'}
            </Link>
            <p className="truncate text-ink-3 text-note">{facts.filter(Boolean).join(' · ')}</p>
          </div>
          <MatchScore score={partner.matchScore} rough={partner.roughScore} />
        </div>
        {partner.bio && (
          <p dir="auto" className="mt-1.5 line-clamp-2 text-small text-ink-2">
            {partner.bio}
          </p>
        )}
      </div>
    </li>
  );
}
