import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UndecidedView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The messages of unknown fate whose campaign was deleted. GET /api/campaign-sends/undecided */
export function fetchUndecided(): Promise<UndecidedView[]> {
  return unwrap(client.api['campaign-sends'].undecided.$get());
}

export const undecidedQuery = () => queryOptions({ queryKey: ['campaigns', 'undecided'], queryFn: fetchUndecided });

export const useUndecided = () => useQuery(undecidedQuery());
