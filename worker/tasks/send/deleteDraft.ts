import { ref } from '../../../db/store.ts';
import { recordOutcome, startDraftDeletion } from '../../../events/sendAttempt.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Credentials, Draft, DraftDeleted, MailProvider } from '../../providers/mailProvider.ts';

type Holder = { drafts: NonNullable<MailProvider['drafts']>; credentials: Credentials };

/**
 * Deletes an unsent draft of the message's last attempt. That this was decided is committed first, so an interrupted deletion is known to be
 * one. A draft that was sent after all makes the message sent. null: there is nothing to delete any more.
 */
export async function deleteDraft(
  { store }: Deps,
  job: JobPayload,
  { drafts, credentials }: Holder,
  { attempt, draft }: { attempt: number; draft: Draft & { deleting?: boolean } },
): Promise<DraftDeleted | null> {
  const about = {
    tenant: job.tenant,
    cause: causeOf('send-message', job),
    streams: { message: ref('message', job.id) },
  };
  if (!draft.deleting) {
    const { committed } = await store.run({
      ...about,
      decide: ({ message }) => ({ message: startDraftDeletion(message, attempt) }),
    });
    // somebody else has decided in the meantime
    if (committed.length === 0) return null;
  }
  const deleted = await drafts.delete(credentials, draft);
  if (deleted.fate === 'sent') {
    const { messageId: providerMessageId } = deleted;
    const { threadId } = draft;
    await store.run({
      ...about,
      decide: ({ message }) => ({
        message: recordOutcome(message, attempt, { outcome: 'sent', providerMessageId, threadId }),
      }),
    });
  }
  return deleted;
}
