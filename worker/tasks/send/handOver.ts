import { readMailboxes } from '../../../db/read/mailboxes.ts';
import { ref } from '../../../db/store.ts';
import { recordDraft } from '../../../events/messages/sendAttempt.ts';
import { usableAccounts } from '../../../events/sending/mailbox.ts';
import { classify } from '../../../events/sending/outcome.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import type { Draft, MailProvider, Sent } from '../../providers/mailProvider.ts';
import { credentialsOf } from './credentials.ts';
import type { LeftDraft, Ready } from './dispatch.ts';
import { earlierMails } from './earlierMails.ts';
import { dbLimit } from './limits.ts';

/** A decision older than this may not hold any longer. The mail does not leave. */
export const STALE_MS = 30_000;

const ACCEPTED = { kind: 'status', status: 200, retryAfterSeconds: null } as const;
const NOT_ASKED: Sent = { answer: { kind: 'not_asked' }, messageId: null };

/** `draft`: it was refused, and is to be deleted once that is recorded. */
export type HandedOver = Sent & { draft?: Draft };

/**
 * Gives a dispatched mail to its provider. With drafts: store it there, commit the draft's id, then send it. So an interrupted mail can be
 * reconciled. Without a committed draft nothing left; with one the provider can tell. null: the attempt was given up, and nothing is sent.
 * `decidedAt`: when it was decided that the mail leaves, ms since 1970.
 */
export async function handOver(
  deps: Needs<'store' | 'mailProviders'>,
  job: JobPayload,
  attempt: number,
  ready: Ready,
  decidedAt: number,
): Promise<HandedOver | null> {
  const { mail, provider, credentials, drafts, leftDrafts } = ready;
  const isStale = () => deps.store.now().getTime() - decidedAt > STALE_MS;
  const had =
    (await discard(deps, job, leftDrafts.own, 'own')) ?? (await discard(deps, job, leftDrafts.original, 'original'));
  if (had) return had;
  if (isStale()) return NOT_ASKED;
  return drafts ? sendAsDraft(deps, job, attempt, { ...ready, drafts }, isStale) : provider.send(credentials, mail);
}

async function sendAsDraft(
  deps: Needs<'store' | 'mailProviders'>,
  job: JobPayload,
  attempt: number,
  { mail, credentials, drafts }: Ready & { drafts: NonNullable<MailProvider['drafts']> },
  isStale: () => boolean,
): Promise<HandedOver | null> {
  const made = await drafts.create(credentials, mail);
  if (!made.draft) {
    const { draft: _none, ...refused } = made;
    return { ...refused, answer: unsent(refused.answer) };
  }
  const { draft } = made;
  const { changed } = await dbLimit(() =>
    deps.store.decide(scopeOf('send-message', job), ref('message', job.id), (message) =>
      isStale() ? [] : recordDraft(message, attempt, draft),
    ),
  );
  if (!changed) {
    await drafts.delete(credentials, draft, { earlier: [], since: null });
    return isStale() ? NOT_ASKED : null;
  }
  if (isStale()) return { ...NOT_ASKED, draft };
  const sent = await drafts.send(credentials, draft);
  const { verdict } = classify(sent.answer);
  return verdict === 'sent' || verdict === 'unknown' ? sent : { ...sent, draft };
}

/**
 * Deletes an older draft in its account. null: the draft cannot be sent, or that account is gone. Otherwise no second mail may leave. Its owner sent
 * the draft by hand, deleted it (perhaps after sending), or the provider cannot tell now.
 */
async function discard(
  deps: Needs<'store' | 'mailProviders'>,
  job: JobPayload,
  draft: LeftDraft | null,
  whose: 'own' | 'original',
): Promise<Sent | null> {
  if (!draft) return null;
  const accounts = (await readMailboxes(deps.store, job.tenant)).flatMap(({ state }) => usableAccounts(state));
  const account = accounts.find(({ id }) => id === draft.draftIn);
  const drafts = account && deps.mailProviders[account.provider]?.drafts;
  const credentials = account && (await credentialsOf(deps.store, job.tenant, account));
  if (!drafts || !credentials) return null;
  const found = await drafts.delete(credentials, draft, {
    earlier: await earlierMails(deps, job, draft),
    since: draft.since,
  });
  switch (found.fate) {
    case 'deleted':
      return null;
    case 'unsaid':
      return { ...found, answer: unsent(found.answer) };
    case 'gone':
      return draft.deleting || whose === 'original'
        ? null
        : { answer: { kind: 'broken' }, messageId: null, unconfirmed: { code: 'draft_gone' } };
    case 'sent': {
      const { messageId } = found;
      const { threadId } = draft;
      return whose === 'own'
        ? { answer: ACCEPTED, messageId, threadId }
        : {
            answer: { ...ACCEPTED, status: 409 },
            messageId,
            reason: { code: 'original_left' },
          };
    }
  }
}

/** A draft has not left, whether it exists or not. A silent provider raises no doubt about the mail. */
function unsent(answer: Sent['answer']): Sent['answer'] {
  const doubtful =
    answer.kind === 'broken' || (answer.kind === 'status' && (answer.status >= 500 || answer.status === 408));
  return doubtful ? { kind: 'not_connected' } : answer;
}
