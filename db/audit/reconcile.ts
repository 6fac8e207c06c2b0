/**
 * After a restore nothing leaves until an operator decides about the emails of the lost time. They become unknown, and their users decide each;
 * everything else goes on.
 */

import type { InstallationEvent } from '../../events/accounts/installation.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { markOutcomeUnknown, mayHaveLeft } from '../../events/messages/unknown.ts';
import type { Frozen } from '../../events/shared/sendingFrozen.ts';
import { reserve } from '../connection/connect.ts';
import { sendingFrozen } from '../installation/freeze.ts';
import { INSTALLATION } from '../installation/installation.ts';
import { CannotStart } from '../installation/settings.ts';
import { idOf, ref, type Store } from '../store.ts';

const cause = { actor: 'system:reconcile', correlationId: 'reconcile', causationId: null };

type Name = { tenant: string; id: string };

export type AtStake = {
  frozen: Frozen;
  /** Messages that may have left, and of how many users. */
  mayHaveLeft: Name[];
  tenants: number;
  /** Messages without a text in the copy. Their user must check before having them written and sent again. */
  withoutText: number;
  /** Messages that this was decided of before, whose users have not decided. */
  unknown: number;
};

/** The subject of a reconciliation. null: sending is not frozen. `store`: the owner's. */
export async function atStake(store: Store): Promise<AtStake | null> {
  const frozen = await sendingFrozen(store.sql);
  if (!frozen) return null;
  const rows = await store.sql<
    {
      tenant: string;
      stream_id: string;
      state: Pick<MessageState, 'status' | 'hasText' | 'dispatch'>;
      restored: boolean;
    }[]
  >`
    select m.tenant_id as tenant, m.stream_id,
      jsonb_build_object('status', m.status, 'hasText', m.state->'hasText', 'dispatch', m.state->'dispatch') as state,
      m.state->'reason'->>'code' = 'restored' as restored
    from read.messages m
    -- what began in this epoch is known in full
    where exists (select from log.events e where e.tenant_id = m.tenant_id and e.stream_id = m.stream_id and e.version = 1
      and e.epoch < ${frozen.epoch})
    order by m.tenant_id, m.stream_id`;
  const left = rows.filter(({ state }) => mayHaveLeft(state));
  return {
    frozen,
    mayHaveLeft: left.map(({ tenant, stream_id }) => ({ tenant, id: idOf(stream_id) })),
    tenants: new Set(left.map(({ tenant }) => tenant)).size,
    withoutText: rows.filter(({ state }) => state.status === 'drafted' && !state.hasText).length,
    unknown: rows.filter(({ state, restored }) => state.status === 'unknown' && restored).length,
  };
}

/** `unknownBefore`: messages that an earlier one, which was interrupted, had made unknown and nobody has decided yet. */
export type Reconciled = { epoch: number; madeUnknown: number; unknownBefore: number; replanned: number };

const RECONCILE_LOCK = 7_061_726_177n;

/** `sql` gives one connection away for as long. Throws CannotStart while another reconciliation runs. */
async function asOnlyOne<T>({ sql }: Store, work: () => Promise<T>): Promise<T> {
  const connection = await reserve(sql);
  const lock = String(RECONCILE_LOCK);
  try {
    const [row] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${lock}::bigint) as mine`;
    if (!row?.mine) throw new CannotStart('Another reconciliation of this database is running. Wait until it ends.');
    try {
      return await work();
    } finally {
      await connection`select pg_advisory_unlock(${lock}::bigint)`;
    }
  } finally {
    connection.release();
  }
}

/**
 * Makes every message unknown that may have left, and releases sending. `nothingLeft`: no email was sent after the copy, since the old installation
 * had been stopped. Then none becomes unknown, and planned emails get new times. May be interrupted and run again; `beforeRelease` runs while nothing
 * can leave yet. Answers what it did; null when sending is not frozen. Throws CannotStart while another one runs.
 */
export const reconcile = (
  store: Store,
  options: { nothingLeft: boolean; beforeRelease?: () => Promise<void> },
): Promise<Reconciled | null> => asOnlyOne(store, () => reconcileNow(store, options));

async function reconcileNow(
  store: Store,
  { nothingLeft, beforeRelease }: Parameters<typeof reconcile>[1],
): Promise<Reconciled | null> {
  const stake = await atStake(store);
  if (!stake) return null;
  let changed = 0;
  for (const { tenant, id } of stake.mayHaveLeft) {
    const { changed: isChanged } = await store.decide({ tenant, cause }, ref('message', id), (message) =>
      nothingLeft ? unscheduleEmail(message, { code: 'database_moved' }) : markOutcomeUnknown(message),
    );
    if (isChanged) changed += 1;
  }
  await beforeRelease?.();
  const { epoch } = stake.frozen;
  const unknownBefore = nothingLeft ? 0 : stake.unknown;
  const madeUnknown = nothingLeft ? 0 : changed;
  const released: InstallationEvent = {
    type: 'SendingReleased',
    data: { epoch, unknown: madeUnknown + unknownBefore, nothingLeft },
  };
  await store.decide({ tenant: 'system', cause }, INSTALLATION, () => [released]);
  return { epoch, madeUnknown, unknownBefore, replanned: nothingLeft ? changed : 0 };
}
