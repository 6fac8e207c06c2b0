import { heldSends } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { resumeSendNow } from '../../events/messages/sendTime.ts';
import { keepsWaiting } from '../../events/sending/mailboxHold.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';

/**
 * Has each Send Now of a tenant that waits for its next try leave at once, unless something holds the mailbox (again): a hold has ended for
 * which they waited. The job is about the tenant.
 */
export async function resumeSends({ store }: Deps, job: JobPayload): Promise<void> {
  const mailbox = ref('mailbox', job.tenant);
  const { state } = await store.load(job.tenant, mailbox);
  if (keepsWaiting(state, store.now().toISOString())) return;
  for (const id of await heldSends(store, job.tenant)) {
    await store.run({
      ...scopeOf('resume-sends', job),
      streams: { message: ref('message', id), mailbox },
      decide: (now, moment) => ({ message: keepsWaiting(now.mailbox, moment) ? [] : resumeSendNow(now.message) }),
    });
  }
}
