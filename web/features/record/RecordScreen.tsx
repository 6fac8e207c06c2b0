import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { PartnerDetailView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Skeleton, SkeletonText } from '../../components/ui/Skeleton.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ApprovedActions } from '../partners/ApprovedActions.tsx';
import { usePartnerDetail } from '../partners/api.ts';
import { useDecisionKeys } from '../partners/decisionKeys.ts';
import { OpenContactDialog } from '../partners/OpenContactDialog.tsx';
import { EvidenceSection } from '../partners/PartnerEvidence.tsx';
import { PlatformHandle } from '../partners/PartnerName.tsx';
import { PartnerFacts } from '../partners/PartnerPanel.tsx';
import { RemovePartner } from '../partners/RemovePartner.tsx';
import { StageBadge } from '../partners/StageBadge.tsx';
import { type TimelineEntry, useTimeline } from './api.ts';
import { Next } from './Next.tsx';
import { RecordActions } from './RecordActions.tsx';
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
        <ButtonLook variant="primary">
          <Link href="/discovery">Go to Partner Discovery</Link>
        </ButtonLook>
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
