import { ref } from '../../../db/store.ts';
import { recordOutcome, startDraftDeletion } from '../../../events/messages/sendAttempt.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import type { Credentials, Draft, DraftDeleted, MailProvider } from '../../providers/mailProvider.ts';
import { earlierMails } from './earlierMails.ts';

/** Finds and deletes a draft. */
export type DraftHolder = { drafts: NonNullable<MailProvider['drafts']>; credentials: Credentials };

/**
 * Deletes an unsent draft of the message's last attempt. The decision is committed first, so an interrupted deletion is known to be one. If the draft
 * was sent, the message counts as sent. `since`: when the attempt was dispatched (ISO 8601). null: there is nothing to delete.
 */
export async function deleteDraft(
  deps: Needs<'store'>,
  job: JobPayload,
  { drafts, credentials }: DraftHolder,
  { attempt, draft, since }: { attempt: number; draft: Draft & { deleting?: boolean }; since: string },
): Promise<DraftDeleted | null> {
  if (!draft.deleting) {
    const { changed } = await deps.store.decide(scopeOf('send-message', job), ref('message', job.id), (message) =>
      startDraftDeletion(message, attempt),
    );
    // another run has decided in the meantime
    if (!changed) return null;
  }
  const deleted = await drafts.delete(credentials, draft, { earlier: await earlierMails(deps, job, draft), since });
  if (deleted.fate === 'sent') await recordDraftSent(deps, job, attempt, { ...deleted, threadId: draft.threadId });
  return deleted;
}

/** The draft of an attempt turned out to be a sent mail. */
export const recordDraftSent = (
  { store }: Needs<'store'>,
  job: JobPayload,
  attempt: number,
  { messageId: providerMessageId, threadId }: { messageId: string; threadId: string },
) =>
  store.decide(scopeOf('send-message', job), ref('message', job.id), (message) =>
    recordOutcome(message, attempt, { outcome: 'sent', providerMessageId, threadId }),
  );
