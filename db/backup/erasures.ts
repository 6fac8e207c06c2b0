/** Who was erased after a backup was taken comes back with it, with their key. A restore erases again whom ERASURES_FILE names. */

import type { Sql } from '../connect.ts';
import { askForErasure, carryOutErasure } from '../erase/erase.ts';
import { eraseStep, refOf } from '../erase/eraseStep.ts';
import type { Erasure } from '../erase/erasuresFile.ts';
import { sealedTexts } from '../erase/sealedTexts.ts';
import { idOf, ref, type Store } from '../store.ts';

/**
 * Destroys the keys, before any row is made from what they open, but not of who was added again after their erasure. Answers how many there
 * were. `sql`: the owner's.
 */
export async function destroyKeys(sql: Sql, erasures: readonly Erasure[]): Promise<number> {
  let destroyed = 0;
  for (const { tenant, person, at } of erasures) {
    // an owner's erasure is that of the whole tenant
    const { count } = await sql`
      delete from vault.person_keys
      where tenant_id = ${tenant} and (${person} = 'owner'
        or (person_id = ${person} and created_at <= coalesce(${at}::text::timestamptz, 'infinity')))`;
    destroyed += count;
  }
  return destroyed;
}

/** Whether a person came back after the erasure: their key is younger. */
async function addedAgain(sql: Sql, { tenant, person, at }: Erasure): Promise<boolean> {
  const rows = await sql`
    select from vault.person_keys
    where tenant_id = ${tenant} and person_id = ${person} and created_at > ${at}::text::timestamptz`;
  return rows.length > 0;
}

const cause = { actor: 'system:restore', correlationId: 'restore', causationId: null };

/** Records what was done, where the restored log does not say so yet, and does what else an erasure does. `store`: the owner's. */
export async function recordErasures(store: Store, erasures: readonly Erasure[]): Promise<void> {
  // an account goes with its tenant
  const tenantOf = ({ tenant, person }: Erasure) =>
    tenant === 'system' ? [idOf(person)] : person === 'owner' ? [tenant] : [];
  const tenants = new Set(erasures.flatMap(tenantOf));
  for (const tenant of tenants) await eraseAgain(store, tenant, 'tenant', null);
  for (const erasure of erasures) {
    const { tenant, person } = erasure;
    if (tenant === 'system' || tenants.has(tenant)) continue;
    if (!person.startsWith('suppression-') && (await addedAgain(store.sql, erasure))) continue;
    if (person.startsWith('partner-')) await erasePartnerAgain(store, tenant, idOf(person));
    else await closeAgain(store, tenant, person);
  }
}

async function eraseAgain(
  store: Store,
  tenant: string,
  kind: 'partner' | 'tenant',
  partnerId: string | null,
): Promise<void> {
  const subject = { kind, partnerId, addressHmac: null, why: 'restored' } as const;
  const id = await askForErasure(store, tenant, cause, subject);
  await carryOutErasure(store, tenant, id, { cause, erasuresFile: undefined });
}

async function erasePartnerAgain(store: Store, tenant: string, id: string): Promise<void> {
  const { status } = (await store.load(tenant, ref('partner', id))).state;
  // a partner without a key looks erased already: whether it was said stands in the log alone
  const said = (await sealedTexts(store.sql, tenant, [`partner-${id}`])).size === 0;
  if (status !== 'none' && !(status === 'deleted' && said)) await eraseAgain(store, tenant, 'partner', id);
}

/** The entry of an address, which stays on the list, or the search for one person. */
async function closeAgain(store: Store, tenant: string, person: string): Promise<void> {
  const address = person.startsWith('suppression-') ? idOf(person) : null;
  await eraseStep({ store, tenant, cause, erasure: ref('erasure', 'none') }, async () =>
    address ? { persons: [], addresses: [address] } : { persons: [person], streams: async () => [refOf(person)] },
  );
}
