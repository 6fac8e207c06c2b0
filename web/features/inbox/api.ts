import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { AnswerDraftView, InboxView, LabeledView, ThreadView } from '../../../api/views.ts';
import type { Variant } from '../../../events/campaigns/variants.ts';
import type { ChosenLabel, ReplyLabel } from '../../../events/messages/replyLabels.ts';
import { hasStatus, outcomeUncertain } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS, PARTNERS } from '../../lib/liveKeys.ts';
import { pages, query } from '../../lib/query.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { forgetUndo, rememberUndo } from '../today/undo.ts';
import { draftAgain, useAnswerDraft } from './answerDraft.ts';

const calls = client.api.inbox;

/** The counts of unread conversations, and of those that wait for an answer. The sidebar needs it on every screen. */
export const [useUnread] = query(() => ({
  key: ['inbox', 'unread'],
  call: () => unwrap(calls.unread.$get()),
}));

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

/** The newest first. */
const [useConversationPages] = pages((filter: InboxFilter) => ({
  key: ['inbox', 'list', filter],
  call: (after) => {
    const { campaign, variant, label, unread, unanswered, show, search } = filter;
    const asked = {
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
    return unwrap(calls.$get({ query: asked }));
  },
  keepsPages: true,
}));

/** The conversations of the pages that were fetched, each once, with the counts of all. */
export function useInbox(filter: InboxFilter) {
  const list = useConversationPages(filter);
  const { data } = list;
  const all = useMemo(() => data && joined(data.pages), [data]);
  return { ...list, data: all };
}

/** A reply that comes between two pages moves its conversation to the front, so it may be in both. */
function joined(fetched: readonly InboxView[]) {
  const byId = new Map(fetched.flatMap(({ conversations }) => conversations.map((one) => [one.id, one])));
  const counts = fetched[0]?.counts;
  return counts && { conversations: [...byId.values()], counts };
}

/** The live events tell nothing of a draft whose job is lost. */
const DRAFT_REFETCH_MS = 30_000;

/** One thread, or null when there is none with this id. */
export const [useThread] = query((id: string) => ({
  key: ['inbox', 'thread', id],
  call: () =>
    unwrap(calls[':id'].$get({ param: { id } })).catch((error: Error): ThreadView | null => {
      if (hasStatus(error, 404)) return null;
      throw error;
    }),
  refetchInterval: ({ state }) => (state.data?.draft?.status === 'open' ? DRAFT_REFETCH_MS : false),
}));

const INBOX = [['inbox']];
const notChanged = failure('Not Saved', 'Failed to change the conversation');

export const useChangeConversation = (id: string) =>
  useAction({
    call: (act: 'read' | 'unread') => unwrap(calls[':id'][act].$post({ param: { id } })),
    failed: notChanged,
    stale: INBOX,
  });

type FinishRequest = { id: string; act: 'done' | 'reopen'; leadsTo?: string | null };

/** Done or reopened. `leadsTo`: what is shown then, unless another conversation is open by now; null: it stays open. */
export function useFinishConversation() {
  const [, navigate] = useLocation();
  const action = useAction({
    call: ({ id, act }: FinishRequest) => unwrap(calls[':id'][act].$post({ param: { id } })),
    failed: notChanged,
    done: (_, { id, leadsTo }): ToastText | null => {
      if (!leadsTo) return null;
      if (window.location.pathname === `/inbox/${id}`) navigate(leadsTo);
      const act = () => action.mutate({ id, act: 'reopen' });
      return { title: 'Done', action: { label: 'Undo', instead: 'Undo: reopen the conversation', act } };
    },
    stale: INBOX,
  });
  return action;
}

const UNDONE: Readonly<Record<LabeledView['undone'][number], string>> = {
  hold: 'Emails to this person are no longer held.',
  suppression: 'This person is no longer on Do not contact.',
  discount: 'Their email counts as a reply again.',
};

const undoneText = ({ undone }: LabeledView): ToastText | null =>
  undone.length > 0 ? { title: 'Undone', text: undone.map((what) => UNDONE[what]).join(' ') } : null;

export const useLabelConversation = (id: string) =>
  useAction({
    call: (label: ChosenLabel) => unwrap(calls[':id'].label.$post({ param: { id }, json: { label } })),
    failed: failure('Not Saved', 'Failed to change the label'),
    done: undoneText,
    stale: INBOX,
  });

type GivenAnswer = { answer: 'yes' | 'no' } & Pick<NonNullable<ThreadView['question']>, 'sign' | 'receivedId'>;

export const useAnswerQuestion = (id: string) =>
  useAction({
    call: (json: GivenAnswer) => unwrap(calls[':id'].question.$post({ param: { id }, json })),
    failed: failure('Not Saved', 'Failed to save your answer'),
    done: undoneText,
    stale: INBOX,
  });

export const useFinishLegalRequest = (id: string) =>
  useAction({
    call: () => unwrap(calls[':id']['legal-request'].done.$post({ param: { id } })),
    failed: failure('Not Saved', 'Failed to mark the request as done'),
    done: undoneText,
    stale: INBOX,
  });

type GivenOffer = Pick<ThreadView['offers'][number], 'receivedId' | 'label'> & {
  answer: 'yes' | 'no';
  name?: string;
  email?: string;
};

const OFFER_TAKEN: Readonly<Record<GivenOffer['label'], ToastText>> = {
  referral: { title: 'Partner Added', text: 'Review their email in the campaign.' },
  new_address: { title: 'Contact Updated', text: 'Emails that wait need a new review.' },
  later: { title: 'Follow-up Moved', text: 'Review its text in the campaign.' },
};

export const useAnswerOffer = (id: string) =>
  useAction({
    call: (json: GivenOffer) => unwrap(calls[':id'].offer.$post({ param: { id }, json })),
    failed: failure('Not Saved', 'Failed to save your answer'),
    done: (_, { label, answer }) => (answer === 'yes' ? OFFER_TAKEN[label] : null),
    stale: [...INBOX, ...PARTNERS, ...CAMPAIGNS],
  });

/** `to`, `copies`: other recipients than the thread offers first. `replaces`: the step of the unconfirmed answer that is sent again. */
export type Answer = {
  step: string;
  body: string;
  to?: string | undefined;
  copies: string[];
  replaces?: string;
};

const notSent = failure('Not Sent', 'Failed to send the answer');

/** Takes an answer back before it leaves. It is a draft again, in the same box. */
export function useTakeBackAnswer(id: string) {
  const [, keep] = useAnswerDraft(id);
  return useAction({
    call: ({ step }: Answer) => unwrap(calls[':id'].answer.undo.$post({ param: { id }, json: { step } })),
    failed: failure('Not Taken Back', 'Failed to take the answer back'),
    done: { title: 'Taken Back', text: 'Your answer is a draft again.' },
    after: ({ answer }, { body, to, copies }) => {
      forgetUndo(id);
      // what was typed since is one press away
      keep((now) => ({ ...draftAgain({ body, to, copies }, answer), replaced: now?.body || null }));
      document.querySelector<HTMLElement>('[data-answer]')?.focus();
    },
    stale: [['inbox'], ['today'], ...CAMPAIGNS],
  });
}

/** Sends to the address that was shown, or not at all. The same step and text twice is one email. */
export function useSendAnswer({ id, answer: { subject, to: first } }: ThreadView) {
  const [, navigate] = useLocation();
  const takeBack = useTakeBackAnswer(id);
  const whom = ({ to }: Pick<Answer, 'to'>) => to ?? first ?? 'the partner';
  // its form says whether it may have been sent all the same
  const inForm = () => decodeURIComponent(window.location.pathname) === `/inbox/${id}`;
  return useAction({
    call: ({ to = first ?? undefined, ...answer }: Answer) =>
      unwrap(calls[':id'].answer.$post({ param: { id }, json: { ...answer, subject, to } })),
    failed: (error) => {
      if (!outcomeUncertain(error)) return notSent(error);
      if (inForm()) return null;
      return { title: 'Not Confirmed', text: `The answer to ${whom({})} may have been sent. Open it again to see.` };
    },
    connectionInPlace: inForm,
    done: (sent, answer) => {
      if (isAccepted(sent)) return { title: 'Sending', text: `The answer to ${whom(answer)} is on its way.` };
      if (sent.undoUntil === null) return { title: 'Answer Sent', text: `Sent to ${whom(answer)}.` };
      const { pathname, search } = window.location;
      const act = (): void => {
        navigate(pathname + search);
        takeBack.mutate(answer);
      };
      rememberUndo({ id, act });
      setTimeout(() => forgetUndo(id), Date.parse(sent.undoUntil) - Date.now());
      return {
        ...{ title: 'Sending…', text: `The answer to ${whom(answer)} leaves in a few seconds.` },
        action: { label: 'Undo', instead: 'Undo: the answer is a draft again', act },
      };
    },
    stale: [['inbox', 'thread', id], ['today'], ...CAMPAIGNS],
  });
}

/** An AI draft and its flaws. Null while it is still being written: the thread has it later. */
export const useDraftAnswer = (
  id: string,
  { after, onError }: { after: (drafted: AnswerDraftView | null) => void; onError: () => void },
) =>
  useAction({
    call: async (wish: string): Promise<AnswerDraftView | null> => {
      const drafted = await unwrap(calls[':id'].draft.$post({ param: { id }, json: { wish } }));
      return isAccepted(drafted) ? null : drafted;
    },
    failed: failure('No Draft', 'Failed to draft an answer'),
    after,
    onError,
    stale: [['inbox', 'thread', id]],
  });
