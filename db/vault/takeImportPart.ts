import { type ImportPart, type ImportState, receiveImportPart } from '../../events/partners/partnerImport.ts';
import type { ImportCells } from '../../events/partners/partnersInput.ts';
import { inTransaction } from '../connection/inTransaction.ts';
import type { Cause } from '../log/commit.ts';
import { ref, type Store } from '../store.ts';
import { keepJobInputIn } from './jobInput.ts';

/** The import of a workspace: one stream each, so one runs at a time. */
export const importOf = (tenant: string) => ref('import', tenant);

const charactersOf = (rows: readonly ImportCells[]): number =>
  rows.reduce(
    (sum, row) =>
      sum + Object.values(row).reduce<number>((of, cell) => of + (typeof cell === 'string' ? cell.length : 0), 0),
    0,
  );

/** Records a part of an import and keeps its rows, in one transaction. A part that came before changes nothing. */
export async function takeImportPart(
  store: Store,
  tenant: string,
  cause: Cause,
  part: Omit<ImportPart, 'rows' | 'characters'>,
  rows: readonly ImportCells[],
): Promise<ImportState> {
  const counts = { rows: rows.length, characters: charactersOf(rows) };
  return inTransaction(store, async (tx) => {
    const { states, committed } = await store.runIn(tx, {
      tenant,
      cause,
      streams: { list: importOf(tenant) },
      decide: ({ list }) => ({ list: receiveImportPart(list, { ...part, ...counts }) }),
    });
    if (committed.length > 0)
      await keepJobInputIn(tx, store, tenant, { kind: 'import-rows', id: part.importId, part: part.part }, rows);
    return states.list;
  });
}
