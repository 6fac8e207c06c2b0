import { stopImport } from '../../events/partners/partnerImport.ts';
import type { Tx } from '../connection/connect.ts';
import { forgetAllJobInputsIn } from '../vault/jobInput.ts';
import { importOf } from '../vault/takeImportPart.ts';
import type { ErasureWork } from './eraseStep.ts';

/**
 * Ends the import of a workspace, in the transaction of an erasure: a row may name the erased person. A worker that still holds the rows cannot
 * commit them, because each of its commits needs the import's stream.
 */
export async function endImportIn(tx: Tx, { store, tenant, cause }: ErasureWork): Promise<void> {
  await forgetAllJobInputsIn(tx, tenant);
  await store.runIn(tx, {
    tenant,
    cause,
    streams: { list: importOf(tenant) },
    decide: ({ list }) => ({ list: stopImport(list, list.importId, 'erasure') }),
  });
}
