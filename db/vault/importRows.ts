import type { ImportCells } from '../../events/partners/partnersInput.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { pack, unpack } from './envelope.ts';

/**
 * The rows of an import until it has ended. Sealed, never in a backup, and gone after two days (auth.sweep) or with any erasure in the workspace. A
 * row may name the person.
 */
export const IMPORT_ROWS = 'import-rows';

const ofImport = (importId: string) => `${IMPORT_ROWS}.${importId}.`;
const secretId = (importId: string, part: number) => `${ofImport(importId)}${part}`;
const place = (tenant: string, id: string) => `${tenant}|${IMPORT_ROWS}|${id}`;

/** Keeps a part of the running import, in a transaction of the caller's. Rows of earlier imports are deleted. */
export async function keepImportRowsIn(
  tx: Tx,
  { master }: Pick<Store, 'master'>,
  tenant: string,
  { importId, part }: { importId: string; part: number },
  rows: readonly ImportCells[],
): Promise<void> {
  const id = secretId(importId, part);
  const sealed = pack(master.seal, Buffer.from(JSON.stringify(rows)), place(tenant, id));
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  await tx`
    delete from vault.secrets
    where tenant_id = ${tenant} and kind = ${IMPORT_ROWS} and not starts_with(secret_id, ${ofImport(importId)})`;
  await tx`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (${tenant}, ${id}, ${IMPORT_ROWS}, ${sealed})
    on conflict do nothing`;
}

/** The rows of one part; null when they are gone. */
export async function readImportRows(
  { sql, master }: Pick<Store, 'sql' | 'master'>,
  tenant: string,
  { importId, part }: { importId: string; part: number },
): Promise<ImportCells[] | null> {
  const id = secretId(importId, part);
  const [row] = await readAs(
    sql,
    tenant,
    (tx) =>
      tx<{ sealed: Buffer }[]>`select sealed from vault.secrets where tenant_id = ${tenant} and secret_id = ${id}`,
  );
  return row ? JSON.parse(unpack(master.seal, row.sealed, place(tenant, id)).toString()) : null;
}

export async function forgetImportRows({ sql }: Pick<Store, 'sql'>, tenant: string, importId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    await tx`
      delete from vault.secrets
      where tenant_id = ${tenant} and kind = ${IMPORT_ROWS} and starts_with(secret_id, ${ofImport(importId)})`;
  });
}

/** The rows of every import, in a transaction that has the tenant set. */
export async function forgetAllImportRowsIn(tx: Tx, tenant: string): Promise<void> {
  await tx`delete from vault.secrets where tenant_id = ${tenant} and kind = ${IMPORT_ROWS}`;
}
