import { useIsMutating } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import type {
  AcceptedView,
  AvailablePartnerView,
  CampaignView,
  FollowUpChangesView,
  GenerateMessagesView,
  SendingNowView,
  SendView,
} from '../../../api/views.ts';
import type { CampaignPatch } from '../../../events/campaigns/campaignInput.ts';
import type { messageListQuery } from '../../../events/messages/messageInput.ts';
import { PARTNERS_A_CALL } from '../../../events/shared/options.ts';
import { hasStatus, outcomeUncertain, serverWords } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, generateMessagesFailure, refusalOr } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import { pageOf } from '../../lib/pageOf.ts';
import { pages, query } from '../../lib/query.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api.campaigns;

/** One campaign, or null when there is none with this id. */
export const [useCampaign] = query((id: string) => ({
  key: ['campaigns', id],
  call: () =>
    unwrap(calls[':id'].$get({ param: { id } })).catch((error: Error): CampaignView | null => {
      if (hasStatus(error, 404)) return null;
      throw error;
    }),
}));

/** Texts that are being checked are fetched again after this time. */
const CHECKING_MS = 1_000;

type SendsAsked = z.input<typeof messageListQuery>;

const [useSendPages] = pages((id: string, asked: SendsAsked, enabled: boolean) => ({
  key: ['campaigns', id, 'sends', asked],
  call: (after) =>
    pageOf<SendView>(calls[':id'].sends.$get({ param: { id }, query: { ...asked, ...(after !== null && { after }) } })),
  enabled,
  keepsPages: true,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ rows }) => rows.some(({ checking }) => checking)) ? CHECKING_MS : false,
}));

/**
 * The messages of a campaign. Up to 200 come whole. `asked`: the filter and order of a longer list, of which the pages come one by one. `isWhole`: these
 * are all messages, and `asked` is left to the screen.
 */
export function useSends(id: string, asked: SendsAsked = {}) {
  const first = useSendPages(id, {}, true);
  const isWhole = first.data === undefined || first.data.pages[0]?.next === null;
  const narrowed = useSendPages(id, asked, !isWhole);
  const list = isWhole || Object.keys(asked).length === 0 ? first : narrowed;
  const { data } = list;
  // a message that moves between two pages may be in both
  const rows = useMemo(
    () => data && [...new Map(data.pages.flatMap((page) => page.rows.map((row) => [row.id, row] as const))).values()],
    [data],
  );
  return { ...list, data: rows, isWhole, total: data?.pages[0] ?? null };
}

/** One message; null: there is none. `known`: it is among those that are shown. */
export const [useSend, sendQuery] = query((campaignId: string, id: string | null, known: boolean) => ({
  key: ['campaigns', campaignId, 'sends', 'one', id],
  call: () =>
    unwrap(calls[':id'].sends.$get({ param: { id: campaignId }, query: { message: id ?? '' } })).then(
      (found) => found.find((one) => one.id === id) ?? null,
    ),
  enabled: id !== null && !known,
}));

/** The messages with an unknown outcome whose campaign was deleted. */
export const [useUndecided] = query(() => ({
  key: ['campaigns', 'undecided'],
  call: () => unwrap(client.api['campaign-sends'].undecided.$get()),
}));

export type AvailableFilter = { search?: string; contacted?: 'never' };

/** Partners who can be added: approved, with an email, not in it yet. The best match comes first. */
export const [useAvailablePages] = pages((id: string, filter: AvailableFilter) => ({
  key: ['campaigns', id, 'available-partners', filter],
  call: (after) => {
    const asked = { ...filter, sort: 'match' as const, limit: '100', ...(after !== null && { after }) };
    return pageOf<AvailablePartnerView>(calls[':id']['available-partners'].$get({ param: { id }, query: asked }));
  },
  keepsPages: true,
  // approvals and addresses change on other screens
  staleTime: 0,
}));

/** Those of some partners who would join. Nothing is fetched while no campaign is chosen (null), or for more than one call adds. */
export const [useJoining] = query((id: string | null, partnerIds: readonly string[]) => ({
  key: ['campaigns', id, 'available-partners', 'some', partnerIds],
  call: () =>
    unwrap(
      calls[':id']['available-partners'].$post({ param: { id: id ?? '' }, json: { partnerIds: [...partnerIds] } }),
    ),
  enabled: id !== null && partnerIds.length > 0 && partnerIds.length <= PARTNERS_A_CALL,
  staleTime: 0,
}));

/** The effect of Start or Resume; `at`: at that moment. */
export const [useStartPreview] = query((id: string, at?: string) => ({
  key: ['campaigns', id, 'start-preview', at ?? null],
  call: () => unwrap(calls[':id']['start-preview'].$get({ param: { id }, query: at === undefined ? {} : { at } })),
  // the hour, the texts and the settings change elsewhere
  staleTime: 0,
  gcTime: 0,
  // checks of the past are not cached
  refetchInterval: ({ state }) => {
    const isChecking = state.data?.checks.some(({ code }) => code === 'checking');
    return at === undefined && isChecking ? CHECKING_MS : false;
  },
}));

/** `opened`: shows the copy. */
export const useCopyCampaign = (id: string, opened: (copy: CampaignView) => void) =>
  useAction({
    call: () => unwrap(calls[':id'].copy.$post({ param: { id } })),
    failed: failure('Error', 'Failed to copy campaign'),
    done: { title: 'Campaign Copied', text: 'The copy is a draft. Add partners to it next.' },
    after: opened,
    stale: CAMPAIGNS,
  });

/** Takes a campaign from the lists, or brings it back. The notice takes it back. */
export function useArchiveCampaign(id: string) {
  const action = useAction({
    call: (archived: boolean) => unwrap(calls[':id'].archived.$put({ param: { id }, json: { archived } })),
    failed: failure('Error', 'Failed to archive campaign'),
    done: (_, archived): ToastText =>
      archived
        ? {
            ...{ title: 'Campaign Archived', text: 'Its numbers and history stay.' },
            action: { label: 'Undo', instead: 'Undo: bring the campaign back', act: () => action.mutate(false) },
          }
        : { title: 'Campaign Restored', text: 'It is in the list again.' },
    stale: CAMPAIGNS,
  });
  return action;
}

const updateFailed = refusalOr('Error', 'Failed to update campaign. Please try again.');

export const useEditPreview = (id: string) =>
  useAction({
    call: (json: CampaignPatch) => unwrap(calls[':id']['edit-preview'].$post({ param: { id }, json })),
    failed: updateFailed,
  });

/** `changes`: the user's question, if the edit concerns waiting follow-ups. */
type Edit = { patch: CampaignPatch; changes?: FollowUpChangesView | undefined };

export const useUpdateCampaign = (id: string) =>
  useAction({
    call: ({ patch }: Edit) => unwrap(calls[':id'].$patch({ param: { id }, json: patch })),
    failed: updateFailed,
    done: (_, { changes }) => {
      const reached = changes ? changes.changed + changes.toReview : 0;
      const text = reached > 0 ? 'Waiting follow-ups take the changes.' : 'Existing texts are kept.';
      return { title: 'Campaign Updated', text };
    },
    stale: CAMPAIGNS,
  });

const MOST_NAMED = 3;

/** " 2 emails were already on their way: Ada, Bo.", to go behind a sentence; nothing when none was. */
export function stillLeaving(sendingNow: SendingNowView): string {
  if (sendingNow.length === 0) return '';
  const names = sendingNow.slice(0, MOST_NAMED).map(({ partnerName }) => partnerName ?? 'an erased partner');
  const more = sendingNow.length - names.length;
  const verb = sendingNow.length === 1 ? 'was already on its way' : 'were already on their way';
  return ` ${counted(sendingNow.length, 'email')} ${verb}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** `leave` navigates away from the campaign before it is fetched again and not found. */
export const useDeleteCampaign = (id: string, leave: () => void) =>
  useAction({
    call: () => unwrap(calls[':id'].$delete({ param: { id } })),
    failed: failure('Error', 'Failed to delete campaign'),
    done: ({ sendingNow }) => ({
      title: 'Campaign Deleted',
      text: `Its messages that were not sent are cancelled.${stillLeaving(sendingNow)}`,
    }),
    after: leave,
    stale: CAMPAIGNS,
  });

const NOT_CHANGED = 'Failed to update campaign status';

const setStatus = (id: string, status: 'active' | 'paused') =>
  unwrap(calls[':id'].status.$put({ param: { id }, json: { status } }));

export const useStartCampaign = (id: string) =>
  useAction({
    call: () => setStatus(id, 'active'),
    failed: failure('Error', NOT_CHANGED),
    done: { title: 'Status Updated', text: 'The campaign is active. Emails go out at random intervals.' },
    stale: CAMPAIGNS,
  });

/** After an unconfirmed pause, emails may still go out; after a refused one they do. */
export function pauseFailure(error: Error): ToastText {
  const doubt = `${NOT_CHANGED}. The campaign may still be running: pause it again.`;
  return { title: 'Error', text: outcomeUncertain(error) ? doubt : serverWords(error, NOT_CHANGED) };
}

export const usePauseCampaign = (id: string) =>
  useAction({
    call: () => setStatus(id, 'paused'),
    failed: pauseFailure,
    done: ({ sendingNow }) => ({
      title: 'Status Updated',
      text: `The campaign is paused. Nothing more goes out until you resume it.${stillLeaving(sendingNow)}`,
    }),
    stale: CAMPAIGNS,
  });

/** `done`: the title when all of them were written. */
function writtenText(done: string, result: GenerateMessagesView | AcceptedView): ToastText {
  if (isAccepted(result)) return { title: 'Writing messages', text: 'This continues in the background.' };
  const kept = result.keptEdited > 0 ? ` ${counted(result.keptEdited, 'edited text')} kept.` : '';
  const why = result.failedReason ? `: ${result.failedReason}` : '; generate again to retry.';
  const failed = result.failedCount > 0 ? ` ${result.failedCount} could not be written${why}` : '';
  const unfit = result.unfitCount > 0 ? ` ${counted(result.unfitCount, 'partner')} got none: see why.` : '';
  return {
    ...(failed ? { title: 'Some messages were not written', variant: 'destructive' } : { title: done }),
    text: `${counted(result.generatedCount, 'message')} written.${kept}${unfit}${failed} Read them before you start.`,
  };
}

const writingKey = (id: string) => ['write-messages', id];

/** Whether texts of the campaign are being written, requested here or running at the server. */
export function useWriting(campaign: CampaignView): boolean {
  return useIsMutating({ mutationKey: writingKey(campaign.id) }) > 0 || campaign.generation !== null;
}

const WRITTEN = [...CAMPAIGNS, ['ai-estimates']];

export const useGenerateMessages = (id: string) =>
  useAction({
    mutationKey: writingKey(id),
    call: () => unwrap(calls[':id']['generate-messages'].$post({ param: { id } })),
    failed: generateMessagesFailure,
    done: (result) => writtenText('Messages Generated', result),
    stale: WRITTEN,
  });

/** Writes all texts again. Edited ones are kept unless they are included. */
export const useRegenerateMessages = (id: string) =>
  useAction({
    mutationKey: writingKey(id),
    call: (includeEdited: boolean) =>
      unwrap(
        calls[':id']['regenerate-messages'].$post({ param: { id }, json: includeEdited ? { includeEdited } : {} }),
      ),
    failed: failure('Error', 'Failed to regenerate messages'),
    done: (result) => writtenText('Messages Regenerated', result),
    stale: WRITTEN,
  });
