import { ChevronDown } from 'lucide-react';
import type { EventView } from '../../../api/views.ts';
import { RowList } from '../../components/ui/RowList.tsx';
import { classes } from '../../lib/classes.ts';
import { withTimes } from '../../lib/dates.ts';
import { useWhose } from '../admin/api.ts';
import { useUserZone } from '../profile/api.ts';
import { EventDetail } from './EventDetail.tsx';
import { eventIcon } from './eventIcon.ts';
import { clockTime, dayOf, dayTitle } from './moments.ts';
import { type HistoryScope, tenantOf } from './scope.ts';

/** Events as rows under the day on which they happened, one open at a time. Ids are of a tenant: beside those of others they need its name. */
export function EventList(props: {
  label: string;
  events: readonly EventView[];
  scope: HistoryScope;
  open: string | null;
  onOpen: (id: string | null) => void;
}) {
  const zone = useUserZone();
  const items = props.events.map((event, index) => ({
    id: `${event.tenant}/${event.id}`,
    event,
    day: index === 0 || dayOf(zone, event.at) !== dayOf(zone, props.events[index - 1]?.at ?? event.at),
  }));
  return (
    <RowList
      label={props.label}
      items={items}
      rowPx={55}
      row={({ event, day }) => (
        <EventRow
          event={event}
          day={day}
          scope={props.scope}
          open={props.open === event.id}
          onToggle={() => props.onOpen(props.open === event.id ? null : event.id)}
        />
      )}
    />
  );
}

/** The mark of an event among its kind: its person, or else the name, subject or address in it. */
function subjectOf({ account, about, decoded }: EventView): { name: string | null; more: (string | null)[] } {
  if (account) return { name: account.email ?? 'Erased', more: [] };
  if (about) return { name: about.name ?? 'Erased', more: [about.email ?? null, about.campaign ?? null] };
  const personal: Record<string, unknown> = { ...decoded?.personal };
  const names = ['name', 'to', 'email', 'fromEmail', 'subject', 'businessName'].map((field) => personal[field]);
  return { name: names.find((name): name is string => typeof name === 'string' && name !== '') ?? null, more: [] };
}

/** One event of the feed: what, about whom, by whom and at what time; pressed, all of it. `day`: it is the first one shown of its day. */
function EventRow(props: { event: EventView; day: boolean; scope: HistoryScope; open: boolean; onToggle: () => void }) {
  const { event, scope, open } = props;
  const ofAll = scope.admin && scope.tenant === null;
  const whose = useWhose(ofAll);
  const zone = useUserZone();
  const { name, more } = subjectOf(event);
  const Icon = eventIcon(event);
  return (
    <>
      {props.day && (
        <h2 className="border-b bg-sunken px-4 py-1.5 font-semibold text-ink-2 text-small">
          {dayTitle(zone, event.at)}
        </h2>
      )}
      <button
        type="button"
        aria-expanded={open}
        onClick={props.onToggle}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-left -outline-offset-2 hover:bg-sunken sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
      >
        <span
          className={classes(
            'grid size-7 place-items-center rounded-full max-sm:hidden [&_svg]:size-3.5',
            event.problem ? 'bg-bad-soft text-bad' : 'bg-fill text-ink-2',
          )}
        >
          <Icon aria-hidden />
        </span>
        <span className="min-w-0">
          <span className="block break-words">
            <span>{withTimes(zone, event.what)}</span>
            {name && (
              <>
                {' · '}
                <bdi className="font-semibold">{name}</bdi>
              </>
            )}
          </span>
          <span className="block break-words text-ink-3 text-note">
            {[...more, event.by].filter(Boolean).join(' · ')}
            {ofAll && !event.account?.email && ` · ${whose(tenantOf(event))}`}
          </span>
        </span>
        <time dateTime={event.at} className="text-ink-3 text-note tabular-nums max-sm:row-start-2">
          {clockTime(zone, event.at)}
        </time>
        <ChevronDown
          aria-hidden
          className={classes('size-4 shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && <EventDetail event={event} scope={scope} />}
    </>
  );
}
