import type { ErasureSubject } from '../../events/erasure.ts';
import { DISPATCHED } from '../../events/messageState.ts';
import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';
import { whoHasAddress } from './whoHasAddress.ts';

/** What an erasure would be about, in counts. */
export type AtStakeInErasure = { partners: number; messagesWaiting: number; messagesKept: number };

/** Counts it before anything is destroyed. `store`: the owner's. */
export async function atStakeInErasure(
  store: Store,
  tenant: string,
  { kind, partnerId, addressHmac }: Pick<ErasureSubject, 'kind' | 'partnerId' | 'addressHmac'>,
): Promise<AtStakeInErasure> {
  const some = kind === 'address' ? await whoHasAddress(store, tenant, addressHmac ?? '') : [partnerId ?? ''];
  const onWay = [...DISPATCHED];
  const { partners, messages } = await readAs(store.sql, tenant, async (tx) => {
    const all = kind === 'tenant';
    const theirs = tx<{ count: number }[]>`
      select count(*)::int as count from read.partners
      where tenant_id = ${tenant} and not (status = 'deleted' and (state->>'erased')::boolean)
        and ${all ? tx`true` : tx`stream_id = any (${some.map((id) => `partner-${id}`)})`}`.execute();
    const mails = tx<{ waiting: number; kept: number }[]>`
      select count(*) filter (where status = any (${onWay}))::int as kept,
        count(*) filter (where status <> all (${[...onWay, 'cancelled']}))::int as waiting
      from read.messages
      where tenant_id = ${tenant} and ${all ? tx`true` : tx`partner_id = any (${some})`}`.execute();
    return { partners: (await theirs)[0], messages: (await mails)[0] };
  });
  return {
    partners: partners?.count ?? 0,
    messagesWaiting: messages?.waiting ?? 0,
    messagesKept: messages?.kept ?? 0,
  };
}
