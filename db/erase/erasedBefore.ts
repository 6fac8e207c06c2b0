import { type ErasureSubject, erasureId } from '../../events/privacy/erasure.ts';
import { erasureReceipt } from '../../events/privacy/erasureReceipt.ts';
import type { ErasureReceipt } from '../../events/privacy/erasureReceiptSchema.ts';
import { ownerAccount } from '../accounts/workspace.ts';
import { ref, type Store } from '../store.ts';
import { whoHasAddress } from './whoHasAddress.ts';

/** The receipt of an earlier erasure of the same subject without new data since; null: there is something to do. */
export async function erasedBefore(
  store: Store,
  tenant: string,
  subject: ErasureSubject,
): Promise<ErasureReceipt | null> {
  const id = erasureId(subject);
  const { state } = await store.load(tenant, ref('erasure', id));
  // no person asked for retention: their addresses are not held yet
  if (state.status !== 'done' || (subject.kind === 'partner' && state.why === 'retention')) return null;
  return (await nothingNew(store, tenant, subject)) ? erasureReceipt(tenant, id, state) : null;
}

async function nothingNew(
  store: Store,
  tenant: string,
  { kind, partnerId, addressHmac }: ErasureSubject,
): Promise<boolean> {
  if (kind === 'partner') return (await store.load(tenant, ref('partner', partnerId ?? ''))).state.erased;
  if (kind === 'tenant') return (await ownerAccount(store, tenant)).account === null;
  const entry = (await store.load(tenant, ref('suppression', addressHmac ?? ''))).state;
  return entry.reason === 'erased' && (await whoHasAddress(store, tenant, addressHmac ?? '')).length === 0;
}
