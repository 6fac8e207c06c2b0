import type { FreezeCause, Frozen } from '../events/sendingFrozen.ts';
import type { Sql, Tx } from './connect.ts';

type FrozenRow = { epoch: number; since: Date; why: string; lost_from: Date | null };

/** Whether sending is frozen, and why; null: it is open. `at`: whether it was at that moment. */
export async function sendingFrozen(sql: Sql | Tx, at: Date | null = null): Promise<Frozen | null> {
  const [row] = at
    ? await frozenAt(sql, at)
    : await sql<FrozenRow[]>`select epoch, since, why, lost_from from log.sending_frozen()`;
  if (!row) return null;
  const { epoch, since, why, lost_from } = row;
  return {
    epoch,
    since: since.toISOString(),
    cause: why as FreezeCause,
    lostFrom: lost_from?.toISOString() ?? null,
  };
}

const frozenAt = (sql: Sql | Tx, at: Date) => sql<FrozenRow[]>`
  select epoch, since, why, lost_from from log.sending_frozen_at(${at})`;

/** The same for a dispatch: an open one stays open until the transaction ends. Answers whether sending is open. */
export async function keepSendingOpen(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ open: boolean }[]>`select log.keep_sending_open() as open`;
  return row?.open === true;
}

/** Begins a new epoch, and with it freezes sending. Whoever is about to send is waited for. Answers the epoch. */
export async function freezeSending(sql: Sql | Tx, cause: FreezeCause, lostFrom: string | null): Promise<number> {
  const [row] = await sql<{ epoch: number }[]>`
    select log.begin_new_epoch(${cause}, ${lostFrom}::text::timestamptz) as epoch`;
  return row?.epoch ?? 0;
}
