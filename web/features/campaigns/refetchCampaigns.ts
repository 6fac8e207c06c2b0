import type { QueryClient } from '@tanstack/react-query';

/** What shows campaigns or counts their messages, after one of them changed. */
export function refetchCampaigns(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['campaigns'] }),
    queries.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}
