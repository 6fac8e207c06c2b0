import { useMemo } from 'react';
import { VARIANTS, type Variant } from '../../../events/campaigns/variants.ts';
import { SPANS, type Span } from '../../../events/history/metrics.ts';
import { useUrlParams } from '../../lib/urlParams.ts';

/** The filters of a timeline. `from` and `to` are days (YYYY-MM-DD) of the user's zone, both included. */
export const FILTERS = ['stream', 'kind', 'type', 'actor', 'correlation', 'from', 'to'] as const;
export type TimelineFilter = Partial<Record<(typeof FILTERS)[number], string>>;

export const SUBJECTS = ['dashboard', 'partners', 'campaigns', 'messages'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The shown part of the history; all of it is in the address. */
export type HistoryView = {
  filter: TimelineFilter;
  /** The tenant, for admins. */
  tenant: string | null;
  /** The event whose details are open. */
  open: string | null;
  /** The events, the screens at a moment, what was erased, or for admins what was sent to a person. */
  shows: 'events' | 'moment' | 'erasures' | 'emails';
  /** The person: an address, or the words of a name. */
  find: string | null;
  at: string | null;
  what: Subject;
  onlyChanged: boolean;
  /** The events that this number was counted from; `campaign`: of which campaign. */
  number: string | null;
  campaign: string | null;
  /** Only what a trend took of the number: of the last 30 days, or of the 30 before. */
  span: Span | null;
  /** Only one version of the campaign's A/B test. */
  variant: Variant | null;
  /** The mail whose story is shown. */
  story: string | null;
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const VIEWS = ['moment', 'erasures', 'emails'] as const;

/** Reads an address; what it misspells is left out. */
export function readHistoryUrl(params: URLSearchParams): HistoryView {
  const filter: TimelineFilter = {};
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value && ((name !== 'from' && name !== 'to') || isDay(value))) filter[name] = value;
  }
  const at = params.get('at');
  return {
    filter,
    tenant: params.get('tenant') || null,
    open: params.get('open'),
    shows: VIEWS.find((known) => known === params.get('view')) ?? 'events',
    at: at && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null,
    what: SUBJECTS.find((known) => known === params.get('what')) ?? 'dashboard',
    onlyChanged: params.get('changed') === '1',
    number: params.get('number'),
    campaign: params.get('campaign'),
    span: SPANS.find((known) => known === params.get('span')) ?? null,
    variant: VARIANTS.find((known) => known === params.get('variant')) ?? null,
    story: params.get('story'),
    find: params.get('find'),
  };
}

export type UrlChange = Record<string, string | null | undefined>;

/** An address with some of its parts changed; null and '' take a part away. */
export function changedSearch(before: URLSearchParams, change: UrlChange): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The view in the address, and how to change it in place. */
export function useHistoryUrl(): { view: HistoryView; change: (change: UrlChange) => void } {
  const [params, change] = useUrlParams();
  const view = useMemo(() => readHistoryUrl(params), [params]);
  return { view, change };
}
