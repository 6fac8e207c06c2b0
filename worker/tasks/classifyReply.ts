import type { StreamEvent } from '../../db/log/readStream.ts';
import { labelReply } from '../../db/receive/labelReply.ts';
import { ref } from '../../db/store.ts';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { provedWants, type Want } from '../../events/conversations/wants.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queued } from '../defineTask.ts';
import { replyClassificationPrompt } from '../providers/openai/prompts.ts';
import { notSetUp } from '../providers/providerError.ts';
import { askLater } from './askLater.ts';

/** As much of a reply, and of our email before it, as the AI reads. */
const MOST_READ = { reply: 6_000, lastEmail: 2_000 };

type Said = { label: ReplyLabel; by: 'ai' | 'rules'; wants?: readonly Want[] };
type Received = Extract<StreamEvent<ConversationEvent>, { type: 'MailReceived' }>;

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
      const { queueName } = queued('text', { tenant: job.tenant, id: receivedId });
      const waiting = { task: 'classify-reply', job, run, spec: { queueName } };
      if ((await askLater(store, error, waiting)) === 'later') return;
      const label = labelByWords(received.personal.newPart.slice(0, MOST_READ.reply));
      said = label && { label, by: 'rules' };
    }
    if (said) await labelReply(store, scopeOf('classify-reply', job), job.id, { ...said, receivedId });
  },
});

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
