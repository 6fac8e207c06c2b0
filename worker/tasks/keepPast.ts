import { keepPast as keep } from '../../db/lists/keepPast.ts';
import { defineTask } from '../defineTask.ts';

/** Keeps the counters of the past, so that a look at it needs to fold little. */
export const keepPast = defineTask({
  name: 'keep-past',
  lane: 'decide',
  cron: '7 * * * *',
  needs: ['store'],
  handler: ({ store }) => keep(store.sql, store.now()),
});
