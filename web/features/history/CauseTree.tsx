import type { CauseView, EventView } from '../../../api/views.ts';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { withTimes } from '../../lib/dates.ts';
import { useUserZone } from '../profile/api.ts';
import { useCauses } from './api.ts';
import { HistoryLink, toEvent } from './HistoryLink.tsx';
import { exactTime } from './moments.ts';
import type { HistoryScope } from './scope.ts';

/** Why an event happened: its reasons, and theirs, back to the calls of people. */
export function CauseTree(props: { event: EventView; scope: HistoryScope }) {
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
