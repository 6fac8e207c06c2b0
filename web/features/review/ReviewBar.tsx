import { ArrowLeft, ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Hint } from '../../components/ui/Hint.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { ariaKeys } from '../../lib/shortcuts.ts';
import { exactly, type Total, totalNumber } from '../../lib/total.ts';
import { savedText } from './messageDraft.ts';

const ApproveAllDialog = onDemand(() => import('./ApproveAllDialog.tsx').then((module) => module.ApproveAllDialog));

/** Where one is: the campaign, how far the review is, the way to the next one, and Approve all. */
export function ReviewBar(props: {
  campaign: CampaignView;
  messages: readonly SendView[];
  waiting: readonly SendView[];
  /** Of the campaign: those that are not there yet, too. */
  total: number;
  toReview: number;
  /** The place of the open one; -1: none is. */
  at: number;
  onMove: (to: number) => void;
  /** All that could be were approved at once. */
  onAllApproved: () => void;
  /** On a phone, back from a letter to the list. */
  onList: (() => void) | undefined;
}) {
  const { campaign, messages, waiting, total, at } = props;
  const written =
    total === messages.length ? messages.filter(({ body }) => body !== null).length : campaign.generatedCount;
  const reviewed = Math.max(0, written - props.toReview);
  const name = campaign.name ?? 'Campaign';
  return (
    <header className="sticky top-(--bar) z-10 flex h-13 items-center gap-2 border-b bg-paper px-2 sm:px-3">
      {props.onList ? (
        <Button variant="ghost" size="icon" aria-label="Back to the list" onClick={props.onList}>
          <ArrowLeft aria-hidden />
        </Button>
      ) : (
        <Link
          href={`/campaigns/${campaign.id}`}
          aria-label={`Back to ${name}`}
          className={buttonClasses('ghost', 'icon')}
        >
          <ArrowLeft aria-hidden />
        </Link>
      )}
      <h1 className="min-w-0 font-semibold text-lead max-sm:sr-only" title={name}>
        <span className="sr-only">Review </span>
        <span dir="auto" className="block truncate text-left">
          {name}
        </span>
      </h1>
      <p className="whitespace-nowrap text-ink-3 text-small tabular-nums max-lg:hidden">
        {wholeNumber(reviewed)} of {wholeNumber(total)} approved
      </p>
      <Progress label="Approved" value={reviewed} max={total} className="w-24 max-lg:hidden" />
      <div className="ml-auto flex items-center gap-1">
        {at >= 0 && <Pager at={at} count={total} onMove={props.onMove} />}
        <ApproveAll campaignId={campaign.id} waiting={waiting} toReview={props.toReview} onDone={props.onAllApproved} />
      </div>
    </header>
  );
}

function Pager(props: { at: number; count: number; onMove: (to: number) => void }) {
  const { at, count, onMove } = props;
  const step = (of: 'previous' | 'next', text: string, Icon: LucideIcon, to: number) => (
    <Tooltip text={<Hint text={text} of={of} />} side="bottom">
      <Button
        variant="ghost"
        size="icon"
        aria-label={text}
        aria-keyshortcuts={ariaKeys(of)}
        disabled={to < 0 || to >= count}
        onClick={() => onMove(to)}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
  return (
    <>
      {step('previous', 'Previous message', ChevronUp, at - 1)}
      <span className="whitespace-nowrap text-ink-3 text-small tabular-nums">
        {wholeNumber(at + 1)} of {wholeNumber(count)}
      </span>
      {step('next', 'Next message', ChevronDown, at + 1)}
    </>
  );
}

/** Approves what waits and was not flagged, after a question. */
function ApproveAll(props: { campaignId: string; waiting: readonly SendView[]; toReview: number; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const { waiting, toReview, campaignId } = props;
  const clean = waiting.filter(({ flaws }) => flaws.length === 0);
  const flagged = waiting.length - clean.length;
  if (clean.length === 0 && !asking) return null;
  const more = toReview > waiting.length;
  const count: Total = more ? { total: toReview - flagged, exact: true } : exactly(clean.length);
  const label = count.total === 1 ? 'Approve 1' : `Approve all ${totalNumber(count)}`;
  const target = more
    ? { filter: { campaignId, show: 'review' as const } }
    : {
        ids: clean.map(({ id }) => id),
        seen: Object.fromEntries(clean.map((message) => [message.id, savedText(message)])),
      };
  const close = (): void => setAsking(false);
  return (
    <>
      <Button className="ml-1" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <FetchedPart onLost={close}>
        {asking && <ApproveAllDialog {...{ label, count, flagged, target }} onDone={props.onDone} onClose={close} />}
      </FetchedPart>
    </>
  );
}
