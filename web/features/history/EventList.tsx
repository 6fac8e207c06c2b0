import type { EventView } from '../../../api/views.ts';
import { RowList } from '../../components/ui/RowList.tsx';
import { EventRow } from './EventRow.tsx';
import { localDay } from './moments.ts';
import type { HistoryScope } from './scope.ts';

/** Events as rows under the day on which they happened, one open at a time. Ids are of a tenant: beside those of others they need its name. */
export function EventList(props: {
  label: string;
  events: readonly EventView[];
  scope: HistoryScope;
  open: string | null;
  onOpen: (id: string | null) => void;
}) {
  const items = props.events.map((event, index) => ({
    id: `${event.tenant}/${event.id}`,
    event,
    day: localDay(event.at) !== localDay(props.events[index - 1]?.at ?? ''),
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
