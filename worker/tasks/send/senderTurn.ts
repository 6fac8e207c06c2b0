import type { Tx } from '../../../db/connection/connect.ts';
import { type Known, type Loaded, type LoadedRow, trustRows, versionsOf } from '../../../db/log/load.ts';
import { recipientLock, sendDayLock, senderLock } from '../../../db/log/locks.ts';
import { idOf, type Store } from '../../../db/store.ts';
import type { UserState } from '../../../events/accounts/userState.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';

/** `owner`: of the tenant's workspace. `countsDay`: the workspace's limit of a day may be reached. `streamIds`: what the commit names. `known`: as it was read before. */
type Turn = {
  owner: string;
  partnerId: string;
  addressHmac: string;
  countsDay: boolean;
  streamIds: readonly string[];
  known: Known;
};

/** What a dispatch reads under its locks. `open`: sending is not frozen. `same`: the messages of others to the same address, in every campaign. */
export type TurnRead = {
  open: boolean;
  account: UserState;
  streams: Loaded[];
  same: { id: string; state: MessageState }[];
};

/**
 * Runs `work` in a transaction that locks the sender, the workspace's owner. The account cannot be paused or deleted before the transaction ends. Nor
 * can sending be frozen, or another email leave to the recipient. `work` commits once, as its last step.
 */
export async function inSenderTurn<T>(
  store: Store,
  tenant: string,
  turn: Turn,
  work: (tx: Tx, read: TurnRead) => Promise<T>,
): Promise<T> {
  const result = await store.sql.begin(async (tx) => {
    return work(tx, await beginDispatch(store, tx, tenant, turn));
  });
  return result as T;
}

type Row = LoadedRow & { part: string; stream_id: string };

async function beginDispatch(
  { sql, master }: Store,
  tx: Tx,
  tenant: string,
  { owner, partnerId, addressHmac, countsDay, streamIds, known }: Turn,
): Promise<TurnRead> {
  const rows = await tx<Row[]>`
    select part, stream_id, version, projection_version, at, state from log.begin_dispatch(
      ${tenant}, ${owner}, ${String(senderLock(owner))}::bigint, ${String(recipientLock(tenant, addressHmac))}::bigint,
      ${countsDay ? String(sendDayLock(tenant)) : null}::bigint,
      ${streamIds as string[]}, ${versionsOf(streamIds, known)}, ${partnerId}, ${addressHmac})`;
  const of = (part: string) => rows.filter((row) => row.part === part);
  const sameIds = of('same').map(({ stream_id }) => stream_id);
  const [account] = await trustRows(sql, master, 'system', [`user-${owner}`], of('account'));
  const named = await trustRows(sql, master, tenant, streamIds, of('named'), known);
  const same = await trustRows(sql, master, tenant, sameIds, of('same'));
  return {
    open: of('open').length > 0,
    account: account?.state as UserState,
    streams: [...named, ...same],
    same: same.map(({ streamId, state }) => ({ id: idOf(streamId), state: state as MessageState })),
  };
}
