import { useMemo } from 'react';
import { REPLY_LABELS } from '../../../events/messages/replyLabels.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import {
  CONTACTED,
  EMAIL_STATUSES,
  LAST_CONTACTS,
  PARTNER_SOURCES,
  PARTNER_STATUSES,
  PLATFORMS,
} from '../../../events/shared/options.ts';
import { type UrlPart, useUrlParams } from '../../lib/urlParams.ts';

const NUMBERS = ['minFollowers', 'minEngagement', 'minMatchScore'] as const;
const CHOICES = {
  source: PARTNER_SOURCES,
  contacted: CONTACTED,
  lastContact: LAST_CONTACTS,
  label: REPLY_LABELS,
  status: PARTNER_STATUSES,
  emailStatus: EMAIL_STATUSES,
} as const;
const CHOSEN = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
const NAMES = ['search', 'industry', 'tag', 'country', ...NUMBERS, 'includeUnknown', ...CHOSEN, 'platforms'] as const;

/** The filter that an address names; what it misspells is ignored. */
export function readFilter(params: URLSearchParams): PartnerFilter {
  const filter: PartnerFilter = {};
  const search = params.get('search')?.slice(0, 200);
  if (search) filter.search = search;
  const industry = params.get('industry');
  if (industry) filter.industry = industry;
  const tag = params.get('tag')?.slice(0, 40);
  if (tag) filter.tag = tag;
  const country = params.get('country')?.slice(0, 60);
  if (country) filter.country = country;
  const platform = PLATFORMS.find((known) => known === params.get('platforms'));
  if (platform) filter.platforms = [platform];
  for (const name of NUMBERS) {
    const number = Number(params.get(name) || Number.NaN);
    if (number >= 0) filter[name] = number;
  }
  if (params.get('includeUnknown') === 'true') filter.includeUnknown = true;
  for (const name of CHOSEN) {
    const chosen = (CHOICES[name] as readonly string[]).find((known) => known === params.get(name));
    if (chosen) Object.assign(filter, { [name]: chosen });
  }
  return filter;
}

/** Changes some of a filter; an empty or undefined value takes that part away. */
export type ChangeFilter = (part: Partial<Record<(typeof NAMES)[number], UrlPart[string]>>) => void;

/** A list's filter in the address, so that a reload, a bookmark and Back show the same list. */
export function useFilterUrl(): {
  filter: PartnerFilter;
  change: ChangeFilter;
  /** Takes every filter away; with `everyPlatform` the preferred platforms, too. */
  clear: (options?: { everyPlatform: boolean }) => void;
} {
  const [params, change] = useUrlParams();
  const filter = useMemo(() => readFilter(params), [params]);
  return {
    filter,
    change,
    clear: (options) =>
      change((now) => ({
        ...Object.fromEntries(NAMES.map((name) => [name, null])),
        ...((options?.everyPlatform || now.get('platforms') === 'all') && { platforms: 'all' }),
      })),
  };
}
