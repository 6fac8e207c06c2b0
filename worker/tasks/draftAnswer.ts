import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { ProfileState } from '../../events/accounts/profile.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import {
  type ConversationState,
  concludeDraft,
  isOfProgram,
  type ReceivedMail,
} from '../../events/conversations/conversation.ts';
import { type KnownPartner, knownFacts } from '../../events/messages/check/facts.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofRequest, queued, reasonOf, tryAgain } from '../defineTask.ts';
import { replyDraftPrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';
import { mustFit } from './mustFit.ts';
import { type MailForAi, threadForAi } from './threadForAi.ts';

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

/** What a draft is written from (tests/evals grades it, too). `newest`: the mail that it answers. */
export function draftInput({
  profile,
  partner,
  campaign,
  thread,
  newest,
  wish,
  today,
}: {
  profile: Pick<ProfileState, 'businessName' | 'industry' | 'description' | 'userFullName' | 'jobTitle' | 'answers'>;
  partner: KnownPartner;
  campaign: Pick<CampaignState, 'tone' | 'address' | 'offer'>;
  thread: readonly MailForAi[];
  newest: Pick<ReceivedMail, 'label' | 'wants'> | undefined;
  wish: string | null;
  today: string;
}) {
  const { tone, address, offer } = campaign;
  return {
    ...{ today, ...(wish && { wish }) },
    business: { businessName: profile.businessName, industry: profile.industry, description: profile.description },
    sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
    partner: { name: partner.person?.name ?? '' },
    facts: knownFacts(partner),
    ...(offer && { offer }),
    answers: profile.answers,
    campaign: { ...(tone && { tone }), ...(address && { address }) },
    thread,
    labels: wantsOf(newest),
  };
}

/** What their newest mail wants: the AI's labels with what is said of each, or the one that rules gave. */
const wantsOf = (newest: Pick<ReceivedMail, 'label' | 'wants'> | undefined): object[] =>
  newest?.wants.length
    ? newest.wants.map(({ quote: _, ...want }) =>
        Object.fromEntries(Object.entries(want).filter(([, value]) => value !== null)),
      )
    : newest?.label
      ? [{ label: newest.label }]
      : [];

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
    input: draftInput({
      profile,
      partner,
      campaign,
      thread,
      newest: state.received.findLast((mail) => !isOfProgram(mail)),
      wish: state.draft?.wish ?? null,
      today: store.now().toISOString().slice(0, 10),
    }),
  });
  const body = value.body.trim();
  if (!body) throw new ProviderError({ code: 'ai_empty_answer' }, 'empty', true);
  mustFit({ body });
  return body;
}
