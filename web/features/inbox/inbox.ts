import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { InboxView, LabeledView, ThreadView } from '../../../api/views.ts';
import type { Variant } from '../../../events/campaigns/variants.ts';
import type { ChosenLabel, ReplyLabel } from '../../../events/conversations/labels.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

export type Shown = 'open' | 'done' | 'all';
export type InboxFilter = {
  campaign?: string;
  variant?: Variant;
  label?: ReplyLabel;
  unread?: boolean;
  unanswered?: boolean;
  show: Shown;
  search: string;
};

/** A screenful at first; more at once after that, because a change fetches all pages again. */
const PAGE = { first: '120', next: '300' };

/** GET /api/inbox, a page: the newest first. */
export function fetchInbox(
  { campaign, variant, label, unread, unanswered, show, search }: InboxFilter,
  after: string | null = null,
): Promise<InboxView> {
  const query = {
    show,
    limit: after === null ? PAGE.first : PAGE.next,
    ...(after !== null && { after }),
    ...(campaign && { campaign }),
    ...(variant && { variant }),
    ...(label && { label }),
    ...(unread && { unread: 'true' as const }),
    ...(unanswered && { unanswered: 'true' as const }),
    ...(search && { search }),
  };
  return unwrap(client.api.inbox.$get({ query }));
}

export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'list', filter],
    queryFn: ({ pageParam }) => fetchInbox(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The conversations of the pages that were fetched, each once, with the counts of all. */
export function useInbox(filter: InboxFilter) {
  const list = useInfiniteQuery({
    ...inboxQuery(filter),
    // the list stays while the next filter is looked up
    placeholderData: (before) => before,
  });
  const { data } = list;
  const pages = useMemo(() => data && joined(data.pages), [data]);
  return { ...list, data: pages };
}

/** A reply that comes between two pages moves its conversation to the front, so it may be in both. */
function joined(pages: readonly InboxView[]) {
  const byId = new Map(pages.flatMap(({ conversations }) => conversations.map((one) => [one.id, one])));
  const counts = pages[0]?.counts;
  return counts && { conversations: [...byId.values()], counts };
}

/** One thread, or null when there is none with this id. GET /api/inbox/{id} */
export async function fetchThread(id: string): Promise<ThreadView | null> {
  try {
    return await unwrap(client.api.inbox[':id'].$get({ param: { id } }));
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

/** A draft whose job is lost is never told of: it is looked for. */
const DRAFT_REFETCH_MS = 30_000;

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'thread', id],
    queryFn: () => fetchThread(id),
    refetchInterval: ({ state }) => (state.data?.draft?.status === 'open' ? DRAFT_REFETCH_MS : false),
  });

export const useThread = (id: string) => useQuery(threadQuery(id));

/** What a press does to a conversation: POST /api/inbox/{id}/{act} */
export type Act = 'read' | 'unread';

export function useChangeConversation(id: string) {
  const queries = useQueryClient();
  const conversation = client.api.inbox[':id'];
  return useMutation({
    mutationFn: (act: Act) => unwrap(conversation[act].$post({ param: { id } })),
    meta: { failure: failure('Not Saved', 'Failed to change the conversation') },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  });
}

type FinishRequest = { id: string; act: 'done' | 'reopen'; leadsTo?: string | null };

/** Done or reopened. `leadsTo`: what is shown then, unless another conversation is open by now; null: it stays open. */
export function useFinishConversation() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const mutation = useMutation({
    mutationFn: ({ id, act }: FinishRequest) => unwrap(client.api.inbox[':id'][act].$post({ param: { id } })),
    meta: { failure: failure('Not Saved', 'Failed to change the conversation') },
    onSuccess: (_changed, { id, leadsTo }) => {
      if (leadsTo) {
        if (window.location.pathname === `/inbox/${id}`) navigate(leadsTo);
        const act = () => mutation.mutate({ id, act: 'reopen' });
        showToast({ title: 'Done', action: { label: 'Undo', instead: 'Undo: reopen the conversation', act } });
      }
      return queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
  return mutation;
}

/** POST /api/inbox/{id}/label */
export function useLabelConversation(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (label: ChosenLabel) => unwrap(client.api.inbox[':id'].label.$post({ param: { id }, json: { label } })),
    meta: { failure: failure('Not Saved', 'Failed to change the label') },
    onSuccess: ({ undone }) => {
      tellUndone(undone);
      return queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
}

/** POST /api/inbox/{id}/question */
export function useAnswerQuestion(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: { answer: 'yes' | 'no' } & Pick<NonNullable<ThreadView['question']>, 'sign' | 'receivedId'>) =>
      unwrap(client.api.inbox[':id'].question.$post({ param: { id }, json: given })),
    meta: { failure: failure('Not Saved', 'Failed to save your answer') },
    onSuccess: ({ undone }) => {
      tellUndone(undone);
      return queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
}

const UNDONE: Readonly<Record<LabeledView['undone'][number], string>> = {
  hold: 'Emails to this person are no longer held.',
  suppression: 'This person is no longer on Do not contact.',
  discount: 'Their email counts as a reply again.',
};

function tellUndone(undone: LabeledView['undone']): void {
  if (undone.length > 0) showToast({ title: 'Undone', text: undone.map((what) => UNDONE[what]).join(' ') });
}
