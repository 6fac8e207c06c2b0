import { type FreezeCause, type Frozen, frozenBecause } from '../../events/shared/sendingFrozen.ts';
import type { Sql, Tx } from '../connection/connect.ts';

/** Times are texts where the row came as JSON. */
export type FrozenRow = {
  epoch: number;
  since: Date | string;
  why: string;
  lost_from: Date | string | null;
  detail: string | null;
};

/** How a freeze ends, for operators and users. */
export const WHAT_ENDS_A_FREEZE =
  'An operator must run npm run audit -- reconcile. Queued emails are kept and sent later.';

/** A freeze in words; `reason` has no full stop. */
export const frozenText = (frozen: Frozen): { reason: string; whatToDo: string } => ({
  reason: frozenBecause(frozen),
  whatToDo: WHAT_ENDS_A_FREEZE,
});

/** Whether sending is frozen, and why; null: it is open. `at`: whether it was at that moment. */
export async function sendingFrozen(sql: Sql | Tx, at: Date | null = null): Promise<Frozen | null> {
  const [row] = at
    ? await frozenAt(sql, at)
    : await sql<FrozenRow[]>`select epoch, since, why, lost_from, detail from log.sending_frozen()`;
  return row ? frozenOf(row) : null;
}

export const frozenOf = ({ epoch, since, why, lost_from, detail }: FrozenRow): Frozen => ({
  epoch,
  since: new Date(since).toISOString(),
  cause: why as FreezeCause,
  lostFrom: lost_from === null ? null : new Date(lost_from).toISOString(),
  detail,
});

const frozenAt = (sql: Sql | Tx, at: Date) => sql<FrozenRow[]>`
  select epoch, since, why, lost_from, detail from log.sending_frozen_at(${at})`;

/** Begins a new epoch, and with it freezes sending. It waits for open dispatches. `lostFrom` null: from the newest event on. Answers the epoch. */
export async function freezeSending(
  sql: Sql | Tx,
  cause: FreezeCause,
  lostFrom: string | null,
  detail: string | null = null,
): Promise<number> {
  const [row] = await sql<{ epoch: number }[]>`
    select log.begin_new_epoch(${cause}, ${lostFrom}::text::timestamptz, ${detail}::text) as epoch`;
  return row?.epoch ?? 0;
}

/** Freezes sending unless it is frozen already; of several processes that find the same, one does it. Answers whether it did. */
export async function freezeOnce(sql: Sql, cause: FreezeCause, detail: string | null): Promise<boolean> {
  return sql.begin(async (tx) => {
    // the lock of the freeze, before the look: later statements see what its holder has committed
    await tx`select pg_advisory_xact_lock(7061726176)`;
    if (await sendingFrozen(tx)) return false;
    await freezeSending(tx, cause, null, detail);
    return true;
  });
}

/** Whether sending was frozen after a moment (ISO 8601, the database's clock). Then the loss that an older file shows was decided about. */
export async function frozenSince(sql: Sql | Tx, at: string): Promise<boolean> {
  const [row] = await sql<{ since: boolean }[]>`select log.frozen_since(${at}::text::timestamptz) as since`;
  return row?.since === true;
}
