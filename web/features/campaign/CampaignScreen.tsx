import { Clock } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Skeleton, SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { zoneName } from '../../lib/dates.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useCampaign } from '../campaigns/api.ts';
import { CampaignActions } from '../campaigns/CampaignActions.tsx';
import { CampaignDialogs } from '../campaigns/CampaignDialogs.tsx';
import { CampaignMenu } from '../campaigns/CampaignMenu.tsx';
import { CampaignNotFound } from '../campaigns/CampaignNotFound.tsx';
import { CampaignStatusBadge } from '../campaigns/CampaignStatusBadge.tsx';
import { GenerationProgress } from '../campaigns/GenerationProgress.tsx';
import { useFigures } from '../compare/api.ts';
import { compareHref, figureText, rateOf, stepName, sumOf } from '../compare/figures.ts';
import { BatchStatus } from '../partners/BatchStatus.tsx';
import { useUserZone } from '../profile/api.ts';
import { CampaignStanding } from './CampaignStanding.tsx';
import {
  CAMPAIGN_TABS,
  type CampaignTab,
  campaignHref,
  MESSAGE_SHOWS,
  type MessageShow,
  useCampaignUrl,
} from './campaignUrl.ts';
import { MessageCount } from './MessageCount.tsx';

const CampaignOverview = onDemand(() => import('./CampaignOverview.tsx').then((module) => module.CampaignOverview));
const CampaignMessages = onDemand(() => import('./CampaignMessages.tsx').then((module) => module.CampaignMessages));
const ComingSends = onDemand(() => import('./ComingSends.tsx').then((module) => module.ComingSends));
const CampaignSettings = onDemand(() => import('./CampaignSettings.tsx').then((module) => module.CampaignSettings));

export function CampaignScreen(props: { campaignId: string }) {
  const id = props.campaignId.trim();
  return id ? <CampaignOf id={id} /> : <CampaignNotFound />;
}

function CampaignOf(props: { id: string }) {
  const campaign = useCampaign(props.id);
  useTitle(campaign.data?.name ?? 'Campaign');
  if (campaign.isPending) return <CampaignSkeleton />;
  if (campaign.isError) {
    return (
      <>
        <BackLink href="/campaigns" to="Campaigns" />
        <LoadFailed again={campaign}>Error loading the campaign. Please try again.</LoadFailed>
      </>
    );
  }
  return campaign.data ? <Campaign campaign={campaign.data} /> : <CampaignNotFound />;
}

function CampaignSkeleton() {
  return (
    <div role="status" aria-label="Loading the campaign">
      <div className="mb-3 flex h-8 items-center justify-between gap-3">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-8 w-64 max-sm:hidden" />
      </div>
      <div className="mb-3 flex h-10 items-center gap-5 border-b">
        <Skeleton className="h-4 w-72" />
      </div>
      <Skeleton className="mb-3 h-9" />
      <SkeletonRows label="Loading messages" rows={8} table />
    </div>
  );
}

function Campaign(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const [, navigate] = useLocation();
  const [{ tab: asked }] = useCampaignUrl();
  const zone = zoneName(useUserZone());
  const tab = asked ?? CAMPAIGN_TABS[0];
  const count = (show: MessageShow, value: number) => <MessageCount campaign={campaign.id} show={show} count={value} />;
  const trouble = [
    { show: 'bounced', value: campaign.bouncedCount, text: 'bounced' },
    { show: 'unsubscribed', value: campaign.unsubscribedCount, text: 'unsubscribed' },
    { show: 'complained', value: campaign.complainedCount, text: 'reported as spam' },
  ] as const;
  const besideSent = trouble
    .filter(({ value }) => value > 0)
    .map(({ show, value, text }, index) => (
      <Fragment key={show}>
        {index > 0 && ', '}
        {count(show, value)} {text}
      </Fragment>
    ));
  const figure = (show: MessageShow, value: number): { label: string; value: ReactNode; beside?: ReactNode } => ({
    label: MESSAGE_SHOWS[show].label,
    value: count(show, value),
  });
  const figures: ReturnType<typeof figure>[] = [
    { ...figure('sent', campaign.sentCount), ...(besideSent.length > 0 && { beside: besideSent }) },
    figure('replied', campaign.responseCount),
    figure('pending', campaign.pendingCount),
    figure('failed', campaign.failedCount),
    ...(campaign.unknownCount > 0 ? [figure('unknown', campaign.unknownCount)] : []),
    { label: 'Daily Limit', value: wholeNumber(campaign.dailyLimit) },
  ];
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <BackLink short href="/campaigns" to="Campaigns" />
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 font-bold text-title tracking-title max-sm:flex-1">
          <span dir="auto" className="min-w-0 break-words">
            {campaign.name ?? 'Campaign'}
          </span>
          <CampaignStatusBadge status={campaign.status} />
        </h1>
        <p className="min-w-0 flex-1 basis-40 text-ink-3 text-note max-sm:order-1 max-sm:basis-full">
          <TotalMessages campaign={campaign} />
          {zone && ` · times in ${zone}`}
        </p>
        <CampaignDialogs campaigns={[campaign]} onDeleted={() => navigate('/campaigns', { replace: true })}>
          <CampaignActions campaign={campaign} />
          <CampaignMenu campaign={campaign} />
        </CampaignDialogs>
      </header>
      <div className="mb-3 empty:hidden">
        {campaign.unknownCount > 0 && <UnknownFirst campaign={campaign.id} count={campaign.unknownCount} />}
        <CampaignStanding campaign={campaign} />
        <GenerationProgress campaign={campaign} />
      </div>
      <BatchStatus className="mb-3" />
      {campaign.followUps.length > 0 && <CampaignSteps campaign={campaign} />}
      <div className="mb-3 flex flex-wrap-reverse items-center justify-between gap-x-5 border-b">
        <CampaignTabs campaign={campaign} tab={tab} />
        <dl aria-label="Counts" className="flex flex-wrap gap-x-4 gap-y-2.5 py-2">
          {figures.map(({ label, value, beside }) => (
            <div key={label} className="flex flex-wrap items-baseline gap-x-1.5 gap-y-2">
              <dt className="text-ink-3 text-note">{label}</dt>
              <dd className="min-w-6 font-semibold tabular-nums">{value}</dd>
              {beside && <dd className="text-ink-3 text-note tabular-nums">{beside}</dd>}
            </div>
          ))}
        </dl>
      </div>
      <FetchedTab key={tab} campaign={campaign} tab={tab} />
    </>
  );
}

const FETCHED = {
  overview: CampaignOverview,
  messages: CampaignMessages,
  schedule: ComingSends,
  settings: CampaignSettings,
};

/** A part of a campaign that has code of its own. */
function FetchedTab(props: { campaign: CampaignView; tab: keyof typeof FETCHED }) {
  const Tab = FETCHED[props.tab];
  return (
    <FetchedPart fallback={<SkeletonRows label="Loading this part" rows={8} table />}>
      <Tab campaign={props.campaign} />
    </FetchedPart>
  );
}

/** "3 messages and 1 cancelled": the total of the counts below, and beside it those in none of them. */
function TotalMessages(props: { campaign: CampaignView }) {
  const { id, messageCount, cancelledCount } = props.campaign;
  return (
    <>
      <MessageCount campaign={id} show={null} count={messageCount} /> {messageCount === 1 ? 'message' : 'messages'}
      {cancelledCount > 0 && (
        <>
          {' '}
          and <MessageCount campaign={id} show="cancelled" count={cancelledCount} /> cancelled
        </>
      )}
    </>
  );
}

function UnknownFirst(props: { campaign: string; count: number }) {
  return (
    <Notice
      tone="warn"
      className="mb-4"
      action={
        <Link href={campaignHref(props.campaign, { tab: 'messages', show: 'unknown' })} className="link">
          Go to {props.count === 1 ? 'it' : 'them'}
        </Link>
      }
    >
      <strong className="font-semibold">
        {wholeNumber(props.count)} {props.count === 1 ? 'message needs your decision.' : 'messages need your decision.'}
      </strong>{' '}
      We could not confirm whether {props.count === 1 ? 'it' : 'they'} left, and nothing sends{' '}
      {props.count === 1 ? 'it' : 'them'} again automatically.
    </Notice>
  );
}

const LOOK =
  'flex h-10 shrink-0 items-center gap-1.5 border-transparent border-b-2 font-medium text-ink-2 text-small -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

const TITLES: Record<CampaignTab, string> = {
  messages: 'Messages',
  overview: 'Overview',
  schedule: 'Schedule',
  settings: 'Settings',
};

/** The parts of a campaign; each has an address. */
function CampaignTabs(props: { campaign: CampaignView; tab: CampaignTab }) {
  const { id, messageCount } = props.campaign;
  return (
    <nav aria-label="Campaign" className="flex min-w-0 gap-5 overflow-x-auto">
      {CAMPAIGN_TABS.map((tab) => (
        <Link
          key={tab}
          href={campaignHref(id, { tab })}
          aria-current={tab === props.tab ? 'page' : undefined}
          className={LOOK}
        >
          {TITLES[tab]}
          {tab === 'messages' && <span className="text-ink-3 text-note tabular-nums">{wholeNumber(messageCount)}</span>}
        </Link>
      ))}
      <Link href={compareHref(id)} className={LOOK}>
        Compare
      </Link>
    </nav>
  );
}

/** The first email and its follow-ups in order, with what became of each. */
function CampaignSteps(props: { campaign: CampaignView }) {
  const { id, followUps } = props.campaign;
  const figures = useFigures({ campaigns: [id] });
  const steps = figures.data?.campaigns[0]?.steps ?? [];
  return (
    <ol aria-label="Steps" className="panel mb-2 flex overflow-hidden max-md:flex-col max-md:divide-y">
      {[0, ...followUps.map(({ afterDays }) => afterDays)].map((days, index) => {
        const sum = sumOf(steps.filter(({ step }) => step === index + 1));
        const rate = rateOf(sum.replied, sum);
        return (
          <Fragment key={stepName(index + 1)}>
            {index > 0 && (
              <li className="flex shrink-0 items-center gap-1 border-x bg-sunken px-3 text-ink-3 text-note max-md:hidden">
                <Clock aria-hidden className="size-3.5" />
                {counted(days, 'day')}
              </li>
            )}
            <li className="min-w-0 flex-1 px-4 py-2">
              <p className="truncate">
                <span className="font-semibold">{stepName(index + 1)}</span>{' '}
                <span className="text-ink-2 tabular-nums">{figureText(sum.sent)} sent</span>
              </p>
              <p className="truncate text-ink-3 text-note tabular-nums">
                {figureText(sum.replied)} replied{rate && `, ${rate}`}
                {sum.bounced > 0 && ` · ${figureText(sum.bounced)} bounced`}
              </p>
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
