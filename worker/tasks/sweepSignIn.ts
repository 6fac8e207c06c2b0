import { sweepSignInAttempts } from '../../db/accounts/signInAttempts.ts';
import type { Deps } from '../context.ts';

/** Every hour: what is over of sessions, links, attempts and requests for a way in goes (auth.sweep). */
export function sweepSignIn(deps: Deps) {
  return async (): Promise<void> => {
    await deps.store.sql`select auth.sweep()`;
    await sweepSignInAttempts(deps.store.sql);
  };
}
