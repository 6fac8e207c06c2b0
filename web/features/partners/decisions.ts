import { useState } from 'react';
import type { ManyDecidedView, PartnerView, WaitingMessagesView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { REJECT_TEXTS, type RejectReason } from '../../../events/shared/options.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { PARTNERS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { exactly, type Total } from '../../lib/total.ts';
import { useAction } from '../../lib/useAction.ts';
import { waitingMessagesQuery } from './api.ts';
import { forEach, SomeFailed } from './forEach.ts';
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

/** A decision that can be undone. */
type MadeDecision = { id: string; decision: number };
type SomeDecisions = SomeFailed<unknown, MadeDecision | readonly MadeDecision[]>;

function bulkFailed(error: Error): ToastText {
  const title = 'Bulk Update Failed';
  if (!(error instanceof SomeFailed)) return { title, text: 'Failed to update partners. Please try again.' };
  const { length: done } = error.results;
  const all = counted(done + error.refused.length, 'partner');
  return { title, text: `${done} of ${all} updated. Please try again for the rest.` };
}

const bulkDone = (text: string, action?: ToastText['action']): ToastText => ({
  title: 'Bulk Update Complete',
  text,
  ...(action && { action }),
});

const UNDONE_AT_ONCE = 100;

/** Undoes part by part. `refused`: decided on again in the meantime, or gone. */
async function undoAll(made: readonly MadeDecision[]): Promise<void> {
  let undone = 0;
  let refused = 0;
  for (let from = 0; from < made.length; from += UNDONE_AT_ONCE) {
    const decisions = made.slice(from, from + UNDONE_AT_ONCE);
    const answer = await unwrap(client.api.partners['undo-decisions'].$post({ json: { decisions } }));
    undone += answer.undone;
    refused += answer.refused;
  }
  if (refused > 0) throw new SomeFailed(Array(undone), Array(refused));
}

const useBulkUndo = (before: 'pending' | 'approved') =>
  useAction({
    call: (made: readonly MadeDecision[]) => undoAll(made),
    failed: bulkFailed,
    done: (_, { length }) => bulkDone(`${counted(length, 'partner')} ${length === 1 ? 'is' : 'are'} ${before} again.`),
    stale: PARTNERS,
  });

/** The partners that were selected, or all whom a filter lets through. */
export type FilteredPartners = { filter: PartnerFilter; total: Total };
export type Chosen = { ids: readonly string[] } | FilteredPartners;
export type BulkDecision = Chosen & { status: Decision; reason?: RejectReason };

export const countOf = (chosen: Chosen): Total => ('ids' in chosen ? exactly(chosen.ids.length) : chosen.total);

type OnUpdated = (count: number) => void;

/** One call each (product spec, section 4). */
async function decideEach(ids: readonly string[], { status, reason }: BulkDecision, onUpdated: OnUpdated) {
  const decide = async (id: string): Promise<MadeDecision[]> => {
    const { undo: decision } = await changeStatus(id, status, reason);
    return decision === null ? [] : [{ id, decision }];
  };
  return (await forEach(ids, decide, onUpdated)).flat();
}

/** The server decides on all that the filter lets through, part by part. If a part fails, the parts before it stay, and Undo knows them. */
async function decideFiltered(
  decision: FilteredPartners & Pick<BulkDecision, 'status' | 'reason'>,
  before: 'pending' | 'approved',
  onUpdated: OnUpdated,
) {
  const { filter, total, status, reason } = decision;
  const made: MadeDecision[] = [];
  let refused = 0;
  const decidePart = (after: string | null): Promise<ManyDecidedView> => {
    const json = {
      ...{ filter: { ...queryOf(filter), status: before }, status },
      ...(reason && { reason }),
      ...(after !== null && { after }),
    };
    return unwrap(client.api.partners.decide.$post({ json }));
  };
  let after: string | null = null;
  do {
    const part: ManyDecidedView = await decidePart(after).catch((error: Error) => {
      if (made.length === 0) throw error;
      throw new SomeFailed(made, Array(Math.max(1, total.total - made.length)));
    });
    made.push(...part.decided);
    refused += part.refused;
    onUpdated(made.length);
    after = part.next;
  } while (after !== null);
  if (refused > 0) throw new SomeFailed(made, Array(refused));
  return made;
}

/**
 * Approves or rejects many partners, all of them `before` it. `updated` counts while it runs. The notice and the key undo all of it, also where some
 * were refused.
 */
export function useBulkDecision(before: 'pending' | 'approved' = 'pending') {
  const [updated, setUpdated] = useState(0);
  const undo = useBulkUndo(before);
  const undoOf = (made: readonly MadeDecision[]): ToastText['action'] => {
    if (made.length > 0)
      return { label: 'Undo', instead: `Undo: they are ${before} again`, act: rememberUndo(() => undo.mutate(made)) };
    undoLast = null;
    return undefined;
  };
  const action = useAction({
    call: (decision: BulkDecision): Promise<MadeDecision[]> => {
      setUpdated(0);
      return 'ids' in decision
        ? decideEach(decision.ids, decision, setUpdated)
        : decideFiltered(decision, before, setUpdated);
    },
    failed: (error) => {
      const undone = error instanceof SomeFailed ? undoOf((error as SomeDecisions).results.flat()) : undefined;
      return { ...bulkFailed(error), ...(undone && { action: undone }) };
    },
    done: (made, { status, ...chosen }) =>
      bulkDone(`${counted('ids' in chosen ? chosen.ids.length : made.length, 'partner')} ${status}.`, undoOf(made)),
    stale: PARTNERS,
  });
  return { ...action, updated };
}
