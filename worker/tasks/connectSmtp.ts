import { inAccountsTurn, mostAccounts } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { readSecret } from '../../db/vault/secrets.ts';
import { connectRefusal } from '../../events/sending/accounts.ts';
import { recordAccountConnected } from '../../events/sending/mailbox.ts';
import { recordSmtpConnected, recordSmtpConnectFailed } from '../../events/sending/smtp.ts';
import type { SmtpTrouble } from '../../events/sending/smtpTrouble.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofRequest } from '../defineTask.ts';
import { MailboxError } from '../providers/mailbox/mailboxError.ts';

/** Signs in to both servers of a mailbox that somebody typed. Somebody waits for the answer, so nothing is tried again. */
export const connectSmtp = defineTask({
  name: 'connect-smtp',
  lane: 'send',
  on: { SmtpConnectRequested: ofRequest },
  needs: ['store', 'mailProviders'],
  handler: async (deps, job) => {
    const { store } = deps;
    const requestId = job.also?.requestId ?? '';
    const mailbox = ref('mailbox', job.id);
    const { connecting } = (await store.load(job.tenant, mailbox)).state.smtp;
    if (connecting?.id !== requestId || connecting.status !== 'open') return;
    const trouble = await troubleOf(deps, job, connecting.secretId);
    const address = connecting.settings?.email ?? '';
    const most = await mostAccounts(store);
    await inAccountsTurn(store, job.tenant, (tx, mailboxes) => {
      const why = trouble ?? connectRefusal(mailboxes, { id: job.id, address, most });
      return store.runIn(tx, {
        ...scopeOf('connect-smtp', job),
        streams: { mailbox },
        decide: ({ mailbox: state }) => ({
          mailbox: why
            ? recordSmtpConnectFailed(state.smtp, requestId, why)
            : recordAccountConnected(state, recordSmtpConnected(state.smtp, requestId), 'smtp'),
        }),
      });
    });
  },
});

async function troubleOf(
  { store, mailProviders }: Needs<'store' | 'mailProviders'>,
  { tenant }: JobPayload,
  secretId: string,
): Promise<SmtpTrouble | null> {
  const secret = await readSecret(store.sql, store.master, tenant, secretId);
  if (secret === null || !mailProviders.smtp) return 'our_side';
  try {
    await mailProviders.smtp.check({ secretId, secret }, { drafts: false });
    return null;
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    return error.trouble;
  }
}
