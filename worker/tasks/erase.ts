import { carryOutErasure } from '../../db/erase/erase.ts';
import { ErasuresFileFailed } from '../../db/erase/erasuresFile.ts';
import { logOf } from '../../db/process/logger.ts';
import { causeOf } from '../context.ts';
import { defineTask, keyed } from '../defineTask.ts';
import { revokeForErasure } from './revokeForErasure.ts';

const log = logOf('worker');

/** Carries out a requested erasure. While the erasures file cannot be written, it retries, and an operator hears of it. */
export const erase = defineTask({
  name: 'erase',
  lane: 'decide',
  on: { ErasureRequested: (event) => keyed('erase', event) },
  needs: ['store', 'erasuresFile', 'signIns'],
  handler: async (deps, job) => {
    const { store, erasuresFile } = deps;
    const cause = causeOf('erase', job);
    try {
      await carryOutErasure(store, job.tenant, job.id, {
        cause,
        erasuresFile,
        revokeAccess: revokeForErasure(deps, cause),
      });
    } catch (error) {
      if (error instanceof ErasuresFileFailed) log.error(error.message);
      throw error;
    }
  },
});
