import { type DraftToReconcile, draftsToReconcile } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { sendingAccount } from '../../events/mailbox.ts';
import { recordOutcome, startDraftDeletion } from '../../events/sendAttempt.ts';
import { causeOf, type Deps, type JobPayload } from '../context.ts';
import type { Credentials, DraftDeleted, MailProvider } from '../providers/mailProvider.ts';
import { ProviderError } from '../providers/providerError.ts';
import { credentialsOf } from './send/credentials.ts';
import { recordUnsent } from './send/recordUnsent.ts';

type Drafts = NonNullable<MailProvider['drafts']>;

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
  let trouble: ProviderError | null = null;
  for (const unconfirmed of await draftsToReconcile(store, tenant, account.id)) {
    const { id, dispatch } = unconfirmed;
    const about = { ...job, id };
    const result = await settleDraft(deps, about, drafts, credentials, unconfirmed);
    if (result.fate === 'unsaid')
      trouble = new ProviderError(result.reason ?? 'The provider does not answer properly.', result.answer.kind, true);
    if (result.fate === 'deleted')
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

/** Deletes an unsent draft. That it was unsent is committed before, so an interrupted deletion is known to be one. */
async function settleDraft(
  { store }: Deps,
  about: JobPayload,
  drafts: Drafts,
  credentials: Credentials,
  { id, dispatch: { attempt, draft } }: DraftToReconcile,
): Promise<DraftDeleted> {
  if (!draft.deleting) {
    const found = await drafts.find(credentials, draft);
    if (found.fate !== 'unsent') return found;
    const { committed } = await store.run({
      tenant: about.tenant,
      cause: causeOf('reconcile-sends', about),
      streams: { message: ref('message', id) },
      decide: ({ message }) => ({ message: startDraftDeletion(message, attempt) }),
    });
    // a person, or the answer that came after all, has decided in the meantime
    if (committed.length === 0) return { fate: 'gone' };
  }
  const deleted = await drafts.delete(credentials, draft);
  return deleted.fate === 'gone' ? { fate: 'deleted' } : deleted;
}
