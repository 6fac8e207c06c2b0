import { ChevronDown } from 'lucide-react';
import type { EventView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { classes } from '../../lib/classes.ts';
import { useWhose } from '../admin/whose.ts';
import { EventDetail } from './EventDetail.tsx';
import { exactTime } from './moments.ts';
import { type HistoryScope, tenantOf } from './scope.ts';

/** What tells an event from others of its kind: whom it is about, or else the name, subject or address that it carries. */
function aboutWhom({ account, about, decoded }: EventView): string | null {
  if (account) return account.email ?? 'Erased';
  if (about) return [about.name ?? 'Erased', about.email, about.campaign].filter(Boolean).join(' · ');
  const personal: Record<string, unknown> = { ...decoded?.personal };
  const names = ['name', 'to', 'email', 'fromEmail', 'subject', 'businessName'].map((field) => personal[field]);
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

/** One event of a list: when, what and by whom; pressed, all of it. */
export function EventRow(props: { event: EventView; scope: HistoryScope; open: boolean; onToggle: () => void }) {
  const { event, scope, open } = props;
  const ofAll = scope.admin && scope.tenant === null;
  const whose = useWhose(ofAll);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={props.onToggle}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken @prose:grid-cols-[11.5rem_minmax(0,1fr)_auto_auto]"
      >
        <time dateTime={event.at} className="text-ink-3 text-note tabular-nums @max-prose:col-span-2">
          {exactTime(event.at)}
        </time>
        <span className="min-w-0">
          <span className="block break-words">{event.what}</span>
          <span className="block break-words text-ink-3 text-note">
            {[aboutWhom(event), event.by].filter(Boolean).join(' · ')}
            {ofAll && !event.account?.email && ` · ${whose(tenantOf(event))}`}
          </span>
        </span>
        <Badge tone={event.problem ? 'bad' : 'mute'} className="@max-prose:hidden">
          {event.type}
        </Badge>
        <ChevronDown aria-hidden className={classes('size-4 text-ink-3 transition-transform', open && 'rotate-180')} />
      </button>
      {open && <EventDetail event={event} scope={scope} />}
    </>
  );
}
