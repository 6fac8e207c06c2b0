import { ref } from '../../../db/store.ts';
import { recordDraft } from '../../../events/sendAttempt.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Sent } from '../../providers/mailProvider.ts';
import { inDatabaseTurn } from './databaseTurn.ts';
import type { Ready } from './dispatch.ts';

/**
 * Gives a dispatched mail to its provider. With drafts: store it there, commit the draft's id, then send it. So an interrupted mail can be
 * reconciled: without a committed draft nothing left, and with one the provider knows. null: the attempt was given up in the meantime, and
 * nothing is sent.
 */
export async function handOver(deps: Deps, job: JobPayload, attempt: number, ready: Ready): Promise<Sent | null> {
  const { mail, provider, credentials, drafts } = ready;
  if (!drafts) return provider.send(credentials, mail);
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
  return committed.length > 0 ? drafts.send(credentials, draft) : null;
}

/** A draft that may or may not exist has left in no case: silence and trouble of the provider are no doubt about the mail. */
function unsent(answer: Sent['answer']): Sent['answer'] {
  const doubtful =
    answer.kind === 'broken' || (answer.kind === 'status' && (answer.status >= 500 || answer.status === 408));
  return doubtful ? { kind: 'not_connected' } : answer;
}
