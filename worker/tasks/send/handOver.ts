import { ref } from '../../../db/store.ts';
import { classify } from '../../../events/outcome.ts';
import { recordDraft } from '../../../events/sendAttempt.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Draft, MailProvider, Sent } from '../../providers/mailProvider.ts';
import { inDatabaseTurn } from './databaseTurn.ts';
import type { Ready } from './dispatch.ts';

/**
 * Gives a dispatched mail to its provider. With drafts: store it there, commit the draft's id, then send it. So an interrupted mail can be
 * reconciled: without a committed draft nothing left, and with one the provider knows. null: the attempt was given up in the meantime, and
 * nothing is sent.
 */
export async function handOver(deps: Deps, job: JobPayload, attempt: number, ready: Ready): Promise<Sent | null> {
  const { mail, provider, credentials, drafts } = ready;
  return drafts ? sendAsDraft(deps, job, attempt, { ...ready, drafts }) : provider.send(credentials, mail);
}

type WithDrafts = Ready & { drafts: NonNullable<MailProvider['drafts']> };

async function sendAsDraft(deps: Deps, job: JobPayload, attempt: number, ready: WithDrafts): Promise<Sent | null> {
  const { mail, credentials, drafts, formerDraft, originalDraft } = ready;
  const had = (await discard(ready, formerDraft, ACCEPTED)) ?? (await discard(ready, originalDraft, SENT_BEFORE));
  if (had) return had;
  const made = await drafts.create(credentials, mail);
  if (!made.draft) return { ...made, answer: unsent(made.answer) };
  const { draft } = made;
  const { committed } = await inDatabaseTurn(() =>
    deps.store.run({
      tenant: job.tenant,
      cause: causeOf('send-message', job),
      streams: { message: ref('message', job.id) },
      decide: ({ message }) => ({ message: recordDraft(message, attempt, draft) }),
    }),
  );
  if (committed.length === 0) {
    await drafts.delete(credentials, draft);
    return null;
  }
  const sent = await drafts.send(credentials, draft);
  const { verdict } = classify(sent.answer);
  // a refused mail must not lie among the drafts, where its owner could send it beside the next attempt
  if (verdict !== 'sent' && verdict !== 'unknown') await drafts.delete(credentials, draft);
  return sent;
}

/** The owner of the account sent the draft by hand. */
const ACCEPTED = { answer: { kind: 'status', status: 200, retryAfterSeconds: null } } as const;
const SENT_BEFORE = {
  answer: { kind: 'status', status: 409, retryAfterSeconds: null },
  reason: 'The email that this one replaces was sent after all',
} as const;

/** Deletes an older draft. null: it cannot be sent any more. Otherwise no second mail may leave: `ifSent`, or the provider cannot say it now. */
async function discard(
  { drafts, credentials }: WithDrafts,
  draft: Draft | null,
  ifSent: Pick<Sent, 'answer' | 'reason'>,
): Promise<Sent | null> {
  if (!draft) return null;
  const found = await drafts.delete(credentials, draft);
  if (found.fate === 'unsaid') return { ...found, answer: unsent(found.answer) };
  return found.fate === 'sent' ? { ...ifSent, messageId: found.messageId, threadId: draft.threadId } : null;
}

/** A draft that may or may not exist has left in no case: silence and trouble of the provider are no doubt about the mail. */
function unsent(answer: Sent['answer']): Sent['answer'] {
  const doubtful =
    answer.kind === 'broken' || (answer.kind === 'status' && (answer.status >= 500 || answer.status === 408));
  return doubtful ? { kind: 'not_connected' } : answer;
}
