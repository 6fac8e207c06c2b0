import type { CampaignView } from '../../../api/views.ts';
import { CAMPAIGN_STATUSES } from '../../../events/shared/options.ts';
import type { Sorts } from '../../components/ui/table/sortUrl.ts';
import { useUrlParams } from '../../lib/urlParams.ts';

export const CAMPAIGN_SORTS = {
  created: { label: 'Newest first', desc: true },
  next: { label: 'Next send first', desc: false },
  replies: { label: 'Best reply rate', desc: true },
  sent: { label: 'Most sent', desc: true },
  partners: { label: 'Most partners', desc: true },
  limit: { label: 'Highest daily limit', desc: true },
  status: { label: 'Status', desc: false },
  name: { label: 'Name, A–Z', desc: false },
} as const satisfies Sorts;

export const CAMPAIGN_SHOWS = [...CAMPAIGN_STATUSES, 'archived'] as const;
export type CampaignShow = (typeof CAMPAIGN_SHOWS)[number];
/** `status` null: all that are not archived. */
export type CampaignFilter = { status: CampaignShow | null; search: string };

export const isShown = ({ status, archived }: CampaignView, show: CampaignShow | null): boolean =>
  show === 'archived' ? archived : !archived && (show === null || status === show);

/** The campaigns that a filter leaves, the newest first. */
export function listedCampaigns(campaigns: readonly CampaignView[], filter: CampaignFilter): CampaignView[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return campaigns
    .filter((one) => {
      const text = (one.name ?? '').toLowerCase();
      return isShown(one, filter.status) && words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

export function useCampaignFilter(): [CampaignFilter, (change: Partial<CampaignFilter>) => void] {
  const [params, set] = useUrlParams();
  const filter: CampaignFilter = {
    status: CAMPAIGN_SHOWS.find((known) => known === params.get('status')) ?? null,
    search: params.get('search')?.slice(0, 200) ?? '',
  };
  return [filter, set];
}
