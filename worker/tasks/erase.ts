import { carryOutErasure } from '../../db/erase/erase.ts';
import { ErasuresFileFailed } from '../../db/erase/erasuresFile.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/** Carries out an erasure that was asked for. Until the file can be written that must name it, it is tried again, and an operator hears of it. */
export const erase: Handler = async ({ store, erasuresFile }, job) => {
  try {
    await carryOutErasure(store, job.tenant, job.id, { cause: causeOf('erase', job), erasuresFile });
  } catch (error) {
    if (error instanceof ErasuresFileFailed) console.error(`worker: ${error.message}`);
    throw error;
  }
};
