import type { EventView } from '../../../api/views.ts';
import { RowList } from '../../components/ui/RowList.tsx';
import { useUserZone } from '../profile/api.ts';
import { EventRow } from './EventRow.tsx';
import { dayOf } from './moments.ts';
import type { HistoryScope } from './scope.ts';

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
