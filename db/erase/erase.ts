/** The one place that erases: a wish is written down, carried out step by step, and its stream is the receipt. */
import { completeErasure, type ErasureSubject, erasureId, requestErasure } from '../../events/privacy/erasure.ts';
import { erasureReceipt } from '../../events/privacy/erasureReceipt.ts';
import type { ErasureReceipt } from '../../events/privacy/erasureReceiptSchema.ts';
import type { Cause } from '../log/commit.ts';
import { ref, type Store } from '../store.ts';
import { erasePartner, erasePartners } from './erasePartners.ts';
import { type ErasureWork, eraseStep } from './eraseStep.ts';
import { eraseTenant } from './eraseTenant.ts';
import { appendErasureLog } from './erasuresFile.ts';
import { whoHasAddress } from './whoHasAddress.ts';

/** Writes a wish down; an open one of the same subject is joined. Answers its id. The worker carries it out, unless the caller does. */
export async function askForErasure(
  store: Store,
  tenant: string,
  cause: Cause,
  subject: ErasureSubject,
): Promise<string> {
  const id = erasureId(subject);
  await store.run({
    tenant,
    cause,
    streams: { erasure: ref('erasure', id) },
    decide: ({ erasure }) => ({ erasure: requestErasure(erasure, subject) }),
  });
  return id;
}

/**
 * Carries out what was asked for and answers the receipt; what is done already stays so. `store`: the worker's or the owner's.
 * `erasuresFile`: gets the names of those who are erased, before their keys go. May be interrupted anywhere, done again, and done by two at once. Throws
 * ErasuresFileFailed, and what `revokeAccess` throws.
 */
export async function carryOutErasure(
  store: Store,
  tenant: string,
  id: string,
  how: Pick<ErasureWork, 'cause' | 'gone' | 'revokeAccess'> & { erasuresFile: string | undefined },
): Promise<ErasureReceipt> {
  const erasure = ref('erasure', id);
  const { erasuresFile, ...given } = how;
  const work: ErasureWork = { ...given, store, tenant, erasure };
  const { state } = await store.load(tenant, erasure);
  if (state.status === 'open') {
    if (state.kind === 'tenant') await eraseTenant(work, erasuresFile);
    if (state.partnerId) await erasePartner(work, state.partnerId, erasuresFile);
    if (state.addressHmac) await eraseAddress(work, state.addressHmac, erasuresFile);
  }
  await store.sql`select log.drop_unfinished_rows()`;
  return erasureReceipt(tenant, id, (await store.load(tenant, erasure)).state);
}

/** Erases every partner who has or had an address, and what is known of it on the list of those who get nothing more. */
async function eraseAddress(work: ErasureWork, hmac: string, erasuresFile: string | undefined): Promise<void> {
  const { store, tenant } = work;
  await erasePartners(work, await whoHasAddress(store, tenant, hmac), { addresses: 'hold', erasuresFile });
  await eraseStep(work, async () => {
    appendErasureLog(erasuresFile, [{ tenant, person: `suppression-${hmac}`, asListed: false }], store.now());
    return { persons: [], addresses: [hmac], ends: completeErasure };
  });
}
