import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AiUsageView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

const DAYS = 30;
const REFRESH_MS = 60_000;

/** What AI cost in the last 30 days. GET /api/admin/openai-usage/stats */
export function fetchAiUsage(): Promise<AiUsageView> {
  return unwrap(client.api.admin['openai-usage'].stats.$get({ query: { daysAgo: String(DAYS) } }));
}

export function aiUsageQuery() {
  return queryOptions({ queryKey: ['admin', 'ai-usage'], queryFn: fetchAiUsage, refetchInterval: REFRESH_MS });
}

export function useAiUsage() {
  return useQuery(aiUsageQuery());
}
