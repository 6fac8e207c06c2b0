import { sweepSignInAttempts } from '../../db/accounts/signInAttempts.ts';
import { defineTask } from '../defineTask.ts';

/** Deletes expired sessions, links, attempts and access requests (auth.sweep). */
export const sweepSignIn = defineTask({
  name: 'sweep-sign-in',
  lane: 'decide',
  cron: '47 * * * *',
  needs: ['store'],
  handler: async ({ store }) => {
    await store.sql`select auth.sweep()`;
    await sweepSignInAttempts(store.sql);
  },
});
