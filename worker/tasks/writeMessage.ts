import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { textOfVariant, type Variant } from '../../events/campaigns/variants.ts';
import { answerSubject } from '../../events/messages/answer.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import { needsText } from '../../events/messages/followUp.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { recordGenerated, recordGenerationFailed } from '../../events/messages/messageText.ts';
import { LANGUAGES } from '../../events/shared/languages.ts';
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
      factsUsed: written.factsUsed,
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

type Written = { text: MessageText; factsUsed: string[]; model: string; promptVersion: string };

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

/** What both kinds of mail are written from. `facts` are data that strangers wrote: the prompts say so. */
function inputOf({ business, sender, partner, person }: Parties, { offer, tone, language }: CampaignState) {
  const { platform, industry, followersCount, engagementRate } = partner;
  return {
    business,
    sender,
    partner: { name: person.name, username: person.username, platform, industry, followersCount, engagementRate },
    facts: knownFacts(partner),
    ...(offer && { offer }),
    campaign: { ...(tone && { tone }), ...(language && { language: LANGUAGES[language] }) },
  };
}

type Parties = Awaited<ReturnType<typeof readParties>>;

/** Of the ids that the AI says it used, those that it was given. */
const usedFrom = (given: readonly { id: string }[], used: readonly string[]): string[] =>
  given.map(({ id }) => id).filter((id) => used.includes(id));

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
  const parties = await readParties(deps, job, partnerId);
  if (!content) throw erased();
  const input = inputOf(parties, campaign);
  const { value, model } = await deps.askAi(outreachMessagePrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: {
      ...input,
      campaign: {
        ...input.campaign,
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
  const factsUsed = usedFrom(input.facts, value.factsUsed);
  return { text, factsUsed, model, promptVersion: versionOf(outreachMessagePrompt) };
}

/** Written with the thread in view, under the subject of the mail before it. */
async function writeFollowUp(
  deps: Deps,
  job: JobPayload,
  campaign: CampaignState,
  { campaignId, partnerId, followUp }: MessageState,
): Promise<Written> {
  if (!deps.askAi) throw noKey();
  const { store } = deps;
  const number = followUp?.number ?? 0;
  const wanted = campaign.followUps[number - 1];
  const [parties, { state: previous }, thread] = await Promise.all([
    readParties(deps, job, partnerId),
    store.load(job.tenant, ref('message', followUp?.follows ?? '')),
    threadForAi(store, job.tenant, { campaignId, partnerId }),
  ]);
  if (!previous.text) throw erased();
  if (!wanted) throw new ProviderError('The campaign has no such follow-up any more.', 'gone', false);
  const input = inputOf(parties, campaign);
  const { value, model } = await deps.askAi(followUpPrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: { ...input, campaign: { ...input.campaign, instructions: wanted.text }, number, thread },
  });
  const body = value.body.trim();
  if (!body) throw empty();
  return {
    text: { subject: answerSubject(previous.text.subject), body },
    factsUsed: usedFrom(input.facts, value.factsUsed),
    model,
    promptVersion: versionOf(followUpPrompt),
  };
}
