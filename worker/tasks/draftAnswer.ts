import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import { type ConversationState, concludeDraft } from '../../events/conversations/conversation.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofRequest, queued, reasonOf, tryAgain } from '../defineTask.ts';
import { replyDraftPrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';
import { mustFit } from './mustFit.ts';
import { threadForAi } from './threadForAi.ts';
import { mannerOf } from './writeText.ts';

/** Has the AI draft an answer, with the thread in view. It is shown to the user, who sends it or not. */
export const draftAnswer = defineTask({
  name: 'draft-answer',
  lane: 'ask',
  on: { AnswerDraftRequested: (event) => ({ ...ofRequest(event), ...queued('text', event) }) },
  needs: ['store', 'askAi'],
  handler: async (deps, job, run) => {
    const requestId = job.also?.requestId ?? '';
    const conversation = ref('conversation', job.id);
    const { state } = await deps.store.load(job.tenant, conversation);
    if (state.draft?.id !== requestId || state.draft.status !== 'open') return;
    let result: { body: string } | { failed: Reason };
    try {
      result = { body: await draft(deps, job, state) };
    } catch (error) {
      if (tryAgain(error, run)) throw error;
      result = { failed: reasonOf(error, run) };
    }
    await deps.store.decide(scopeOf('draft-answer', job), conversation, (now) => concludeDraft(now, requestId, result));
  },
});

async function draft(deps: Needs<'store' | 'askAi'>, job: JobPayload, state: ConversationState): Promise<string> {
  const { store } = deps;
  const { tenant } = job;
  if (!deps.askAi) throw notSetUp('The AI provider');
  if (await isUnreadable(store.sql, store.master, tenant, `partner-${state.partnerId}`, 'owner'))
    throw new ProviderError({ code: 'recipient_unreadable' }, 'unreadable', false);
  const [{ state: profile }, { state: partner }, { state: campaign }, thread] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('partner', state.partnerId)),
    store.load(tenant, ref('campaign', state.campaignId)),
    threadForAi(store, tenant, state),
  ]);
  if (!partner.person || thread.length === 0) throw new ProviderError({ code: 'this_person_erased' }, 'erased', false);
  const { value } = await deps.askAi(replyDraftPrompt, {
    ...scopeOf('draft-answer', job),
    about: `conversation-${job.id}`,
    input: {
      business: { businessName: profile.businessName, industry: profile.industry, description: profile.description },
      sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
      partner: { name: partner.person.name },
      facts: knownFacts(partner),
      ...(campaign.offer && { offer: campaign.offer }),
      campaign: { ...mannerOf(campaign), instructions: campaign.text?.messagePrompt ?? '' },
      thread,
    },
  });
  const body = value.body.trim();
  if (!body) throw new ProviderError({ code: 'ai_empty_answer' }, 'empty', true);
  mustFit({ body });
  return body;
}
