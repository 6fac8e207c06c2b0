import { ArrowLeft, Ban, MailPlus, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PartnerDetailView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { Skeleton, SkeletonText } from '../../components/ui/Skeleton.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { MessageKind, MessageStep, MessageWhen } from '../campaign/messageColumns.tsx';
import { ApprovedActions } from '../partners/ApprovedActions.tsx';
import { usePartnerDetail } from '../partners/api.ts';
import { useDecisionKeys } from '../partners/decisionKeys.ts';
import { OpenContactDialog } from '../partners/OpenContactDialog.tsx';
import { NextDecision } from '../partners/PartnerActions.tsx';
import { EvidenceSection } from '../partners/PartnerEvidence.tsx';
import { PlatformHandle } from '../partners/PartnerName.tsx';
import { PartnerFacts } from '../partners/PartnerPanel.tsx';
import { RemovePartner } from '../partners/RemovePartner.tsx';
import { StageBadge } from '../partners/StageBadge.tsx';
import { useAddAddress } from '../suppressions/api.ts';
import { REASONS } from '../suppressions/reasons.ts';
import { type PlannedEmail, type TimelineEntry, useTimeline } from './api.ts';
import { CampaignLink } from './CampaignLink.tsx';
import { RecordTimeline } from './RecordTimeline.tsx';

/** One person: who they are, what happened, what happens next, and everything that can be done. An erased one has a timeline alone. */
export function RecordScreen({ id }: { id: string }) {
  const detail = usePartnerDetail(id);
  const timeline = useTimeline(id);
  const isGone = hasStatus(detail.error, 404);
  const partner = isGone ? null : detail.data;
  const isErased = isGone && timeline.data !== undefined && !hasStatus(timeline.error, 404);
  const name = partner?.name ?? 'An erased person';
  useTitle(partner || isErased ? name : 'Partner');
  const isPending = detail.isPending || (isGone && timeline.isPending);
  return (
    <>
      <Back />
      {isPending && <RecordSkeleton />}
      {detail.isError && !isGone && (
        <LoadFailed again={detail}>The partner could not be loaded. Please try again.</LoadFailed>
      )}
      {isGone && !isPending && !isErased && <Missing />}
      {partner && <Person key={id} partner={partner} timeline={timeline} />}
      {isErased && <Erased id={id} />}
    </>
  );
}

/** A record is opened from everywhere, so it leads back to where the person was. */
function Back() {
  const [, navigate] = useLocation();
  return (
    <Button
      variant="ghost"
      className="mb-2 -ml-3"
      onClick={() => (window.history.length > 1 ? window.history.back() : navigate('/discovery'))}
    >
      <ArrowLeft aria-hidden />
      Back
    </Button>
  );
}

const COLUMNS = 'grid items-start gap-4 min-[1180px]:grid-cols-[17.5rem_minmax(0,1fr)_18rem]';

type Timeline = ReturnType<typeof useTimeline>;

function Person({ partner, timeline }: { partner: PartnerDetailView; timeline: Timeline }) {
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? [];
  const keys = useDecisionKeys();
  useShortcuts(Object.fromEntries(Object.entries(keys).map(([name, act]) => [name, () => void act(partner)])));
  return (
    <>
      <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={partner.name} src={partner.avatar} className="size-10 text-body" />
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="wrap-anywhere font-bold text-title tracking-title">
            <bdi>{partner.name ?? 'Erased'}</bdi>
          </h1>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PlatformHandle partner={partner} />
            <StageBadge partner={partner} />
            {!partner.verified && <Badge tone="warn">Unverified</Badge>}
          </div>
        </div>
        <RecordActions partner={partner} conversation={newestConversation(entries)} />
      </header>
      <div className={COLUMNS}>
        <div className="min-[1180px]:col-start-3">
          <Next partner={partner} timeline={timeline} />
        </div>
        <div className="min-w-0 min-[1180px]:col-start-2 min-[1180px]:row-start-1">
          <RecordTimeline id={partner.id} name={partner.name} />
        </div>
        <aside
          aria-label="Profile"
          className="panel min-w-0 min-[1180px]:col-start-1 min-[1180px]:row-start-1 [&>section:first-child]:border-t-0"
        >
          <PartnerFacts partner={partner} />
          <EvidenceSection partner={partner} />
          <footer className="flex flex-wrap gap-1 border-t px-3 py-2">
            {partner.status === 'approved' ? (
              <ApprovedActions partner={partner} />
            ) : (
              <RemovePartner partner={partner} />
            )}
          </footer>
        </aside>
      </div>
      <OpenContactDialog partners={[partner]} />
    </>
  );
}

const newestConversation = (entries: readonly TimelineEntry[]): string | null =>
  entries.find((entry) => entry.kind === 'received')?.conversationId ?? null;

function Erased({ id }: { id: string }) {
  return (
    <>
      <h1 className="mb-4 font-bold text-title tracking-title">An erased person</h1>
      <Notice
        tone="info"
        className="mb-4"
        action={
          <Link className="link" href="/settings/history?view=erasures">
            Open the receipt
          </Link>
        }
      >
        Name, profile, address and texts are destroyed. The times of what happened stay, because your numbers count
        them. Nothing is sent to this person.
      </Notice>
      <RecordTimeline id={id} name={null} />
    </>
  );
}

function Missing() {
  return (
    <EmptyState
      title="There is no partner here"
      action={
        <ButtonLink variant="primary" href="/discovery">
          Go to Partner Discovery
        </ButtonLink>
      }
    >
      They were deleted, or the link is incomplete.
    </EmptyState>
  );
}

function RecordSkeleton() {
  return (
    <div role="status" aria-label="Loading the partner">
      <div className="mb-4 flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-32" />
        </div>
      </div>
      <div className={COLUMNS}>
        <SkeletonText className="panel h-40 p-4 min-[1180px]:col-start-3" />
        <SkeletonText className="panel h-96 p-4 min-[1180px]:col-start-2 min-[1180px]:row-start-1" />
        <SkeletonText className="panel h-96 p-4 min-[1180px]:col-start-1 min-[1180px]:row-start-1" />
      </div>
    </div>
  );
}

/** The emails to come, when each leaves and why, or what has to happen first. */
function Next(props: { partner: PartnerDetailView; timeline: ReturnType<typeof useTimeline> }) {
  const { partner, timeline } = props;
  const planned = timeline.data?.pages[0]?.planned;
  return (
    <Card title="What happens next">
      {timeline.isPending && <Loading label="Loading what happens next" height="h-5" className="px-4 py-3" />}
      {planned?.length === 0 && <p className="px-4 py-3 text-ink-2">{nothingPlanned(partner)}</p>}
      {planned && planned.length > 0 && (
        <ol aria-label="Planned emails" className="divide-y">
          {planned.map((email) => (
            <Planned key={email.message.id} email={email} />
          ))}
        </ol>
      )}
      {partner.doNotContact && (
        <p className="border-t px-4 py-2.5 text-note">
          <Link href="/settings/do-not-contact" className="link">
            Open Do not contact
          </Link>
        </p>
      )}
    </Card>
  );
}

function nothingPlanned({ doNotContact, status, contactInfo }: PartnerDetailView): string {
  if (doNotContact) return `Nothing is sent to them. Reason: ${REASONS[doNotContact].label}.`;
  if (status === 'pending') return 'Nothing is planned. Approve them to write to them.';
  if (status === 'rejected') return 'Nothing is planned. You rejected them.';
  if (!contactInfo?.email) return 'Nothing is planned. They need an email address first.';
  return 'Nothing is planned. Add them to a campaign to write to them.';
}

function Planned({ email: { message, campaign, why } }: { email: PlannedEmail }) {
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CampaignLink campaign={campaign} />
        <MessageKind message={message} />
      </div>
      <p className="text-small">
        <MessageWhen message={message} />
      </p>
      {campaign.status === 'draft' && <p className="text-ink-3 text-note">The campaign has not started.</p>}
      {why && <p className="text-ink-3 text-note">{why.text}</p>}
      {message.body && (
        <details className="text-small">
          <summary className="wrap-anywhere w-fit rounded-control">
            <bdi>{message.subject}</bdi>
          </summary>
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line border-l-2 pl-3 text-left text-ink-2">
            {message.body}
          </p>
        </details>
      )}
      <MessageStep message={message} />
    </li>
  );
}

const AddToCampaignDialog = onDemand(() =>
  import('../approved/AddToCampaignDialog.tsx').then((module) => module.AddToCampaignDialog),
);

/** What is done with a person most days. `conversation`: the one with their newest email. */
function RecordActions(props: { partner: PartnerDetailView; conversation: string | null }) {
  const { partner, conversation } = props;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {conversation && (
        <ButtonLink size="small" variant="primary" href={`/inbox/${conversation}`}>
          <MessagesSquare aria-hidden />
          Answer
        </ButtonLink>
      )}
      {partner.status === 'approved' && <AddToCampaign partner={partner} />}
      <NextDecision partner={partner} panel />
      <Suppress partner={partner} />
    </div>
  );
}

function AddToCampaign({ partner }: { partner: PartnerDetailView }) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <MailPlus aria-hidden />
        Add to Campaign
      </Button>
      <FetchedPart onLost={close}>
        {open && <AddToCampaignDialog partners={[partner]} onAdded={close} onClose={close} />}
      </FetchedPart>
    </>
  );
}

function Suppress({ partner }: { partner: PartnerDetailView }) {
  const [asking, setAsking] = useState(false);
  const add = useAddAddress();
  const email = partner.contactInfo?.email;
  if (!email || partner.doNotContact) return null;
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
        <Ban aria-hidden />
        Do not contact
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Stop all emails to this person?"
        confirmLabel="Stop emails"
        destructive
        pending={add.isPending}
        onConfirm={() => add.mutate(email, { onSuccess: () => setAsking(false) })}
      >
        Nothing more is sent to <bdi className="break-all">{email}</bdi>. Emails that wait are cancelled.
      </ConfirmDialog>
    </>
  );
}
