import { labelReply } from '../../db/receive/labelReply.ts';
import { ref } from '../../db/store.ts';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';
import { labelByWords } from '../../events/conversations/incomingMail.ts';
import type { ReplyLabel } from '../../events/conversations/labels.ts';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { replyClassificationPrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';
import { type Handler, tryAgain } from './task.ts';

/** As much of a reply as the AI reads. */
const MOST_READ = 6_000;

type Said = { label: ReplyLabel; by: 'ai' | 'rules' };

/**
 * Has the AI say what a reply says, and some words where there is no AI, or it fails. In doubt there is no label: the user sees the reply all
 * the same.
 */
export const classifyReply: Handler = async (deps, job, run) => {
  const { store } = deps;
  const receivedId = job.also?.receivedId ?? '';
  const conversation = ref('conversation', job.id);
  const { state } = await store.load(job.tenant, conversation);
  if (state.erased || state.received.find(({ id }) => id === receivedId)?.label !== null) return;
  const history = (await store.history(job.tenant, conversation)) as unknown as ConversationEvent[];
  const mail = history.flatMap((event) =>
    event.type === 'MailReceived' && event.data.receivedId === receivedId ? (event.personal ?? []) : [],
  )[0];
  if (!mail) return;
  const text = newPartOf(mail.text).slice(0, MOST_READ);
  let said: Said | null;
  try {
    said = await byAi(deps, job, { subject: mail.subject, text });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (tryAgain(error, run)) throw error;
    const label = labelByWords(text);
    said = label && { label, by: 'rules' };
  }
  if (said) await labelReply(store, scopeOf('classify-reply', job), job.id, { ...said, receivedId });
};

async function byAi(deps: Deps, job: JobPayload, reply: { subject: string; text: string }): Promise<Said> {
  if (!deps.askAi) throw notSetUp('The AI provider');
  const about = `conversation-${job.id}`;
  const scope = scopeOf('classify-reply', job);
  const { value } = await deps.askAi(replyClassificationPrompt, { ...scope, about, input: { reply } });
  return { label: value.label, by: 'ai' };
}
