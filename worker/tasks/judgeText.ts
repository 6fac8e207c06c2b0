import { textAloneHash } from '../../db/log/textHash.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref } from '../../db/store.ts';
import { findingsOf, judgeInput } from '../../events/messages/check/judge.ts';
import { needsJudge, recordJudged } from '../../events/messages/judging.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, onEach, queued } from '../defineTask.ts';
import { versionOf } from '../providers/openai/askAi.ts';
import { textJudgmentPrompt } from '../providers/openai/textJudgment.ts';
import { ProviderError } from '../providers/providerError.ts';
import { askLater } from './askLater.ts';

/** The judge reads this much of the emails that went to the person before. */
const MOST_EARLIER = 5;
const MOST_READ = 2_000;

/** Has the AI compare a text with the facts, if no one has yet (events/messages/judging.ts). Without an AI, nothing is judged. */
export const judgeText = defineTask({
  name: 'judge-text',
  lane: 'ask',
  // the queue of the job that writes it: that one judges, too, and this one only where it could not
  // a canceled one is judged once it is restored
  on: onEach(['MessageGenerated', 'MessageRestored'], (event) => queued('text', event)),
  needs: ['store', 'askAi'],
  handler: async (deps, job, run) => {
    try {
      await judgeMessage(deps, job);
    } catch (error) {
      const spec = { queueName: queued('text', job).queueName };
      // not read by any AI, it stays marked, and a person decides
      await askLater(deps.store, error, { task: 'judge-text', job, run, spec });
    }
  },
});

/** Judges the present text of a message. Throws ProviderError. */
export async function judgeMessage(deps: Needs<'store' | 'askAi'>, job: JobPayload): Promise<void> {
  const { store, askAi } = deps;
  const { tenant, id } = job;
  const message = ref('message', id);
  const { state } = await store.load(tenant, message);
  if (!askAi || !state.text || !needsJudge(state)) return;
  const input = await inputOf(deps, job, { ...state, text: state.text });
  if (!input) return;
  const scope = scopeOf('judge-text', job);
  const { value, model } = await askAi(textJudgmentPrompt, { ...scope, about: `message-${id}`, input });
  const findings = findingsOf(input.parts, value);
  if (findings.filter(({ rule }) => rule === 'unjudged').length === input.parts.length)
    throw new ProviderError({ code: 'provider_unusable', provider: 'The AI provider' }, 'bad_answer', true);
  const textHash = textAloneHash(state.text);
  const flaws = findings.map(({ rule, quote }) => ({ rule, quote }));
  const promptVersion = versionOf(textJudgmentPrompt);
  await store.decide(scope, message, (now) =>
    recordJudged(now, { textHash, flaws, model, promptVersion }, textAloneHash),
  );
}

/** null: the person was erased. */
async function inputOf(
  { store }: Needs<'store'>,
  { tenant, id }: JobPayload,
  { campaignId, partnerId, text, parts }: MessageState & { text: NonNullable<MessageState['text']> },
) {
  const [{ state: partner }, { state: campaign }, { state: profile }, messages] = await Promise.all([
    store.load(tenant, ref('partner', partnerId)),
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('profile', tenant)),
    messagesOfPartner(store, tenant, partnerId),
  ]);
  if (!partner.person) return null;
  const earlier = messages
    .flatMap(({ id: other, state: { sentAt, text: sent } }) =>
      other !== id && sentAt !== null && sent
        ? [{ sentOn: sentAt.slice(0, 10), text: sent.body.slice(0, MOST_READ) }]
        : [],
    )
    .sort((a, b) => (a.sentOn < b.sentOn ? -1 : 1))
    .slice(-MOST_EARLIER);
  const today = store.now().toISOString().slice(0, 10);
  return judgeInput({ text, parts, partner, campaign, profile, earlier, today });
}
