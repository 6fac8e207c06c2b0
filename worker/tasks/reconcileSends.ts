import { draftsToReconcile } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { sendingAccount } from '../../events/mailbox.ts';
import { recordOutcome } from '../../events/sendAttempt.ts';
import { causeOf, type Deps, type JobPayload } from '../context.ts';
import type { DraftFate } from '../providers/mailProvider.ts';
import { credentialsOf } from './send/credentials.ts';
import { recordUnsent } from './send/recordUnsent.ts';

/**
 * Asks the provider about each unconfirmed message of a tenant that has a draft there. A draft that is still there is deleted, so it can never
 * leave, and the message is tried again. A draft that was sent makes the message sent. The job is about the tenant. Throws ProviderError
 * when the provider cannot say it now: the job is tried again.
 */
export async function reconcileSends(deps: Deps, job: JobPayload): Promise<void> {
  const { store } = deps;
  const { tenant } = job;
  const { state: mailbox } = await store.load(tenant, ref('mailbox', tenant));
  const account = sendingAccount(mailbox);
  const drafts = account && deps.mailProviders[account.provider]?.drafts;
  const credentials = account && (await credentialsOf(store, tenant, account));
  if (!drafts || !credentials) return;
  let trouble: unknown = null;
  for (const { id, dispatch } of await draftsToReconcile(store, tenant, account.id)) {
    const about = { ...job, id };
    let result: DraftFate;
    try {
      result = await drafts.settle(credentials, dispatch.draft);
    } catch (error) {
      trouble = error;
      continue;
    }
    if (result.fate === 'withdrawn')
      await recordUnsent(deps, about, dispatch, 'The provider still had the draft, so it did not leave');
    if (result.fate !== 'sent') continue;
    const { messageId: providerMessageId } = result;
    await store.run({
      tenant,
      cause: causeOf('reconcile-sends', about),
      streams: { message: ref('message', id) },
      decide: ({ message }) => ({
        message: recordOutcome(message, dispatch.attempt, {
          outcome: 'sent',
          providerMessageId,
          threadId: dispatch.draft.threadId,
        }),
      }),
    });
  }
  if (trouble) throw trouble;
}
