import { useUrlParams } from '../../lib/urlParams.ts';

/** Where the messages of a campaign are read and approved. Without a message it opens on the first that needs review. */
export function reviewHref(campaignId: string, messageId?: string): string {
  return `/campaigns/${campaignId}/review${messageId ? `?message=${messageId}` : ''}`;
}

/** `list`: on a phone, where list and letter are two steps, the list. */
export type ReviewUrl = { message: string | null; list: boolean };

export function useReviewUrl(): [ReviewUrl, (to: Partial<ReviewUrl>) => void] {
  const [params, change] = useUrlParams();
  const url = { message: params.get('message'), list: params.get('list') === 'true' };
  return [url, ({ message = null, list = false }) => change({ message, list })];
}
