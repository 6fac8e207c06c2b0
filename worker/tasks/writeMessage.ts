import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { recordGenerated, recordGenerationFailed } from '../../events/messages/messageText.ts';
import { UNREADABLE } from '../../events/shared/unreadable.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { outreachMessagePrompt } from '../providers/openai/prompts.ts';
import { ProviderError } from '../providers/providerError.ts';
import { type Handler, reasonOf, tryAgain } from './task.ts';

/** Has the AI write one message to one partner. */
export const writeMessage: Handler = async (deps, job, run) => {
  const { store } = deps;
  const runId = job.also?.runId ?? '';
  const message = ref('message', job.id);
  const { state } = await store.load(job.tenant, message);
  const { state: campaign } = await store.load(job.tenant, ref('campaign', state.campaignId));
  const wanted = campaign.generation;
  if (wanted?.runId !== runId || state.lastRun?.runId === runId) return;
  const scope = scopeOf('write-message', job);
  let written: { text: MessageText; model: string } | { failed: string };
  try {
    written = await write(deps, job, campaign, state.partnerId);
  } catch (error) {
    if (tryAgain(error, run)) throw error;
    written = { failed: reasonOf(error, run) };
  }
  await store.decide(scope, message, (now) => {
    if ('failed' in written) return recordGenerationFailed(now, runId, written.failed);
    const events = recordGenerated(now, {
      runId,
      model: written.model,
      promptVersion: `${outreachMessagePrompt.name}@${outreachMessagePrompt.version}`,
      text: written.text,
      // the user's word, and only for an edit that was there when it was given
      includeEdited: wanted.includeEdited && (now.editedAt ?? '') <= wanted.requestedAt,
    });
    // a message that was cancelled or edited since keeps what it has; the run must still come to its end
    return events.length > 0 ? events : recordGenerationFailed(now, runId, 'the message changed in the meantime');
  });
};

async function write(deps: Deps, job: JobPayload, campaign: CampaignState, partnerId: string) {
  const { store } = deps;
  if (!deps.askAi) throw new ProviderError('OPENAI_API_KEY is not set.', 'not_configured', false);
  const [{ state: profile }, { state: partner }] = await Promise.all([
    store.load(job.tenant, ref('profile', job.tenant)),
    store.load(job.tenant, ref('partner', partnerId)),
  ]);
  if (await isUnreadable(store.sql, store.master, job.tenant, `partner-${partnerId}`, 'owner'))
    throw new ProviderError(`${UNREADABLE}.`, 'unreadable', false);
  if (!partner.person || !campaign.text) throw new ProviderError('This person was erased.', 'erased', false);
  const { name, username, bio } = partner.person;
  const { value, model } = await deps.askAi(outreachMessagePrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: {
      business: { businessName: profile.businessName, industry: profile.industry, description: profile.description },
      sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
      partner: {
        name,
        username,
        bio,
        platform: partner.platform,
        industry: partner.industry,
        followersCount: partner.followersCount,
      },
      campaign: {
        instructions: campaign.text.messagePrompt,
        subjectType: campaign.subjectType,
        ...(campaign.text.staticSubject ? { staticSubject: campaign.text.staticSubject } : {}),
        ...(campaign.text.invitationText ? { invitationText: campaign.text.invitationText } : {}),
      },
    },
  });
  const subject =
    campaign.subjectType === 'static' && campaign.text.staticSubject ? campaign.text.staticSubject : value.subject;
  const text = { subject: subject.replace(/\s+/g, ' ').trim(), body: value.body.trim() };
  if (!text.subject || !text.body) throw new ProviderError('The AI provider gave an empty message.', 'empty', true);
  return { text, model };
}
