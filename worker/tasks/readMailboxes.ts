import type { JobHelpers } from 'graphile-worker';
import { idOf } from '../../db/store.ts';
import { readableAccounts } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import type { Deps, JobPayload } from '../context.ts';

/** Has every connected mailbox read that can be: one job each, and never two of one mailbox at a time. */
export async function readMailboxes(deps: Deps, addJob: JobHelpers['addJob']): Promise<void> {
  const rows = await deps.store.sql<{ tenant_id: string; stream_id: string; state: MailboxState }[]>`
    select * from read.mailboxes()`;
  for (const { tenant_id: tenant, stream_id: stream, state } of rows) {
    for (const { id, provider } of readableAccounts(state)) {
      if (!deps.mailSources?.[provider]) continue;
      const job: JobPayload = {
        tenant,
        id: idOf(stream),
        correlationId: 'read-mail',
        causationId: null,
        also: { account: id },
      };
      const name = `read-mail:${tenant}:${id}`;
      await addJob('read-mail', job, { jobKey: name, queueName: name });
    }
  }
}
