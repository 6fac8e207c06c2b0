import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { FigureStrip, PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed, QueryState } from '../../components/ui/QueryState.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { Skeleton, SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { CampaignActions } from '../campaigns/CampaignActions.tsx';
import { CampaignMenu } from '../campaigns/CampaignMenu.tsx';
import { CampaignStanding } from '../campaigns/CampaignStanding.tsx';
import { CampaignStatusBadge } from '../campaigns/CampaignStatusBadge.tsx';
import { useCampaign } from '../campaigns/campaign.ts';
import { GenerationProgress } from '../campaigns/GenerationProgress.tsx';
import { orderMessages } from '../campaigns/messageOrder.ts';
import { useSends } from '../campaigns/sends.ts';
import { MetricLink } from '../history/MetricLink.tsx';
import { ComingSends } from './ComingSends.tsx';
import { MessageRow } from './MessageRow.tsx';

const AbTestResults = onDemand(() => import('./AbTestResults.tsx').then((module) => module.AbTestResults));

/** One campaign and what became of each of its messages. */
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

function CampaignNotFound() {
  useTitle('Campaign not found');
  return (
    <div className="mx-auto max-w-form py-16 text-center">
      <h1 className="font-bold text-title">Campaign not found</h1>
      <p className="mt-1 mb-4 text-ink-2">It may have been deleted, or the link may be incomplete.</p>
      <ButtonLook>
        <Link href="/campaigns">Back to Campaigns</Link>
      </ButtonLook>
    </div>
  );
}

function CampaignSkeleton() {
  return (
    <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-4">
      <Skeleton className="h-16" />
      <Skeleton className="h-18" />
      <Skeleton className="h-64" />
    </div>
  );
}

type CountName = 'sentCount' | 'bouncedCount' | 'responseCount' | 'pendingCount' | 'failedCount' | 'unknownCount';

function Campaign(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const [, navigate] = useLocation();
  const sends = useSends(campaign.id);
  const [testLost, setTestLost] = useState(false);
  const number = (name: CountName) => <MetricLink name={name} count={campaign[name]} campaign={campaign.id} />;
  const figures = [
    {
      label: 'Sent',
      value: number('sentCount'),
      ...(campaign.bouncedCount > 0 && { beside: <>{number('bouncedCount')} bounced</> }),
    },
    { label: 'Replied', value: number('responseCount') },
    { label: 'Pending', value: number('pendingCount') },
    { label: 'Failed', value: number('failedCount') },
    ...(campaign.unknownCount > 0 ? [{ label: 'Unknown', value: number('unknownCount') }] : []),
    { label: 'Daily Limit', value: wholeNumber(campaign.dailyLimit) },
  ];
  return (
    <>
      <PageHeader
        before={
          <div className="mb-1 flex items-center justify-between">
            <BackLink href="/campaigns" to="Campaigns" />
            <CampaignMenu campaign={campaign} onDeleted={() => navigate('/campaigns', { replace: true })} />
          </div>
        }
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 break-words">{campaign.name ?? 'Campaign'}</span>
            <CampaignStatusBadge status={campaign.status} />
          </span>
        }
        note={<TotalMessages campaign={campaign} />}
      />
      <div className="mb-4">
        {campaign.unknownCount > 0 && <UnknownFirst campaign={campaign.id} count={campaign.unknownCount} />}
        <CampaignActions campaign={campaign} onDetail />
        <CampaignStanding campaign={campaign} onDetail />
        <GenerationProgress campaign={campaign} />
      </div>
      <FigureStrip label="Counts" figures={figures} />
      {campaign.abTest && campaign.partnerCount > 0 && !testLost && (
        <FetchedPart onLost={() => setTestLost(true)} fallback={<Skeleton className="mt-6 h-48" />}>
          <AbTestResults campaign={campaign} />
        </FetchedPart>
      )}
      {campaign.partnerCount > 0 && <ComingSends campaign={campaign} />}
      <div id="messages" className="mt-6 scroll-mt-18">
        {campaign.partnerCount > 0 && <h2 className="mb-2 font-semibold text-lead">Messages</h2>}
        <QueryState
          query={sends}
          loading={<SkeletonRows label="Loading messages" rows={5} height="h-24" />}
          failed="Error loading messages. Please try again."
        >
          {(data) => <Messages campaign={campaign} messages={data} />}
        </QueryState>
      </div>
    </>
  );
}

/** "3 messages, 1 cancelled": all that the counts below are about, and beside them what is in none of them. */
function TotalMessages(props: { campaign: CampaignView }) {
  const { id, messageCount, cancelledCount } = props.campaign;
  return (
    <>
      <MetricLink name="messageCount" count={messageCount} campaign={id} />{' '}
      {messageCount === 1 ? 'message' : 'messages'}
      {cancelledCount > 0 && (
        <>
          , <MetricLink name="cancelledCount" count={cancelledCount} campaign={id} /> cancelled
        </>
      )}
    </>
  );
}

function Messages(props: { campaign: CampaignView; messages: SendView[] }) {
  if (props.messages.length === 0) {
    return (
      <EmptyState title="No messages yet">Add partners to this campaign. Each one gets a personal message.</EmptyState>
    );
  }
  const answered = answeredLater(props.messages);
  return (
    <RowList
      label="Messages"
      items={orderMessages(props.messages)}
      row={(message) => (
        <MessageRow campaign={props.campaign} message={message} answeredLater={answered.has(message.id)} />
      )}
    />
  );
}

/** The messages after which the partner got another one, and replied to that. */
function answeredLater(messages: readonly SendView[]): ReadonlySet<string> {
  const replied = new Map<string, string>();
  for (const { status, partner, sentAt } of messages)
    if (status === 'replied' && sentAt && sentAt > (replied.get(partner.id) ?? '')) replied.set(partner.id, sentAt);
  const before = messages.filter(({ partner, sentAt }) => sentAt && sentAt < (replied.get(partner.id) ?? ''));
  return new Set(before.map(({ id }) => id));
}

function UnknownFirst(props: { campaign: string; count: number }) {
  return (
    <Notice
      tone="warn"
      className="mb-4"
      action={
        <a href="#messages" className="link">
          Go to {props.count === 1 ? 'it' : 'them'}
        </a>
      }
    >
      <strong className="font-semibold">
        <MetricLink name="unknownCount" {...props} />{' '}
        {props.count === 1 ? 'message needs your decision.' : 'messages need your decision.'}
      </strong>{' '}
      We could not confirm whether {props.count === 1 ? 'it' : 'they'} left, and nothing sends{' '}
      {props.count === 1 ? 'it' : 'them'} again automatically.
    </Notice>
  );
}
