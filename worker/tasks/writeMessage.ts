import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { textOfVariant, type Variant } from '../../events/campaigns/variants.ts';
import { answerSubject } from '../../events/messages/answer.ts';
import { needsText } from '../../events/messages/followUp.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { recordGenerated, recordGenerationFailed } from '../../events/messages/messageText.ts';
import { UNREADABLE } from '../../events/shared/unreadable.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { followUpPrompt, outreachMessagePrompt } from '../providers/openai/prompts.ts';
import { ProviderError } from '../providers/providerError.ts';
import { type Handler, reasonOf, tryAgain } from './task.ts';
import { threadForAi } from './threadForAi.ts';

/**
 * Has the AI write one message to one partner, in a run that somebody asked for (`also.runId`). A follow-up is written once it begins, in a run
 * of its own.
 */
export const writeMessage: Handler = async (deps, job, run) => {
  const { store } = deps;
  const message = ref('message', job.id);
  const { state } = await store.load(job.tenant, message);
  const { state: campaign } = await store.load(job.tenant, ref('campaign', state.campaignId));
  const runId = job.also?.runId ?? FOLLOW_UP_RUN;
  const wanted = campaign.generation?.runId === runId ? campaign.generation : null;
  if (state.lastRun?.runId === runId || !(wanted ?? (runId === FOLLOW_UP_RUN && needsText(state)))) return;
  const scope = scopeOf('write-message', job);
  const variant = wanted?.variants?.[wanted.messageIds.indexOf(job.id)] ?? null;
  let written: Written | { failed: string };
  try {
    written = await (state.followUp
      ? writeFollowUp(deps, job, campaign, state)
      : writeFirst(deps, job, campaign, state, variant));
  } catch (error) {
    if (tryAgain(error, run)) throw error;
    written = { failed: reasonOf(error, run) };
  }
  await store.decide(scope, message, (now) => {
    if ('failed' in written) return recordGenerationFailed(now, runId, written.failed, variant);
    const events = recordGenerated(now, {
      runId,
      model: written.model,
      promptVersion: written.promptVersion,
      text: written.text,
      variant,
      overApproved: campaign.status === 'draft',
      // the user's word, and only for an edit that was there when it was given
      includeEdited: Boolean(wanted?.includeEdited && (now.editedAt ?? '') <= wanted.requestedAt),
    });
    // a message that was cancelled or edited since keeps what it has; the run must still come to its end
    return events.length > 0 || !wanted
      ? events
      : recordGenerationFailed(now, runId, 'the message changed in the meantime');
  });
};

/** The run of follow-ups that nobody asked for. */
const FOLLOW_UP_RUN = 'follow-up';

type Written = { text: MessageText; model: string; promptVersion: string };

const versionOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

/** The business and the partner that a mail is written for. Throws ProviderError where one of them cannot be read. */
async function readParties({ store }: Deps, { tenant }: JobPayload, partnerId: string) {
  const [{ state: profile }, { state: partner }] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('partner', partnerId)),
  ]);
  if (await isUnreadable(store.sql, store.master, tenant, `partner-${partnerId}`, 'owner'))
    throw new ProviderError(`${UNREADABLE}.`, 'unreadable', false);
  if (!partner.person) throw erased();
  return {
    person: partner.person,
    partner,
    business: { businessName: profile.businessName, industry: profile.industry, description: profile.description },
    sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
  };
}

const erased = () => new ProviderError('This person was erased.', 'erased', false);
const noKey = () => new ProviderError('OPENAI_API_KEY is not set.', 'not_configured', false);
const empty = () => new ProviderError('The AI provider gave an empty message.', 'empty', true);

async function writeFirst(
  deps: Deps,
  job: JobPayload,
  campaign: CampaignState,
  { partnerId }: MessageState,
  variant: Variant | null,
): Promise<Written> {
  if (!deps.askAi) throw noKey();
  const { subjectType } = campaign;
  const content = textOfVariant(campaign, variant);
  const { business, sender, partner, person } = await readParties(deps, job, partnerId);
  if (!content) throw erased();
  const { name, username, bio } = person;
  const { platform, industry, followersCount } = partner;
  const { value, model } = await deps.askAi(outreachMessagePrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: {
      business,
      sender,
      partner: { name, username, bio, platform, industry, followersCount },
      campaign: {
        instructions: content.messagePrompt,
        subjectType,
        ...(content.staticSubject ? { staticSubject: content.staticSubject } : {}),
        ...(content.invitationText ? { invitationText: content.invitationText } : {}),
      },
    },
  });
  const subject = subjectType === 'static' && content.staticSubject ? content.staticSubject : value.subject;
  const text = { subject: subject.replace(/\s+/g, ' ').trim(), body: value.body.trim() };
  if (!text.subject || !text.body) throw empty();
  return { text, model, promptVersion: versionOf(outreachMessagePrompt) };
}

/** Written with the thread in view, under the subject of the mail before it. */
async function writeFollowUp(
  deps: Deps,
  job: JobPayload,
  { followUps }: CampaignState,
  { campaignId, partnerId, followUp }: MessageState,
): Promise<Written> {
  if (!deps.askAi) throw noKey();
  const { store } = deps;
  const number = followUp?.number ?? 0;
  const wanted = followUps[number - 1];
  const [{ business, sender, person }, { state: previous }, thread] = await Promise.all([
    readParties(deps, job, partnerId),
    store.load(job.tenant, ref('message', followUp?.follows ?? '')),
    threadForAi(store, job.tenant, { campaignId, partnerId }),
  ]);
  if (!previous.text) throw erased();
  if (!wanted) throw new ProviderError('The campaign has no such follow-up any more.', 'gone', false);
  const { value, model } = await deps.askAi(followUpPrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: {
      business,
      sender,
      partner: { name: person.name, bio: person.bio },
      campaign: { instructions: wanted.text },
      number,
      thread,
    },
  });
  const body = value.body.trim();
  if (!body) throw empty();
  return {
    text: { subject: answerSubject(previous.text.subject), body },
    model,
    promptVersion: versionOf(followUpPrompt),
  };
}
