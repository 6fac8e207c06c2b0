import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImproveRequest } from '../../../events/inputs/campaigns.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';
import type { MessageDraft } from './messageDraft.ts';

/** The rewritten text; null while the AI still writes: then the message has it later. POST /api/campaign-sends/{id}/improve */
export async function improveMessage(id: string, json: ImproveRequest): Promise<MessageDraft | null> {
  const improved = await unwrap(client.api['campaign-sends'][':id'].improve.$post({ param: { id }, json }));
  return isAccepted(improved) ? null : improved;
}

export function useImproveMessage(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: ImproveRequest) => improveMessage(id, wanted),
    meta: { failure: failure('Not Improved', 'Failed to improve the text') },
    onSettled: () => refetchCampaigns(queries),
  });
}
