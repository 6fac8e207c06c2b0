import type { CampaignView } from '../../../api/views.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../events/shared/options.ts';
import { useUrlParams } from '../../lib/urlParams.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
type Compare = (a: CampaignView, b: CampaignView) => number;

/** The orders of the list, each with its word. */
export const CAMPAIGN_SORTS = {
  newest: { label: 'Newest first', compare: (a, b) => b.createdAt.localeCompare(a.createdAt) },
  next: {
    label: 'Next send first',
    // what sends nothing comes last
    compare: (a, b) => (a.nextSendAt ?? '~').localeCompare(b.nextSendAt ?? '~'),
  },
  replies: { label: 'Best reply rate', compare: (a, b) => b.responseRate - a.responseRate },
  sent: { label: 'Most sent', compare: (a, b) => b.sentCount - a.sentCount },
  name: { label: 'Name', compare: (a, b) => byName.compare(a.name ?? '', b.name ?? '') },
} as const satisfies Record<string, { label: string; compare: Compare }>;
export type CampaignSort = keyof typeof CAMPAIGN_SORTS;

export type CampaignFilter = { status: CampaignStatus | null; search: string; sort: CampaignSort };

/** The campaigns that a filter leaves, in its order; of equals the newest first. */
export function listedCampaigns(campaigns: readonly CampaignView[], filter: CampaignFilter): CampaignView[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return campaigns
    .filter(({ status, name }) => {
      const text = (name ?? '').toLowerCase();
      return (filter.status === null || status === filter.status) && words.every((word) => text.includes(word));
    })
    .toSorted(CAMPAIGN_SORTS.newest.compare)
    .toSorted(CAMPAIGN_SORTS[filter.sort].compare);
}

/** What the list is narrowed to and sorted by: kept in the address. */
export function useCampaignFilter(): [CampaignFilter, (change: Partial<CampaignFilter>) => void] {
  const [params, set] = useUrlParams();
  const sort = params.get('sort');
  const filter: CampaignFilter = {
    status: CAMPAIGN_STATUSES.find((known) => known === params.get('status')) ?? null,
    search: params.get('search')?.slice(0, 200) ?? '',
    sort: sort !== null && Object.hasOwn(CAMPAIGN_SORTS, sort) ? (sort as CampaignSort) : 'newest',
  };
  const change = (part: Partial<CampaignFilter>): void =>
    set({ ...part, ...(part.sort === 'newest' && { sort: null }) });
  return [filter, change];
}
