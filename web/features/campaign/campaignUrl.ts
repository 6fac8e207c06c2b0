import type { SendView } from '../../../api/views.ts';
import type { CampaignMetric } from '../../../events/history/metrics.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { hasLeft, REPORT, STATUS, waitsForReview } from '../campaigns/messageState.ts';

export const CAMPAIGN_TABS = ['messages', 'overview', 'schedule', 'settings'] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

type CountName = Exclude<CampaignMetric, `run${string}`>;

/** The filters of the list of messages, in the order of the chips. */
export const MESSAGE_SHOWS = {
  review: { label: 'To review', metric: 'reviewCount', has: waitsForReview },
  pending: {
    label: STATUS.pending.label,
    metric: 'pendingCount',
    has: ({ status }) => status === 'pending' || status === 'sending',
  },
  sent: {
    label: STATUS.sent.label,
    metric: 'sentCount',
    has: hasLeft,
  },
  replied: { label: STATUS.replied.label, metric: 'responseCount', has: ({ status }) => status === 'replied' },
  bounced: { label: REPORT.bounced.label, metric: 'bouncedCount', has: ({ delivery }) => delivery?.cameBack === true },
  unsubscribed: {
    label: REPORT.unsubscribed.label,
    metric: 'unsubscribedCount',
    has: ({ delivery }) => delivery?.report === 'unsubscribed',
  },
  complained: {
    label: REPORT.complained.label,
    metric: 'complainedCount',
    has: ({ delivery }) => delivery?.report === 'complained',
  },
  failed: { label: STATUS.failed.label, metric: 'failedCount', has: ({ status }) => status === 'failed' },
  unknown: { label: STATUS.unknown.label, metric: 'unknownCount', has: ({ status }) => status === 'unknown' },
  cancelled: { label: STATUS.cancelled.label, metric: 'cancelledCount', has: ({ status }) => status === 'cancelled' },
} as const satisfies Record<string, { label: string; metric: CountName; has: (message: SendView) => boolean }>;
export type MessageShow = keyof typeof MESSAGE_SHOWS;

export type CampaignUrl = {
  tab: CampaignTab | null;
  show: MessageShow | null;
  search: string;
};

export function campaignHref(id: string, { tab, show }: { tab: CampaignTab; show?: MessageShow | null }): string {
  return `/campaigns/${id}?${new URLSearchParams({ tab, ...(show && { show }) })}`;
}

/** The part of a campaign that is open, and what its messages are narrowed to: kept in the address. */
export function useCampaignUrl(): [CampaignUrl, (change: Partial<CampaignUrl>) => void] {
  const [params, change] = useUrlParams();
  const show = params.get('show');
  const url: CampaignUrl = {
    tab: CAMPAIGN_TABS.find((known) => known === params.get('tab')) ?? null,
    show: show !== null && Object.hasOwn(MESSAGE_SHOWS, show) ? (show as MessageShow) : null,
    search: params.get('search')?.slice(0, 200) ?? '',
  };
  return [url, change];
}
