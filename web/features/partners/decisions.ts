import { useState } from 'react';
import type { BatchView, ManyDecidedView, PartnerView, WaitingMessagesView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { MOST_TAGS, REJECT_TEXTS, type RejectReason } from '../../../events/shared/options.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { PARTNERS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { exactly, type Total } from '../../lib/total.ts';
import { useAction } from '../../lib/useAction.ts';
import { waitingMessagesQuery } from './api.ts';
import { awaitBatch, BATCH, isBatch } from './batch.ts';
import { notesDone } from './batchWords.ts';
import { queryOf } from './partnerPages.ts';

export type Decision = 'approved' | 'rejected';
type Decided = Pick<PartnerView, 'id' | 'name'>;

const calls = client.api.partners[':id'];

const changeStatus = (id: string, status: Decision, reason?: RejectReason) =>
  unwrap(calls.status.$patch({ param: { id }, json: { status, ...(reason && { reason }) } }));

/** Restores what a partner was before a decision (`undo` of the call that made it). */
const undoDecision = (id: string, decision: number) =>
  unwrap(calls['undo-decision'].$post({ param: { id }, json: { decision } }));

/** Undoes the last decision, on one partner or on many: for the key, also when its notice is gone. */
let undoLast: (() => void) | null = null;

/** Answers what to press. Pressed once, the key has nothing left to undo. */
function rememberUndo(undo: () => void): () => void {
  const once = (): void => {
    if (undoLast === once) undoLast = null;
    undo();
  };
  undoLast = once;
  return once;
}

export function undoLastDecision(): void {
  undoLast?.();
}

const useUndoDecision = () =>
  useAction({
    call: ({ partner, decision }: { partner: Decided; decision: number }) => undoDecision(partner.id, decision),
    failed: failure('Update Failed', 'Failed to undo the decision. Please try again.'),
    done: ({ status, waitingMessages }, { partner }) => {
      const again = `${partner.name ?? 'Partner'} is ${status} again`;
      const messages = waitingMessages > 0 ? `, with ${counted(waitingMessages, 'unsent message')}` : '';
      return { title: 'Partner Updated', text: `${again}${messages}.` };
    },
    stale: PARTNERS,
  });

const statusFailed = failure('Update Failed', 'Failed to update partner status. Please try again.');

/** Approves or rejects one partner, with a way back in the notice. `removed` words it for the Approved screen. */
export function useChangeStatus(removed = false) {
  const undo = useUndoDecision();
  return useAction({
    call: ({ partner, status, reason }: { partner: Decided; status: Decision; reason?: RejectReason }) =>
      changeStatus(partner.id, status, reason),
    failed: statusFailed,
    done: ({ undo: decision }, { partner, status, reason }) => {
      const name = partner.name ?? 'Partner';
      const what = status === 'approved' ? 'approved' : removed ? 'removed from approved list' : 'rejected';
      const act = decision === null ? null : rememberUndo(() => undo.mutate({ partner, decision }));
      return {
        title: 'Partner Updated',
        text: `${name} ${what}${reason ? `: ${REJECT_TEXTS[reason].toLowerCase()}` : ''}.`,
        ...(act && { action: { label: 'Undo', instead: `Undo the decision on ${name}`, act } }),
      };
    },
    stale: PARTNERS,
  });
}

/** "This cancels 3 unsent messages: 2 in Spring vests, 1 in Autumn launch."; null when nothing is cancelled. */
export function cancelledText({ campaigns }: WaitingMessagesView): string | null {
  if (campaigns.length === 0) return null;
  const total = campaigns.reduce((sum, { messages }) => sum + messages, 0);
  const each = campaigns.map(({ name, messages }) => `${messages} in ${name ?? 'a campaign'}`);
  return `This cancels ${counted(total, 'unsent message')}: ${each.join(', ')}.`;
}

/** Rejects an approved partner: at once, or after a question that says which messages this cancels (`question`). */
export function useRejectApproved(partner: PartnerView) {
  const [question, setQuestion] = useState<string | null>(null);
  const change = useChangeStatus(true);
  const reject = (): void => change.mutate({ partner, status: 'rejected' }, { onSuccess: () => setQuestion(null) });
  const look = useAction({
    call: (_, queries) => queries.fetchQuery(waitingMessagesQuery(partner.id)),
    failed: statusFailed,
    after: (waiting) => {
      const text = cancelledText(waiting);
      if (text === null) reject();
      else setQuestion(text);
    },
  });
  return {
    question,
    pending: look.isPending || change.isPending,
    start: () => look.mutate(),
    confirm: reject,
    close: () => setQuestion(null),
  };
}

const bulkFailed = failure('Bulk Update Failed', 'Failed to update partners. Please try again.');

/** Of what was done in the call itself. The others were decided on in the meantime, or are gone. */
function bulkDone({ decided, refused }: ManyDecidedView, text: string, action?: ToastText['action']): ToastText {
  const more = action && { action };
  if (refused === 0) return { title: 'Bulk Update Complete', text, ...more };
  const updated = `${decided.length} of ${counted(decided.length + refused, 'partner')} updated.`;
  const failed = `${updated} Please try again for the rest.`;
  return { title: 'Bulk Update Failed', text: failed, variant: 'destructive', ...more };
}

type Undone = { before: 'pending' | 'approved' } & (Pick<ManyDecidedView, 'decided'> | { batchId: string });

const useBulkUndo = () =>
  useAction({
    call: (undone: Undone) => {
      const json = 'batchId' in undone ? { batchId: undone.batchId } : { decisions: undone.decided };
      return unwrap(client.api.partners['undo-decisions'].$post({ json }));
    },
    failed: bulkFailed,
    done: (answer, { before }) => {
      if (isBatch(answer)) return null;
      const { length } = answer.decided;
      return bulkDone(answer, `${counted(length, 'partner')} ${length === 1 ? 'is' : 'are'} ${before} again.`);
    },
    after: (answer) => isBatch(answer) && awaitBatch(answer),
    stale: [...PARTNERS, BATCH],
  });

const undoAction = (undone: Undone, undo: (undone: Undone) => void): Pick<ToastText, 'action'> => ({
  action: { label: 'Undo', instead: `Undo: they are ${undone.before} again`, act: rememberUndo(() => undo(undone)) },
});

/** The way back in the notice of a batch, and by the key. */
export function useUndoBatch(): (view: BatchView) => Pick<ToastText, 'action'> {
  const { mutate } = useBulkUndo();
  return ({ id, act, doneCount }) => {
    if (act.kind !== 'decide' || doneCount === 0) return {};
    return undoAction({ before: act.before, batchId: id }, mutate);
  };
}

/** The partners that were selected, or all whom a filter lets through. */
export type FilteredPartners = { filter: PartnerFilter; total: Total };
export type Chosen = { ids: readonly string[] } | FilteredPartners;
export type BulkDecision = Chosen & { status: Decision; reason?: RejectReason };

const namesOf = (chosen: Chosen) => ('ids' in chosen ? { ids: [...chosen.ids] } : { filter: queryOf(chosen.filter) });

export const countOf = (chosen: Chosen): Total => ('ids' in chosen ? exactly(chosen.ids.length) : chosen.total);

/** Approves or rejects many partners, all of them `before` it. The notice and the key undo all of it, also where some were refused. */
export function useBulkDecision(before: 'pending' | 'approved' = 'pending') {
  const undo = useBulkUndo();
  return useAction({
    call: ({ status, reason, ...chosen }: BulkDecision) => {
      const json = { ...namesOf(chosen), before, status, ...(reason && { reason }) };
      return unwrap(client.api.partners.decide.$post({ json }));
    },
    failed: bulkFailed,
    done: (answer, { status }) => {
      undoLast = null;
      if (isBatch(answer)) return null;
      const { decided } = answer;
      const { action } = decided.length > 0 ? undoAction({ before, decided }, undo.mutate) : {};
      return bulkDone(answer, `${counted(decided.length, 'partner')} ${status}.`, action);
    },
    after: (answer) => isBatch(answer) && awaitBatch(answer),
    stale: [...PARTNERS, BATCH],
  });
}

export type NotesOfMany = { addTag: string } | { removeTag: string } | { addNote: string };

/** Adds a tag or a note to many partners, or removes a tag from them. */
export const useNotesOfMany = () =>
  useAction({
    call: ({ chosen, notes }: { chosen: Chosen; notes: NotesOfMany }) =>
      unwrap(client.api.partners.notes.$post({ json: { ...namesOf(chosen), ...notes } })),
    failed: bulkFailed,
    done: (answer, { notes }) => {
      if (isBatch(answer)) return null;
      const change = 'addTag' in notes ? 'tag_added' : 'removeTag' in notes ? 'tag_removed' : 'note_added';
      const text = notesDone(change, answer.done);
      if (answer.refused === 0) return { title: 'Bulk Update Complete', text };
      const full = 'addTag' in notes ? `have ${MOST_TAGS} tags already` : 'have no room for it';
      const rest = `${counted(answer.refused, 'partner')} left out: they ${full}, or are gone.`;
      return { title: 'Bulk Update Failed', text: `${text} ${rest}`, variant: 'destructive' };
    },
    after: (answer) => isBatch(answer) && awaitBatch(answer),
    stale: [...PARTNERS, BATCH],
  });
