import type { ErasureState } from '../../events/privacy/erasure.ts';
import { erasureReceipt } from '../../events/privacy/erasureReceipt.ts';
import type { ErasureReceipt } from '../../events/privacy/erasureReceiptSchema.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';

/** A list shows at most this many receipts; the log keeps all. */
const SHOWN = 500;

/** The receipts of a tenant, the newest first. */
export async function listErasures(store: Store, tenant: string): Promise<ErasureReceipt[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: ErasureState }[]>`
      select stream_id, state from read.erasures where tenant_id = ${tenant}
      order by state->>'requestedAt' desc limit ${SHOWN}`,
  );
  return rows.map(({ stream_id, state }) => erasureReceipt(tenant, idOf(stream_id), state));
}

/** The receipts of all tenants, the newest first: for admins. */
export async function allErasures(store: Store): Promise<ErasureReceipt[]> {
  const rows = await store.sql<{ tenant_id: string; stream_id: string; state: ErasureState }[]>`
    select tenant_id, stream_id, state from read.all_erasures(${SHOWN})`;
  return rows.map(({ tenant_id, stream_id, state }) => erasureReceipt(tenant_id, idOf(stream_id), state));
}
