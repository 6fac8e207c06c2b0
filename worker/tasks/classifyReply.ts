import type { StreamEvent } from '../../db/log/readStream.ts';
import { labelReply } from '../../db/receive/labelReply.ts';
import { ref, type Store } from '../../db/store.ts';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { provedWants, type Want } from '../../events/conversations/wants.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queued, type Run, tryAgain } from '../defineTask.ts';
import { DECLINED } from '../providers/openai/askAi.ts';
import { replyClassificationPrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';

/** As much of a reply, and of our email before it, as the AI reads. */
const MOST_READ = { reply: 6_000, lastEmail: 2_000 };

type Said = { label: ReplyLabel; by: 'ai' | 'rules'; wants?: readonly Want[] };
type Received = Extract<StreamEvent<ConversationEvent>, { type: 'MailReceived' }>;

/** After these the AI will never read this reply, or there is none: words must do. */
const NEVER_READ = new Set([
  ...DECLINED,
  'not_configured',
  'refusal',
  'content_filter',
  'max_output_tokens',
  'context_length_exceeded',
]);

/** A reply waits repeatedly for an AI that is in trouble, without credit, or over its budget. */
const WAITS_MINUTES = [5, 15, 60, 360];
const LONGEST_DAYS = 14;
const MOST_UNUSABLE = 2;

/**
 * Has the AI label a reply, however long it is unavailable. Without an AI, some words decide. Until then, and in doubt, there is no label. The user
 * still sees the reply.
 */
export const classifyReply = defineTask({
  name: 'classify-reply',
  lane: 'ask',
  on: {
    // the headers tell that a program wrote it
    MailReceived: ({ data: { automatic, receivedId }, ...event }) =>
      !automatic && { ...queued('text', event), also: { receivedId } },
  },
  needs: ['store', 'askAi'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const receivedId = job.also?.receivedId ?? '';
    const conversation = ref('conversation', job.id);
    const { state } = await store.load(job.tenant, conversation);
    if (state.erased || state.received.find(({ id }) => id === receivedId)?.label !== null) return;
    const history = await store.history(job.tenant, conversation);
    const received = history.find(
      (event): event is Received => event.type === 'MailReceived' && event.data.receivedId === receivedId,
    );
    if (!received?.personal) return;
    let said: Said | null;
    try {
      said = await byAi(deps, job, received.data, received.personal);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (tryAgain(error, run)) throw error;
      if (!NEVER_READ.has(error.code) && (await readLater(store, job, run, error))) return;
      const label = labelByWords(received.personal.newPart.slice(0, MOST_READ.reply));
      said = label && { label, by: 'rules' };
    }
    if (said) await labelReply(store, scopeOf('classify-reply', job), job.id, { ...said, receivedId });
  },
});

/** Puts the job down for later. Answers whether it did: after days, words must do. */
async function readLater(store: Store, job: JobPayload, run: Run, error: ProviderError): Promise<boolean> {
  const waited = Number(job.also?.waited ?? 0);
  const now = store.now().getTime();
  const since = job.also?.since ?? new Date(now).toISOString();
  if (now - Date.parse(since) >= LONGEST_DAYS * 86_400_000) return false;
  // each unusable answer was paid for
  if (error.code === 'bad_answer' && waited >= MOST_UNUSABLE) return false;
  const minutes = WAITS_MINUTES[Math.min(waited, WAITS_MINUTES.length - 1)] ?? 0;
  const waitMs = Math.max(minutes * 60_000, (error.retryAfterSeconds ?? 0) * 1000);
  const { waits: _, ...rest } = job;
  const also = { ...job.also, since, waited: String(waited + 1) };
  const { queueName } = queued('text', { tenant: job.tenant, id: job.also?.receivedId ?? job.id });
  await run.addJob('classify-reply', { ...rest, also }, { runAt: new Date(Date.now() + waitMs), queueName });
  return true;
}

/** What the AI says and the mail proves. null: nothing. */
async function byAi(
  { store, askAi }: Needs<'store' | 'askAi'>,
  job: JobPayload,
  { messageId, receivedAt }: Received['data'],
  mail: { subject: string; newPart: string },
): Promise<Said | null> {
  if (!askAi) throw notSetUp('The AI provider');
  const { text } = (await store.load(job.tenant, ref('message', messageId))).state;
  const read = { subject: mail.subject, newPart: mail.newPart.slice(0, MOST_READ.reply) };
  const input = {
    today: store.now().toISOString().slice(0, 10),
    lastEmail: text && { subject: text.subject, text: text.body.slice(0, MOST_READ.lastEmail) },
    reply: { subject: read.subject, text: read.newPart, receivedAt: receivedAt.slice(0, 10) },
  };
  const question = { ...scopeOf('classify-reply', job), about: `conversation-${job.id}`, input };
  const { value } = await askAi(replyClassificationPrompt, question);
  const wants = provedWants(value.labels, read, receivedAt);
  return wants[0] ? { label: wants[0].label, by: 'ai', wants } : null;
}
