import { disconnectChannel } from '../../db/accounts/disconnectChannel.ts';
import { ref } from '../../db/store.ts';
import { causeOf } from '../context.ts';
import { about, defineTask } from '../defineTask.ts';

/** Forgets the webhooks and browsers of a deleted account (the job's id). */
export const endNotices = defineTask({
  name: 'end-notices',
  lane: 'decide',
  on: { UserDeleted: about },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { state: user } = await store.load('system', ref('user', job.id));
    const settings = ref('notifications', job.id);
    for (const { workspaceId: tenant } of user.memberships) {
      const { connected } = (await store.load(tenant, settings)).state;
      for (const channel of Object.keys(connected))
        await disconnectChannel(store, { tenant, cause: causeOf('end-notices', job) }, settings, channel, 'account');
    }
  },
});
