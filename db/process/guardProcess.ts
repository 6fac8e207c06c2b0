import type { Logger } from 'pino';
import { isAway } from '../connection/connect.ts';

/** The name, the code and the place in the program: a text may name people. */
function factsOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const at = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return { error: error.name, code: (error as { code?: string }).code, at: at?.trim() };
}

/**
 * Makes one line of an error that nothing caught, instead of a raw stack. The database being away is waited out: jobs and callers try again.
 * Any other error ends the process, and its supervisor starts it again.
 */
export function guardProcess(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal(factsOf(error), 'ended by a fault of the program');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', (error) => {
    if (!isAway(error)) return end(error);
    log.error(factsOf(error), 'the database did not answer; trying again');
  });
}
