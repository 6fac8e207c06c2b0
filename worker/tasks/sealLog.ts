import { sealEvents } from '../../db/seal/sealEvents.ts';
import type { Deps } from '../context.ts';

/** Every minute: seals what has come into the log since. */
export const sealLog = (deps: Deps) => async (): Promise<void> => {
  await sealEvents(deps.store.sql, deps.store.master);
};
