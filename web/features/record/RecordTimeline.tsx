import { Fragment, type ReactNode } from 'react';
import type { SendView } from '../../../api/views.ts';
import { placeParts } from '../../../events/messages/placeParts.ts';
import { TIMELINE_SHOWS, type TimelineShow } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { Segments } from '../../components/ui/Segments.tsx';
import { classes } from '../../lib/classes.ts';
import { withTimes } from '../../lib/dates.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { MessageKind, MessageStep } from '../campaign/messageColumns.tsx';
import { DeliveryBadge, MessageTrouble, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { ReceivedMail, When } from '../inbox/ReceivedMail.tsx';
import { useUserZone } from '../profile/api.ts';
import { ZoneNote } from '../profile/ZoneNote.tsx';
import { FactSource } from '../review/FactSource.tsx';
import { useMessageEvidence } from '../review/useMessageEvidence.ts';
import { REASONS } from '../suppressions/reasons.ts';
import { type TimelineEntry, useTimeline } from './api.ts';
import { CampaignLink } from './CampaignLink.tsx';

const SHOWS: Record<TimelineShow, string> = {
  all: 'All',
  emails: 'Emails',
  replies: 'Replies',
  decisions: 'Decisions',
  notes: 'Notes',
};

/** What happened, the newest first: emails with their whole text, replies, decisions, notes. */
export function RecordTimeline({ id, name }: { id: string; name: string | null }) {
  const [params, change] = useUrlParams();
  const show = TIMELINE_SHOWS.find((known) => known === params.get('show')) ?? 'all';
  const timeline = useTimeline(id, show);
  const entries = timeline.data?.pages.flatMap((page) => page.entries);
  return (
    <Card
      title="Timeline"
      note={<ZoneNote />}
      actions={
        <Segments
          label="Show"
          value={show}
          onChange={(next) => change({ show: next === 'all' ? null : next })}
          options={TIMELINE_SHOWS.map((value) => ({ value, label: SHOWS[value] }))}
        />
      }
    >
      {timeline.isPending && <Loading label="Loading the timeline" rows={3} height="h-24" className="p-4" />}
      {timeline.isError && (
        <LoadFailed again={timeline} className="m-4">
          The timeline could not be loaded. Please try again.
        </LoadFailed>
      )}
      {entries?.length === 0 && !timeline.hasNextPage && (
        <p className="px-4 py-5 text-ink-2">No {SHOWS[show].toLowerCase()} yet.</p>
      )}
      {entries && entries.length > 0 && (
        <ol aria-label="Timeline" className="divide-y">
          {entries.map((entry) => (
            <li
              key={`${entry.kind}-${entry.id}`}
              className={classes(
                'flex min-w-0 flex-col px-4',
                entry.kind === 'sent' || entry.kind === 'received' ? 'gap-2 py-4' : 'py-2',
              )}
            >
              <Entry entry={entry} name={name} />
            </li>
          ))}
        </ol>
      )}
      {timeline.hasNextPage && (
        <p className="border-t p-3 text-center">
          <Button variant="ghost" pending={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
            Show earlier
          </Button>
        </p>
      )}
    </Card>
  );
}

function Entry({ entry, name }: { entry: TimelineEntry; name: string | null }) {
  const zone = useUserZone();
  switch (entry.kind) {
    case 'sent':
      return <SentEmail entry={entry} />;
    case 'received':
      return (
        <>
          <CampaignLink campaign={entry.campaign} />
          <ReceivedMail mail={entry} name={name} conversationId={entry.conversationId} />
        </>
      );
    case 'suppressed':
      return (
        <Line at={entry.at}>
          Added to Do not contact: <bdi>{REASONS[entry.reason].label}</bdi>
        </Line>
      );
    case 'event':
      return (
        <Line at={entry.at} by={entry.actor}>
          {withTimes(zone, entry.what)}
        </Line>
      );
  }
}

function Line(props: { at: string; by?: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-ink-2">
      <span className="wrap-anywhere min-w-0">{props.children}</span>
      <span className="text-ink-3 text-note">
        <When at={props.at} />
        {props.by && ` · ${props.by}`}
      </span>
    </p>
  );
}

function SentEmail({ entry: { at, message, campaign } }: { entry: Extract<TimelineEntry, { kind: 'sent' }> }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-semibold">You wrote</h3>
        <CampaignLink campaign={campaign} />
        <MessageKind message={message} />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <SendStatusBadge status={message.status} />
          <DeliveryBadge delivery={message.delivery} />
          <When at={at} />
        </span>
      </div>
      <CitedText message={message} />
      <MessageTrouble message={message} />
      {message.body !== null && <MessageStep message={message} />}
    </>
  );
}

/** The whole text. A number leads from a claim to the fact that it rests on. */
function CitedText({ message }: { message: SendView }) {
  const { used } = useMessageEvidence(message);
  if (message.body === null) return <p className="text-ink-3">The text was erased.</p>;
  const numbers = new Map(used.map(({ id }, index) => [id, index + 1]));
  return (
    <>
      <h4 dir="auto" className="wrap-anywhere text-left font-medium">
        {message.subject}
      </h4>
      <div dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line text-left">
        {placeParts(message.body, message.parts).map(({ text, part }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
          <Fragment key={place}>
            {text}
            {part?.cites
              .flatMap((cite) => numbers.get(cite) ?? [])
              .map((number) => (
                <sup key={number} className="text-accent tabular-nums">
                  <span className="sr-only">, evidence </span>
                  {number}
                </sup>
              ))}
          </Fragment>
        ))}
      </div>
      {used.length > 0 && (
        <ol aria-label="Evidence in this message" className="flex flex-col gap-1.5 text-ink-2 text-note">
          {used.map((fact) => (
            <li key={fact.id} className="wrap-anywhere flex gap-2">
              <span className="text-accent tabular-nums">{numbers.get(fact.id)}</span>
              <span className="min-w-0">
                <bdi>{fact.text}</bdi>
                <FactSource fact={fact} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
