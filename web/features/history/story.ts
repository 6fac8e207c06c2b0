import { useQuery } from '@tanstack/react-query';
import type { ExplainView } from '../../../api/views.ts';
import { askHistory, type HistoryScope } from './scope.ts';

/** The story of one mail, oldest first. GET /api/history/explain/{messageId} */
export function fetchStory(scope: HistoryScope, messageId: string): Promise<ExplainView> {
  return askHistory(scope, `/explain/${encodeURIComponent(messageId)}`);
}

export function useStory(scope: HistoryScope, messageId: string) {
  return useQuery({
    queryKey: ['history', scope, 'story', messageId],
    queryFn: () => fetchStory(scope, messageId),
    gcTime: 0,
  });
}
