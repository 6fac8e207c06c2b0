import { logOf } from '../db/process/logger.ts';
import { errorName } from './errorName.ts';

const log = logOf('worker');

/** Looks at something when a worker starts. The start goes on if that fails, because it is repeated later. */
export async function checkAtStart(what: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    log.error(`The check of ${what} failed at the start (${errorName(error)}). It is checked again later.`);
  }
}
