import { readAs, type Tx } from '../connection/connect.ts';
import { readStored, type StoredEvent } from '../log/stored.ts';
import { idOf, type Store } from '../store.ts';
import { personKeys } from '../vault/personKeys.ts';

const PAGE = 2_000;

/** Events with a partner's address: one in use, or one from a person's record. */
export const WITH_ADDRESS = ['ContactFound', 'ContactEdited', 'PartnerDiscovered', 'PartnerAdded'] as const;

export function addressIn(personal: object | null | undefined): string | undefined {
  const { email, knownEmail } = (personal ?? {}) as { email?: string; knownEmail?: { address: string } };
  return email ?? knownEmail?.address;
}

/**
 * A tenant's partners who have or had an address (by its HMAC), or were written to at it. Partners erased since are left out. It reads the tenant's
 * whole log, which also has replaced addresses.
 */
export async function whoHasAddress(store: Store, tenant: string, addressHmac: string): Promise<string[]> {
  const found = new Set<string>();
  for (const id of await knownByRow(store, tenant, addressHmac)) found.add(id);
  let after = { stream_id: '', version: 0 };
  for (;;) {
    const rows = await readAs(
      store.sql,
      tenant,
      (tx) => tx<StoredEvent[]>`
        select stream_id, version, type, schema_version, payload, actor, recorded_at from log.events e
        where tenant_id = ${tenant} and (stream_id, version) > (${after.stream_id}, ${after.version})
          and (type = 'EmailDispatched' or type = any (${[...WITH_ADDRESS]}))
          and not exists (
            select from log.events x where x.tenant_id = e.tenant_id and x.stream_id = e.stream_id
              and x.version > e.version and x.type = 'PersonErased')
        order by stream_id, version limit ${PAGE}`,
    );
    const contacts = rows.filter(({ type }) => type !== 'EmailDispatched').map(({ stream_id }) => stream_id);
    const keys = await personKeys(store.sql, store.master, tenant, [...new Set(contacts)]);
    for (const row of rows) {
      if (row.type === 'EmailDispatched') {
        const { d } = row.payload as { d: { addressHmac: string } };
        if (d.addressHmac === addressHmac) found.add(row.stream_id.split('.')[1] ?? '');
        continue;
      }
      const email = addressIn(readStored(row, keys.get(row.stream_id)).personal);
      if (email && store.pseudonyms.address(tenant, email) === addressHmac) found.add(idOf(row.stream_id));
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return [...found];
    after = last;
  }
}

/** The addresses of a row of read.partners, as a table. */
export const addressesInRow = (tx: Tx) =>
  tx`unnest(array[state->'contact'->>'email', state->'person'->'knownEmail'->>'address'])`;

/** Partners whose row has the address. The log of an unreadable person cannot tell it, but an older row may. */
async function knownByRow(store: Store, tenant: string, addressHmac: string): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; email: string }[]>`
      select stream_id, email from read.partners, ${addressesInRow(tx)} email where tenant_id = ${tenant} and email is not null`,
  );
  const has = rows.filter(({ email }) => store.pseudonyms.address(tenant, email) === addressHmac);
  return has.map(({ stream_id }) => idOf(stream_id));
}
