import { idOf } from '../../db/store.ts';
import { upcast } from '../../events/catalog.ts';
import { kindOf } from '../../events/shared/event.ts';
import { defineTask } from '../defineTask.ts';

type Request = {
  tenant_id: string;
  stream_id: string;
  version: number;
  type: string;
  schema_version: number;
  payload: { d: object };
  correlation_id: string;
};

/**
 * Adds the jobs that a backup does not hold. These are open searches, imports, profiles, contacts and texts, replies without a label, and campaigns
 * with follow-ups. Each of these jobs first checks whether it is still wanted, so a duplicate does no harm. Mails are the sweep's.
 */
export const requeueOpenRequests = defineTask({
  name: 'requeue-open-requests',
  lane: 'decide',
  on: { SendingReleased: ({ id }) => ({ id, jobKey: 'requeue-open-requests' }) },
  needs: ['store', 'jobsFor'],
  handler: async ({ store, jobsFor }, _job, run) => {
    for (const row of await store.sql<Request[]>`select * from log.open_requests()`) {
      const { tenant_id: tenant, stream_id: streamId, version, type } = row;
      const id = idOf(streamId);
      const data = upcast(kindOf(streamId), type, row.schema_version, row.payload.d);
      const about = { correlationId: row.correlation_id, causationId: `${streamId}@${version}` };
      for (const wanted of jobsFor({ tenant, streamId, id, version, type, data })) {
        const payload = { tenant, id: wanted.id, ...about, ...(wanted.also ? { also: wanted.also } : {}) };
        await run.addJob(wanted.task, payload, wanted.queueName ? { queueName: wanted.queueName } : {});
      }
      // all of its texts may be there
      if (type === 'MessagesRequested') await run.addJob('finish-messages', { tenant, id, ...about });
    }
    await run.addJob('sweep', {}, { jobKey: 'sweep at once' });
  },
});
