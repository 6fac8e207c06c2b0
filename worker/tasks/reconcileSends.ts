import { sendingFrozen } from '../../db/installation/freeze.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { type DraftToReconcile, draftsToReconcile } from '../../db/read/messages.ts';
import { usableAccounts } from '../../events/sending/mailbox.ts';
import type { JobPayload, Needs } from '../context.ts';
import { defineTask } from '../defineTask.ts';
import type { Sent } from '../providers/mailProvider.ts';
import { ProviderError } from '../providers/providerError.ts';
import { credentialsOf } from './send/credentials.ts';
import { type DraftHolder, deleteDraft, recordDraftSent } from './send/deleteDraft.ts';
import { earlierMails } from './send/earlierMails.ts';
import { recordUnsent } from './send/recordUnsent.ts';

/**
 * Asks the provider about each unconfirmed message of a tenant that has a draft there. A draft that is still there is deleted, so it can never
 * leave, and the message is tried again. A draft that was sent makes the message sent. The job is about the tenant. Throws ProviderError
 * when the provider cannot say it now: the job is tried again.
 */
export const reconcileSends = defineTask({
  name: 'reconcile-sends',
  lane: 'send',
  on: {
    // an interrupted call to a provider may still have an effect
    EmailOutcomeUnknown: ({ tenant }) => ({ id: tenant, jobKey: `reconcile:${tenant}`, delayMs: 60_000 }),
    // its account is back
    AccountConnected: ({ tenant }) => ({ id: tenant, jobKey: `reconcile:${tenant}:now` }),
  },
  needs: ['store', 'mailProviders'],
  handler: async (deps, job) => {
    const { store } = deps;
    const { tenant } = job;
    // a restored copy must not delete drafts of the original installation
    if (await sendingFrozen(store.sql)) return;
    let trouble: Sent | null = null;
    const mailboxes = await readMailboxes(store, tenant);
    for (const account of mailboxes.flatMap(({ state }) => usableAccounts(state))) {
      const drafts = deps.mailProviders[account.provider]?.drafts;
      const credentials = drafts && (await credentialsOf(store, tenant, account));
      if (!drafts || !credentials) continue;
      for (const unconfirmed of await draftsToReconcile(store, tenant, account.id))
        trouble =
          (await reconcile(deps, { ...job, id: unconfirmed.id }, { drafts, credentials }, unconfirmed)) ?? trouble;
    }
    if (trouble) {
      const { answer, reason = { code: 'provider_trouble', provider: 'The provider' } as const } = trouble;
      const wait = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : null;
      throw new ProviderError(reason, answer.kind, true, wait);
    }
  },
});

/** Answers the provider's words when it could not tell; null: it is settled, or a person decides. */
async function reconcile(
  deps: Needs<'store'>,
  job: JobPayload,
  holder: DraftHolder,
  { dispatch }: DraftToReconcile,
): Promise<Sent | null> {
  const { attempt, draft, at: since } = dispatch;
  const found = draft.deleting
    ? { fate: 'unsent' as const }
    : await holder.drafts.find(holder.credentials, draft, { earlier: await earlierMails(deps, job, draft), since });
  if (found.fate === 'unsaid') return found;
  if (found.fate === 'gone') return null;
  if (found.fate === 'sent') {
    await recordDraftSent(deps, job, attempt, { ...found, threadId: draft.threadId });
    return null;
  }
  const deleted = await deleteDraft(deps, job, holder, { attempt, draft, since });
  if (deleted?.fate === 'unsaid') return deleted;
  // Another run is checking it and may die. Or the draft was there a moment ago, and the mail may be on its way into the thread. The next look
  // decides.
  if (deleted === null || (deleted.fate === 'gone' && !draft.deleting))
    return { answer: { kind: 'not_connected' }, messageId: null };
  if (deleted.fate === 'deleted' || deleted.fate === 'gone')
    await recordUnsent(deps, job, dispatch, { code: 'draft_unsent' });
  return null;
}
