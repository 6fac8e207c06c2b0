import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CauseView, EventView } from '../../../api/views.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { withTimes } from '../../lib/dates.ts';
import { useWhose } from '../admin/api.ts';
import { partnerHref, partnerOfMessage } from '../partners/PartnerLink.tsx';
import { useUserZone } from '../profile/api.ts';
import { useCauses } from './api.ts';
import { HistoryLink, NOTHING_ELSE, toEvent } from './HistoryLink.tsx';
import { Json, laidOut } from './Json.tsx';
import { exactTime } from './moments.ts';
import { type HistoryScope, tenantOf } from './scope.ts';

/** A conversation is named as a message without its step. */
function partnerOf({ kind, stream }: EventView): string | null {
  const name = stream.slice(kind.length + 1);
  if (kind === 'partner') return name;
  return kind === 'message' || kind === 'conversation' ? partnerOfMessage(name) : null;
}

/** One event: where to look next, why it happened, and behind a press how it is stored. */
export function EventDetail(props: { event: EventView; scope: HistoryScope }) {
  const { event, scope } = props;
  const of = tenantOf(event);
  const ofUser = scope.admin ? { tenant: of } : {};
  const messageId = event.kind === 'message' ? event.stream.slice('message-'.length) : null;
  const partnerId = partnerOf(event);
  return (
    <div className="flex flex-col gap-5 border-line-strong border-t border-dashed bg-sunken px-4 pt-4 pb-5">
      <nav aria-label="From this event" className="flex flex-wrap gap-x-5 gap-y-1 text-small leading-6">
        {messageId && (
          <HistoryLink change={{ story: messageId, ...ofUser }}>
            The story of this email<span className="sr-only">: {event.what}</span>
          </HistoryLink>
        )}
        {!scope.admin && partnerId && (
          <Link href={partnerHref(partnerId)} className="link">
            Open the partner
          </Link>
        )}
        <HistoryLink change={{ ...NOTHING_ELSE, ...ofUser, stream: event.stream, open: event.id }}>
          All events for this {NOUNS[event.kind] ?? event.kind}
        </HistoryLink>
        <HistoryLink change={{ ...NOTHING_ELSE, ...ofUser, correlation: event.correlation, open: event.id }}>
          Same request
        </HistoryLink>
        <HistoryLink change={{ ...NOTHING_ELSE, ...ofUser, view: 'moment', at: event.at }}>
          View screens at this time
        </HistoryLink>
        {scope.admin && scope.tenant === null && (
          <HistoryLink change={{ ...NOTHING_ELSE, ...ofUser, open: event.id }}>
            All events of {of === 'system' ? 'the installation itself' : 'this user'}
          </HistoryLink>
        )}
      </nav>
      <CauseTree event={event} scope={scope} />
      {/* where the event cannot be read, that is what there is to see */}
      <details open={event.problem !== null}>
        <summary className="w-fit font-medium text-ink-2 text-small">Technical details</summary>
        <Technical event={event} scope={scope} />
      </details>
    </div>
  );
}

function Technical(props: { event: EventView; scope: HistoryScope }) {
  const { event, scope } = props;
  const whose = useWhose(scope.admin);
  return (
    <div className="mt-3 grid gap-4 @prose:grid-cols-2 *:min-w-0">
      <section aria-label="Decoded">
        <h2 className="mb-2 font-semibold text-small">Decoded</h2>
        <Decoded event={event} />
      </section>
      <section aria-label="As it is stored">
        <h2 className="mb-2 font-semibold text-small">As it is stored</h2>
        <Json label="The stored text" text={event.raw.payload} />
        <dl className="mt-2 text-note">
          <Line name="Event">{event.type}</Line>
          <Line name="Hash">
            <code className="break-all font-mono">{event.raw.hash}</code>
          </Line>
          <Line name="Stream">
            <code className="break-all font-mono">{event.stream}</code>, version {event.version}
          </Line>
          <Line name="Schema">version {event.raw.schemaVersion}</Line>
          <Line name="Place">{event.raw.cursor}</Line>
          <Line name="Request">
            <code className="break-all font-mono">{event.correlation}</code>
          </Line>
          <Line name="Done by">{event.actor}</Line>
          {scope.admin && <Line name="User">{whose(tenantOf(event))}</Line>}
        </dl>
      </section>
    </div>
  );
}

const NOUNS: Partial<Record<EventView['kind'], string>> = {
  message: 'email',
  aicall: 'AI call',
  profile: 'business profile',
  quota: 'day',
  credits: 'month of credits',
  suppression: 'address',
  user: 'account',
};

function Line(props: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 py-0.5">
      <dt className="text-ink-3">{props.name}</dt>
      <dd className="text-ink-2">{props.children}</dd>
    </div>
  );
}

function Decoded(props: { event: EventView }) {
  const { decoded, problem } = props.event;
  if (!decoded) return <Notice tone="bad">{problem ?? 'This event cannot be read.'}</Notice>;
  const { data, personal, sealed } = decoded;
  return (
    <div className="flex flex-col gap-2">
      <Json label="The facts" text={laidOut(data)} />
      {sealed === 'opened' && personal && <Json label="The personal part" text={laidOut(personal)} />}
      {sealed === 'unreadable' && (
        <Notice tone="bad">
          Unreadable: the key to the personal part was damaged. An operator can restore it from a backup.
        </Notice>
      )}
      {sealed === 'erased' && <Notice tone="info">Erased: the key to the personal part was destroyed.</Notice>}
    </div>
  );
}

/** Why an event happened: its reasons, and theirs, back to the calls of people. */
function CauseTree(props: { event: EventView; scope: HistoryScope }) {
  // an admin may look at all tenants: an event is found by its own
  const scope = props.scope.admin ? { ...props.scope, tenant: props.event.tenant } : props.scope;
  const causes = useCauses(scope, props.event.id);
  return (
    <section aria-label="Why it happened">
      <h2 className="mb-2 font-semibold text-small">Why it happened</h2>
      {causes.isPending && (
        <div role="status" aria-label="Loading the reasons" className="flex flex-col gap-2">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      )}
      {causes.isError && (
        <p role="alert" className="text-bad text-small">
          The reasons could not be loaded.{' '}
          <button type="button" className="link" onClick={() => void causes.refetch()}>
            Try again
          </button>
        </p>
      )}
      {causes.data &&
        (causes.data.because.length > 0 ? (
          <Reasons reasons={causes.data.because} admin={scope.admin} />
        ) : (
          <p className="text-ink-2 text-small">
            {props.event.causation === null
              ? `Nothing in the log led to it. It was requested by ${props.event.by}.`
              : 'The event that led to it is not part of this history.'}
          </p>
        ))}
    </section>
  );
}

function Reasons(props: { reasons: readonly CauseView[]; admin: boolean }) {
  const zone = useUserZone();
  return (
    <ul className="flex flex-col gap-2 text-small">
      {props.reasons.map(({ why, event, because, shownAbove }) => (
        <li key={event.id} className="border-line-strong border-l-2 pl-3">
          <p className="text-ink-3">because {why}</p>
          <p>
            <HistoryLink change={toEvent(event, props.admin)} className="hover:underline">
              <span className="font-medium">{withTimes(zone, event.what)}</span>
            </HistoryLink>
            <span className="text-ink-3">
              , <time dateTime={event.at}>{exactTime(zone, event.at)}</time> · {event.by}
            </span>
          </p>
          {shownAbove && because.length === 0 && <p className="text-ink-3">Its reasons are shown above.</p>}
          {because.length > 0 && (
            <div className="mt-2">
              <Reasons reasons={because} admin={props.admin} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
