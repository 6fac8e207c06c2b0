import type { Cause } from '../../db/log/commit.ts';
import { PersonErasedError, PersonUnreadableError } from '../../db/log/conflicts.ts';
import { ref, type Store } from '../../db/store.ts';
import { changePartnerStatus, type PartnerEvent, type PartnerState } from '../../events/partners/partner.ts';
import type { RejectReason } from '../../events/shared/options.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { ManyDecidedView, ManyUndoneView } from '../views.ts';
import { changePartner } from './changePartner.ts';
import { undoPartnerDecision } from './undoPartnerDecision.ts';

type Of = { tenant: string; cause: Cause };
type Decision = { before: PartnerState['status']; status: 'approved' | 'rejected'; reason?: RejectReason | undefined };

/** Whether it was done: a person who was decided on, deleted or erased in the meantime must not stop the others. */
async function isDone(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof Refused || error instanceof PersonErasedError || error instanceof PersonUnreadableError)
      return false;
    throw error;
  }
}

/** The same decision on several partners who are `before` it, one event a person. */
export async function decideMany(
  store: Store,
  of: Of,
  ids: readonly string[],
  { before, status, reason }: Decision,
): Promise<Omit<ManyDecidedView, 'next'>> {
  const decided: ManyDecidedView['decided'] = [];
  const decide = (partner: PartnerState): PartnerEvent[] =>
    partner.status === before ? changePartnerStatus(partner, status, reason) : [];
  for (const id of ids)
    await isDone(async () => {
      const { states, committed } =
        status === 'approved'
          ? // it forbids no email, so it needs no lock of an address
            await store.run({
              ...of,
              streams: { partner: ref('partner', id) },
              decide: ({ partner }) => ({ partner: decide(partner) }),
            })
          : await changePartner(store, { ...of, id }, ({ partner }) => ({ partner: decide(partner) }));
      if (committed.length > 0) decided.push({ id, decision: states.partner.decisionNumber });
    });
  return { decided, refused: ids.length - decided.length };
}

export async function undoMany(store: Store, of: Of, decisions: ManyDecidedView['decided']): Promise<ManyUndoneView> {
  let undone = 0;
  for (const { id, decision } of decisions)
    if (await isDone(() => undoPartnerDecision(store, { ...of, id }, decision))) undone += 1;
  return { undone, refused: decisions.length - undone };
}
