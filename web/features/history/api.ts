import type {
  AsOfView,
  CausesView,
  EmailsView,
  EventDaysView,
  ExplainView,
  NumberView,
  TimelineView,
} from '../../../api/views.ts';
import type { Variant } from '../../../events/campaigns/variants.ts';
import type { Span } from '../../../events/history/metrics.ts';
import { untypedCall } from '../../lib/client.ts';
import { pages, query } from '../../lib/query.ts';
import type { Subject, TimelineFilter } from './historyUrl.ts';
import { dayEnd, dayStart } from './moments.ts';
import type { HistoryScope } from './scope.ts';

type Asked = Record<string, string | undefined>;

/** One of the calls that exist both under /api/history and, with a tenant, under /api/admin/history. */
function askHistory<T>(scope: HistoryScope, path: string, asked: Asked = {}, signal?: AbortSignal): Promise<T> {
  const parts = { ...asked, ...(scope.admin && scope.tenant !== null && { tenant: scope.tenant }) };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) search.set(name, value);
  const suffix = search.size > 0 ? `?${search}` : '';
  return untypedCall('GET', `/api/${scope.admin ? 'admin/' : ''}history${path}${suffix}`, undefined, signal);
}

/** Events, newest first. Opened again, it begins with what is newest. */
export const [useTimeline, timelineQuery] = pages((scope: HistoryScope, filter: TimelineFilter, zone: string) => ({
  key: ['history', scope, 'timeline', filter, zone],
  call: (before) => {
    const { from, to, ...others } = filter;
    const days = { from: from && dayStart(zone, from), to: to && dayEnd(zone, to) };
    return askHistory<TimelineView>(scope, '', { ...others, ...days, before: before ?? undefined });
  },
  gcTime: 0,
  keepsPages: true,
}));

type CountedIn = { number: string; campaign: string | null; span: Span | null; variant: Variant | null };

export const [useNumberEvents] = pages((scope: HistoryScope, { number, campaign, span, variant }: CountedIn) => ({
  key: ['history', scope, 'number', number, campaign, span, variant],
  call: (after) =>
    askHistory<NumberView>(scope, `/number/${encodeURIComponent(number)}`, {
      campaign: campaign ?? undefined,
      span: span ?? undefined,
      variant: variant ?? undefined,
      after: after ?? undefined,
    }),
  gcTime: 0,
}));

/** Why an event (`STREAM@VERSION`) happened, back to the calls of people. */
export const [useCauses] = query((scope: HistoryScope, event: string) => ({
  key: ['history', scope, 'causes', event],
  call: () => askHistory<CausesView>(scope, '/causes', { event }),
}));

export const [useStory] = query((scope: HistoryScope, messageId: string) => ({
  key: ['history', scope, 'story', messageId],
  call: () => askHistory<ExplainView>(scope, `/explain/${encodeURIComponent(messageId)}`),
  gcTime: 0,
}));

/** What was sent to a person. Without a question nothing is asked. */
export const [useEmailsTo] = pages((scope: HistoryScope, find: string, day: string | undefined, zone: string) => ({
  key: ['history', scope, 'emails', find, day, zone],
  enabled: find !== '',
  call: (before) => {
    const of = day ? { from: dayStart(zone, day), to: dayEnd(zone, day) } : {};
    return askHistory<EmailsView>(scope, '/emails', { find, ...of, before: before ?? undefined });
  },
  gcTime: 0,
}));

/** A screen as it was at a moment, and what has changed since. A list comes in pages. */
export const [useAsOf] = pages((scope: HistoryScope, at: string, what: Subject) => ({
  key: ['history', scope, 'as-of', at, what],
  // A slider that moves on cancels the moment it has left. The server folds them one after the other.
  call: async (after, signal) => {
    const view = await askHistory<AsOfView>(scope, '/as-of', { at, what, after: after ?? undefined }, signal);
    return { view, next: view.what === 'dashboard' ? null : view.next };
  },
  // what was there stays while the slider moves on
  keepsPages: true,
  gcTime: 0,
}));

/** On which days something happened, and from when to when. */
export const [useEventDays] = query((scope: HistoryScope, zone: string) => ({
  key: ['history', scope, 'days', zone],
  call: () => askHistory<EventDaysView>(scope, '/days', { zone }),
  gcTime: 0,
}));
