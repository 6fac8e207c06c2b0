import { sealEvents } from '../../db/seal/sealEvents.ts';
import { defineTask } from '../defineTask.ts';

/** Seals new events of the log. */
export const sealLog = defineTask({
  name: 'seal-log',
  lane: 'decide',
  cron: '* * * * *',
  needs: ['store'],
  handler: async ({ store }) => void (await sealEvents(store.sql, store.master)),
});
