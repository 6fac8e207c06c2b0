import { type Mutation, useIsMutating, useMutationState, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { AcceptedView, EnhanceView, ErasureView, PartnerView } from '../../../api/views.ts';
import type { NotesChange, PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { DEFAULT_CONFIDENCE } from '../../../events/shared/options.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { downloadResponse } from '../../lib/downloadFile.ts';
import { enhanceFailure, failure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS, PARTNERS } from '../../lib/liveKeys.ts';
import { query } from '../../lib/query.ts';
import { type Total, totalWords } from '../../lib/total.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import { foundNotice } from './followedSearch.ts';
import { useNoteDraft } from './noteDraft.ts';
import { useClosePartner } from './openPartner.ts';
import { queryOf } from './partnerPages.ts';

const calls = client.api.partners;

const [, partnerDetailQuery] = query((id: string) => ({
  key: ['partners', 'detail', id],
  call: () => unwrap(calls[':id'].$get({ param: { id } })),
}));

/** The key of the actions after which a partner is gone. They are given the partner. */
const LEAVING = ['partner', 'leaving'];

const isOf =
  (id: string | null) =>
  ({ state }: Mutation): boolean =>
    (state.variables as { id: string } | undefined)?.id === id;

/** Whether they were removed by this tab, or are being removed. */
export const useHasLeft = (id: string | null): boolean =>
  useMutationState({
    filters: { mutationKey: LEAVING, predicate: isOf(id) },
    select: ({ state }) => state.status !== 'error',
  }).includes(true);

/** One partner with the parts of the score, the evidence and the history. null: none. */
export function usePartnerDetail(id: string | null, isWanted = true) {
  const leaving = useIsMutating({ mutationKey: LEAVING, predicate: isOf(id) });
  // the notice of a deletion may be faster than its answer
  return useQuery({ ...partnerDetailQuery(id ?? ''), enabled: id !== null && isWanted && leaving === 0 });
}

/** Messages that a removal of the partner would cancel. Messages leave in the meantime, so it is asked each time. */
export const [useWaitingMessages, waitingMessagesQuery] = query((id: string) => ({
  // not below 'partners': a partner who was just deleted has none
  key: ['waiting-messages', id],
  call: () => unwrap(calls[':id']['waiting-messages'].$get({ param: { id } })),
  staleTime: 0,
  gcTime: 0,
}));

export const [useCredits] = query(() => ({
  key: ['credits'],
  call: () => unwrap(client.api.credits.$get()),
  refetchInterval: 30_000,
}));

export const useDeletePartner = () =>
  useAction({
    mutationKey: LEAVING,
    call: ({ id }: Pick<PartnerView, 'id' | 'name'>) => calls[':id'].$delete({ param: { id } }),
    failed: failure('Delete Failed', 'Failed to delete partner. Please try again.'),
    done: (_, { name }) => ({ title: 'Partner Deleted', text: `${name ?? 'The partner'} has been deleted.` }),
    stale: PARTNERS,
  });

/** Destroys all that is known of a partner. */
export function useErasePartner() {
  const [, navigate] = useLocation();
  const close = useClosePartner();
  return useAction({
    mutationKey: LEAVING,
    call: ({ id }: Pick<PartnerView, 'id'>): Promise<ErasureView | AcceptedView> =>
      unwrap(calls[':id'].erase.$post({ param: { id } })),
    failed: failure('Erasure Failed', 'The partner could not be erased. Please try again.'),
    done: (result, { id }) => {
      // otherwise the list closes the partner when it no longer has them
      if (isAccepted(result)) close(id);
      return {
        ...(isAccepted(result)
          ? { title: 'Erasing', text: 'This takes longer than usual. The receipt appears in Settings, History.' }
          : { title: 'Partner Erased', text: 'All data of this person is destroyed.' }),
        action: {
          label: 'Receipt',
          instead: 'The receipt is in Settings, History, Erasures',
          act: () => navigate('/settings/history?view=erasures'),
        },
      };
    },
    stale: [...PARTNERS, ...CAMPAIGNS, ['suppressions'], ['erasures']],
  });
}

type Exported = { filter: PartnerFilter } | { ids: string[] };

export const useExportPartners = (fallbackName: 'partners-export' | 'approved-partners') =>
  useAction({
    call: async (wanted: Exported & { count?: Total }) => {
      const response =
        'ids' in wanted
          ? calls.export.$post({ json: { ids: wanted.ids } })
          : calls.export.$get({ query: queryOf(wanted.filter) });
      await downloadResponse(await response, `${fallbackName}-${isoDay(new Date())}.csv`);
    },
    failed: failure('Export Failed', 'Failed to export partners. Please try again.'),
    done: (_, { count }) => ({
      title: 'Export Complete',
      text: `${count ? totalWords(count, 'partner') : 'Partners'} exported as CSV.`,
    }),
  });

/** "2026-03-02", the day in the browser's zone. */
const isoDay = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

export const SEARCHED = [...PARTNERS, ['campaigns'], ['credits']];

/** Looks for the email address of a partner. It costs one credit if a paid source has it. */
export const useFindContact = () =>
  useAction({
    call: ({ id }: Pick<PartnerView, 'id'>): Promise<EnhanceView | AcceptedView> =>
      unwrap(calls[':id']['enhance-contact'].$post({ param: { id } })),
    failed: enhanceFailure,
    done: foundNotice,
    stale: SEARCHED,
    // the address goes into the open field at once
    waits: false,
  });

export const INVALID_EMAIL = 'Invalid email';

/** Saves an address by hand. Social profiles and confidence stay as they were. */
export const useSaveContact = () =>
  useAction({
    call: ({ partner, email }: { partner: PartnerView; email: string }) => {
      const { socialProfiles = [], confidence = DEFAULT_CONFIDENCE } = partner.contactInfo ?? {};
      const json = { contactInfo: { email, socialProfiles, confidence } };
      return unwrap(calls[':id'].contact.$post({ param: { id: partner.id }, json }));
    },
    failed: (error) =>
      hasStatus(error, 400)
        ? { title: 'Update Failed', text: INVALID_EMAIL }
        : failure('Update Failed', 'Failed to update contact information. Please try again.')(error),
    done: (_, { partner, email }) => ({
      title: 'Contact Updated',
      text: `${partner.name ?? 'The partner'} is reached at ${email}.`,
    }),
    stale: [...PARTNERS, ...CAMPAIGNS],
  });

/** Text typed since a note was sent stays a draft, even after its panel is closed. */
export function useSaveNotes(id: string) {
  const { keep } = useNoteDraft(id);
  return useAction({
    call: (json: NotesChange) => unwrap(calls[':id'].notes.$patch({ param: { id }, json })),
    failed: failure('Update Failed', 'Failed to save the notes. Please try again.'),
    after: async (saved, { note }, queries) => {
      // the list has the note before the draft is gone, or the old one would be back for a moment
      await refetch(queries, PARTNERS);
      if (note) keep((now) => (now && now.text !== note.text ? { text: now.text, over: saved.text } : null));
    },
    onError: (_error, _change, _before, { client: queries }) => refetch(queries, PARTNERS),
  });
}
