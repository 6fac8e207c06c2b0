import { readAs } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Store } from '../store.ts';

/** People who share an address, such as a press office. */
const MOST = 20;

/** The partners who have an address, in lower case, or were written to at it. */
export async function peopleAt(store: Store, tenant: string, email: string): Promise<string[]> {
  await bringUpToDate(store, tenant);
  const hmac = store.pseudonyms.address(tenant, email);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ id: string }[]>`
      select partner_id as id from lists.people
      where tenant_id = ${tenant} and email = ${email} and status <> 'deleted'
      union
      select partner_id from read.messages where tenant_id = ${tenant} and address_hmac = ${hmac}
      limit ${MOST}`,
  );
  return rows.map(({ id }) => id);
}
