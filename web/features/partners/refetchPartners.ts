import type { QueryClient } from '@tanstack/react-query';

/** What shows partners or counts them, after partners changed. */
export function refetchPartners(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['partners'] }),
    queries.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}
