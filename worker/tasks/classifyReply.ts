import type { z } from 'zod';
import type { StreamEvent } from '../../db/log/readStream.ts';
import { labelReply } from '../../db/receive/labelReply.ts';
import { ref } from '../../db/store.ts';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { provedWants, type Want, type wantsAnswer } from '../../events/conversations/wants.ts';
import { saysWish } from '../../events/conversations/wish.ts';
import { replyWithoutOrders } from '../../events/messages/check/ordersToAi.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queued } from '../defineTask.ts';
import { replyClassificationPrompt } from '../providers/openai/prompts.ts';
import { notSetUp } from '../providers/providerError.ts';
import { askLater } from './askLater.ts';

/** As much of a reply, and of our email before it, as the AI reads. */
const MOST_READ = { reply: 6_000, lastEmail: 2_000 };

type Said = { label: ReplyLabel; by: 'ai' | 'rules'; wants?: readonly Want[]; wary?: boolean };
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
      // the user is asked already, about what weighs more
      const isAsked = state.questions.some((question) => question.receivedId === receivedId);
      const label = isAsked ? null : labelByWords(received.personal.newPart.slice(0, MOST_READ.reply));
      said = label && { label, by: 'rules' };
    }
    if (said) await labelReply(store, scopeOf('classify-reply', job), job.id, { ...said, receivedId });
  },
});

type Mail = { subject: string; newPart: string };

/** The part of a reply that the AI reads: nothing that talks to an AI. null: there is no more. */
export function replyForAi({ subject, newPart }: Mail): (Mail & { wary: boolean }) | null {
  const body = replyWithoutOrders(newPart.slice(0, MOST_READ.reply));
  const talksToAi = body.orders.length > 0;
  if (talksToAi && !body.text) return null;
  return { subject: replyWithoutOrders(subject).text, newPart: body.text, wary: talksToAi || saysWish({ newPart }) };
}

/** The question about a reply, and what its answer proves. `today`: YYYY-MM-DD. */
export function replyQuestion(mail: Mail, lastEmail: MessageText | null, receivedAt: string, today: string) {
  const read = replyForAi(mail);
  if (!read) return null;
  const input = {
    today,
    lastEmail: lastEmail && { subject: lastEmail.subject, text: lastEmail.body.slice(0, MOST_READ.lastEmail) },
    reply: { subject: read.subject, text: read.newPart, receivedAt: receivedAt.slice(0, 10) },
  };
  const said = ({ labels }: z.infer<typeof wantsAnswer>): Said | null => {
    const wants = provedWants(labels, read, receivedAt);
    return wants[0] ? { label: wants[0].label, by: 'ai', wants, wary: read.wary } : null;
  };
  return { input, said };
}

async function byAi(
  { store, askAi }: Needs<'store' | 'askAi'>,
  job: JobPayload,
  { messageId, receivedAt }: Received['data'],
  mail: Mail,
): Promise<Said | null> {
  if (!askAi) throw notSetUp('The AI provider');
  const { text } = (await store.load(job.tenant, ref('message', messageId))).state;
  const question = replyQuestion(mail, text, receivedAt, store.now().toISOString().slice(0, 10));
  if (!question) return null;
  const { value } = await askAi(replyClassificationPrompt, {
    ...scopeOf('classify-reply', job),
    about: `conversation-${job.id}`,
    input: question.input,
  });
  return question.said(value);
}
