import { readAs, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { pack, unpack } from './envelope.ts';

/**
 * People whom a search paid for and did not use, for the next one. Sealed, never in a backup, and gone after 30 days (auth.sweep) or with any erasure
 * in the workspace. No one checks whom they name.
 */
const KIND = 'kept-for-search';

type Vault = Pick<Store, 'sql' | 'master'>;

const place = (tenant: string, id: string) => `${tenant}|${KIND}|${id}`;

/** By the ids under which it was kept, the oldest first. Rows that cannot be opened are left out. */
export async function readKept({ sql, master }: Vault, tenant: string): Promise<Map<string, string>> {
  const rows = await readAs(
    sql,
    tenant,
    (tx) => tx<{ id: string; sealed: Buffer }[]>`
      select secret_id as id, sealed from vault.secrets where tenant_id = ${tenant} and kind = ${KIND}
      order by created_at, secret_id`,
  );
  return new Map(
    rows.flatMap(({ id, sealed }): [string, string][] => {
      try {
        return [[id, unpack(master.seal, sealed, place(tenant, id)).toString()]];
      } catch {
        return [];
      }
    }),
  );
}

/** Keeps values by id, unless the workspace was erased. A value takes the place of the one before; null forgets it. */
export async function keepForSearch(
  { sql, master }: Vault,
  tenant: string,
  values: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (values.size === 0) return;
  await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    await tx`delete from vault.secrets where tenant_id = ${tenant} and kind = ${KIND} and secret_id = any (${[...values.keys()]})`;
    for (const [id, value] of values) {
      if (value === null) continue;
      const sealed = pack(master.seal, Buffer.from(value), place(tenant, id));
      await tx`select vault.keep_for_search(${tenant}, ${id}, ${KIND}, ${sealed})`;
    }
  });
}

/** All of a tenant, in a transaction that has the tenant set. */
export async function forgetKeptIn(tx: Tx, tenant: string): Promise<void> {
  await tx`delete from vault.secrets where tenant_id = ${tenant} and kind = ${KIND}`;
}
