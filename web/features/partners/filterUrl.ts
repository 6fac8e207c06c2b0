import { useMemo } from 'react';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { EMAIL_STATUSES, PARTNER_STATUSES } from '../../../events/shared/options.ts';
import { type UrlPart, useUrlParams } from '../../lib/urlParams.ts';

const NUMBERS = ['minFollowers', 'minEngagement', 'minMatchScore'] as const;
const NAMES = ['search', 'industry', 'tag', ...NUMBERS, 'includeUnknown', 'status', 'emailStatus'] as const;

/** The filter that an address names; what it misspells is ignored. */
export function readFilter(params: URLSearchParams): PartnerFilter {
  const filter: PartnerFilter = {};
  const search = params.get('search')?.slice(0, 200);
  if (search) filter.search = search;
  const industry = params.get('industry');
  if (industry) filter.industry = industry;
  const tag = params.get('tag')?.slice(0, 40);
  if (tag) filter.tag = tag;
  for (const name of NUMBERS) {
    const number = Number(params.get(name) || Number.NaN);
    if (number >= 0) filter[name] = number;
  }
  if (params.get('includeUnknown') === 'true') filter.includeUnknown = true;
  const status = PARTNER_STATUSES.find((known) => known === params.get('status'));
  if (status) filter.status = status;
  const emailStatus = EMAIL_STATUSES.find((known) => known === params.get('emailStatus'));
  if (emailStatus) filter.emailStatus = emailStatus;
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
      change({
        ...Object.fromEntries(NAMES.map((name) => [name, null])),
        ...(options?.everyPlatform && { platforms: 'all' }),
      }),
  };
}
