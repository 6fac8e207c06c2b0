import { sweepSignInAttempts } from '../../db/accounts/signInAttempts.ts';
import { defineTask } from '../defineTask.ts';

/** What is over of sessions, links, attempts and requests for a way in goes (auth.sweep). */
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
