import type { EventView } from '../../../api/views.ts';
import { RowList } from '../../components/ui/RowList.tsx';
import { EventRow } from './EventRow.tsx';
import type { HistoryScope } from './scope.ts';

/** Events as rows, one open at a time. Ids are of a tenant: beside those of others they need its name. */
export function EventList(props: {
  label: string;
  events: readonly EventView[];
  scope: HistoryScope;
  open: string | null;
  onOpen: (id: string | null) => void;
}) {
  const items = props.events.map((event) => ({ id: `${event.tenant}/${event.id}`, event }));
  return (
    <RowList
      label={props.label}
      items={items}
      rowPx={59}
      row={({ event }) => (
        <EventRow
          event={event}
          scope={props.scope}
          open={props.open === event.id}
          onToggle={() => props.onOpen(props.open === event.id ? null : event.id)}
        />
      )}
    />
  );
}
