import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcceptedView, CampaignView, GenerateMessagesView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, generateMessagesFailure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

type Answer = GenerateMessagesView | AcceptedView;

/** Writes the texts that are missing. POST /api/campaigns/{id}/generate-messages */
export function generateMessages(id: string): Promise<Answer> {
  return unwrap(client.api.campaigns[':id']['generate-messages'].$post({ param: { id } }));
}

/** Writes all texts again; edited ones are kept unless they are included. POST /api/campaigns/{id}/regenerate-messages */
export function regenerateMessages(id: string, includeEdited: boolean): Promise<Answer> {
  return unwrap(
    client.api.campaigns[':id']['regenerate-messages'].$post({
      param: { id },
      json: includeEdited ? { includeEdited } : {},
    }),
  );
}

/** `done`: the title when all of them were written. */
function writtenText(done: string, result: Answer): ToastText {
  if (isAccepted(result)) return { title: 'Writing messages', text: 'This continues in the background.' };
  const kept = result.keptEdited > 0 ? ` ${counted(result.keptEdited, 'edited text')} kept.` : '';
  const why = result.failedReason ? `: ${result.failedReason}` : '; generate again to retry.';
  const failed = result.failedCount > 0 ? ` ${result.failedCount} could not be written${why}` : '';
  return {
    ...(failed ? { title: 'Some messages were not written', variant: 'destructive' } : { title: done }),
    text: `${counted(result.generatedCount, 'message')} written.${kept}${failed} Read them before you start.`,
  };
}

const writingKey = (id: string) => ['write-messages', id];

/** Whether texts of the campaign are being written: asked for here, or going on at the server. */
export function useWriting(campaign: CampaignView): boolean {
  return useIsMutating({ mutationKey: writingKey(campaign.id) }) > 0 || campaign.generation !== null;
}

/** What shows the texts, and what AI may still cost. */
const refetchWritten = (queries: QueryClient): Promise<unknown> =>
  Promise.all([refetchCampaigns(queries), queries.invalidateQueries({ queryKey: ['ai-estimates'] })]);

export function useGenerateMessages(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: writingKey(id),
    mutationFn: () => generateMessages(id),
    meta: { failure: generateMessagesFailure },
    onSuccess: (result) => showToast(writtenText('Messages Generated', result)),
    onSettled: () => refetchWritten(queries),
  });
}

export function useRegenerateMessages(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: writingKey(id),
    mutationFn: (includeEdited: boolean) => regenerateMessages(id, includeEdited),
    meta: { failure: failure('Error', 'Failed to regenerate messages') },
    onSuccess: (result) => showToast(writtenText('Messages Regenerated', result)),
    onSettled: () => refetchWritten(queries),
  });
}
