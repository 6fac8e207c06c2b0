import { DISPATCHED } from '../../events/messages/messageState.ts';
import type { ErasureSubject } from '../../events/privacy/erasure.ts';
import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { sealedTexts } from './sealedTexts.ts';
import { whoHasAddress } from './whoHasAddress.ts';

/** People who are erased already do not count. */
export type ErasurePreview = { partners: number; messagesWaiting: number; messagesKept: number };

type Row = { stream_id: string };

/** Counts it before anything is destroyed. `subjects`: of one tenant. `store`: the owner's. */
export async function erasurePreview(
  store: Store,
  tenant: string,
  subjects: readonly Pick<ErasureSubject, 'kind' | 'partnerId' | 'addressHmac'>[],
): Promise<ErasurePreview> {
  const all = subjects.some(({ kind }) => kind === 'tenant');
  const some = new Set<string>();
  for (const { kind, partnerId, addressHmac } of subjects) {
    if (kind === 'partner') some.add(partnerId ?? '');
    if (kind === 'address') for (const id of await whoHasAddress(store, tenant, addressHmac ?? '')) some.add(id);
  }
  const ids = [...some];
  const onWay = [...DISPATCHED];
  return readAs(store.sql, tenant, async (tx) => {
    const [partners] = await tx<{ count: number }[]>`
      select count(*)::int as count from read.partners
      where tenant_id = ${tenant} and not (status = 'deleted' and (state->>'erased')::boolean)
        and ${all ? tx`true` : tx`stream_id = any (${ids.map((id) => `partner-${id}`)})`}`;
    const theirs = tx`tenant_id = ${tenant} and ${all ? tx`true` : tx`partner_id = any (${ids})`}`;
    const waiting = await tx<Row[]>`
      select stream_id from read.messages where ${theirs} and status <> all (${[...onWay, 'cancelled']})`;
    const left = await tx<Row[]>`select stream_id from read.messages where ${theirs} and status = any (${onWay})`;
    // a message that lost its text before stays
    const kept = await sealedTexts(
      tx,
      tenant,
      left.map(({ stream_id }) => stream_id),
    );
    return { partners: partners?.count ?? 0, messagesWaiting: waiting.length, messagesKept: kept.size };
  });
}
