import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StartPreviewView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { CHECKING_MS } from './sends.ts';

/** What Start or Resume would set going; `at`: would have, at that moment. GET /api/campaigns/{id}/start-preview */
export function fetchStartPreview(id: string, at?: string): Promise<StartPreviewView> {
  return unwrap(
    client.api.campaigns[':id']['start-preview'].$get({ param: { id }, query: at === undefined ? {} : { at } }),
  );
}

/** Asked again at each opening of the dialog: the hour, the texts and the settings change elsewhere. */
export function startPreviewQuery(id: string, at?: string) {
  return queryOptions({
    queryKey: ['campaigns', id, 'start-preview', at ?? null],
    queryFn: () => fetchStartPreview(id, at),
    staleTime: 0,
    gcTime: 0,
    // what is checked of the past is not kept
    refetchInterval: ({ state }) => (at === undefined && state.data?.checkingCount ? CHECKING_MS : false),
  });
}

export function useStartPreview(id: string, at?: string) {
  return useQuery(startPreviewQuery(id, at));
}
