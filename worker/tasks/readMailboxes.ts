import type { TaskSpec } from 'graphile-worker';
import { idOf } from '../../db/store.ts';
import { readableAccounts } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import type { SendingAccount } from '../../events/sending/mailProviders/provider.ts';
import type { JobPayload, Needs } from '../context.ts';
import { defineTask } from '../defineTask.ts';

/** `mailbox`: its id. */
export type ReadableMailbox = { tenant: string; mailbox: string; account: SendingAccount };

/** Whether this installation can read the mail of such accounts. */
export const readsMail =
  ({ mailSources }: Needs<'mailSources'>) =>
  ({ provider }: Pick<SendingAccount, 'provider'>): boolean =>
    mailSources[provider] !== null;

/** The connected mailboxes of all tenants that this installation can read. */
export async function readableMailboxes(deps: Needs<'store' | 'mailSources'>): Promise<ReadableMailbox[]> {
  const { store } = deps;
  const rows = await store.sql<{ tenant_id: string; stream_id: string; state: MailboxState }[]>`
    select * from read.mailboxes()`;
  return rows.flatMap(({ tenant_id: tenant, stream_id: stream, state }) =>
    readableAccounts(state)
      .filter(readsMail(deps))
      .map((account) => ({ tenant, mailbox: idOf(stream), account })),
  );
}

/** The reading of one mailbox: never two of one at a time, and one waits at most, until its provider takes calls again where that was asked. */
export function readMailJob({ tenant, mailbox, account: { id } }: ReadableMailbox): {
  job: JobPayload;
  spec: TaskSpec;
} {
  const name = `read-mail:${tenant}:${id}`;
  return {
    job: { tenant, id: mailbox, correlationId: 'read-mail', causationId: null, also: { account: id } },
    spec: { jobKey: name, jobKeyMode: 'preserve_run_at', queueName: name },
  };
}

/** Has every connected mailbox read that can be. */
export const readMailboxes = defineTask({
  name: 'read-mailboxes',
  lane: 'decide',
  cron: '* * * * *',
  needs: ['store', 'mailSources', 'readMailEveryMs'],
  handler: async (deps, _job, run) => {
    if (deps.readMailEveryMs === null) return;
    for (const mailbox of await readableMailboxes(deps)) {
      const { job, spec } = readMailJob(mailbox);
      await run.addJob('read-mail', job, spec);
    }
  },
});
