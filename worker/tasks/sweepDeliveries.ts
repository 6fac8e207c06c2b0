import { DELIVERIES_KEPT_DAYS } from '../../events/shared/webhookEvents.ts';
import { defineTask } from '../defineTask.ts';

/** Deletes old deliveries of webhooks, also those of webhooks that were removed. */
export const sweepDeliveries = defineTask({
  name: 'sweep-deliveries',
  lane: 'decide',
  cron: '23 * * * *',
  needs: ['store'],
  handler: async ({ store }) => {
    await store.sql`select queue.sweep_deliveries(${DELIVERIES_KEPT_DAYS})`;
  },
});
