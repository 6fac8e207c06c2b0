import { textsBeside } from '../../db/read/messages.ts';
import { ref, type Store } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { textOfVariant, type Variant, type VersionedText } from '../../events/campaigns/variants.ts';
import { answerSubject } from '../../events/messages/answer.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { MOST_OPENINGS, openingOf } from '../../events/messages/openings.ts';
import { LANGUAGES } from '../../events/shared/languages.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { followUpPrompt, outreachMessagePrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';
import { mustFit } from './mustFit.ts';
import { threadForAi } from './threadForAi.ts';

/** A text that the AI wrote, and from what. */
export type WrittenText = {
  text: MessageText;
  factsUsed: string[];
  unknownFacts: number;
  model: string;
  promptVersion: string;
};

/** A person's wish for a change, and the text. */
type Revision = { instruction: string; text: MessageText };

type TextDeps = Needs<'store' | 'askAi'>;
type Wanted = {
  /** It is about the message. */
  job: JobPayload;
  campaign: CampaignState;
  state: MessageState;
  variant: Variant | null;
  revise?: Revision;
};

/** Has the AI write a message, or rewrite one (`revise`). Throws ProviderError. */
export const writeText = (deps: TextDeps, wanted: Wanted): Promise<WrittenText> =>
  wanted.state.followUp ? writeFollowUp(deps, wanted) : writeFirst(deps, wanted);

const reviseInput = (revise: Revision | undefined) =>
  revise && { revise: { instruction: revise.instruction, ...revise.text } };

/** The openings of similar mails of the campaign, and the old one of this mail. It must begin differently. */
async function openingsBeside(store: Store, { job, state, revise }: Wanted): Promise<string[]> {
  const others = await textsBeside(store, job.tenant, { id: job.id, state }, MOST_OPENINGS);
  const own = revise ? null : state.text?.body;
  const openings = [...(own ? [own] : []), ...others].map(openingOf);
  return [...new Set(openings.filter((opening) => opening !== null))];
}

const versionOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

/** The business and the partner that a mail is written for. Throws ProviderError where one of them cannot be read. */
async function readParties(store: Store, { tenant }: JobPayload, partnerId: string) {
  const [{ state: profile }, { state: partner }] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('partner', partnerId)),
  ]);
  if (await isUnreadable(store.sql, store.master, tenant, `partner-${partnerId}`, 'owner'))
    throw new ProviderError({ code: 'recipient_unreadable' }, 'unreadable', false);
  if (!partner.person) throw erased();
  return {
    person: partner.person,
    partner,
    business: { businessName: profile.businessName, industry: profile.industry, description: profile.description },
    sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
  };
}

const erased = () => new ProviderError({ code: 'this_person_erased' }, 'erased', false);
const noKey = () => notSetUp('The AI provider');
const empty = () => new ProviderError({ code: 'ai_empty_message' }, 'empty', true);

/** The common input of both kinds of mail. `facts` are data that strangers wrote: the prompts say so. */
function inputOf({ business, sender, partner, person }: Parties, campaign: CampaignState) {
  const { platform, industry, followersCount, engagementRate } = partner;
  return {
    business,
    sender,
    partner: { name: person.name, username: person.username, platform, industry, followersCount, engagementRate },
    facts: knownFacts(partner),
    ...(campaign.offer && { offer: campaign.offer }),
    campaign: mannerOf(campaign),
  };
}

/** The AI's manner of writing. The instructions decide a null. */
export const mannerOf = ({ tone, language, address }: CampaignState) => ({
  ...(tone && { tone }),
  ...(language && { language: LANGUAGES[language] }),
  ...(address && { address }),
});

/** The sender and recipient of a mail. */
export type Parties = Awaited<ReturnType<typeof readParties>>;

/** The input of a first mail (tests/evals grades it, too). */
export function firstMailInput(
  parties: Parties,
  campaign: CampaignState,
  content: VersionedText,
  { openings = [], revise }: { openings?: readonly string[]; revise?: Revision | undefined } = {},
) {
  const { subjectType } = campaign;
  const { messagePrompt, staticSubject, invitationText } = content;
  const input = inputOf(parties, campaign);
  return {
    ...input,
    campaign: {
      ...input.campaign,
      instructions: messagePrompt,
      subjectType,
      ...(staticSubject && { staticSubject }),
      ...(invitationText && { invitationText }),
    },
    ...(openings.length > 0 && { openings }),
    ...reviseInput(revise),
  };
}

export function followUpInput(
  parties: Parties,
  campaign: CampaignState,
  {
    instructions,
    openings = [],
    revise,
    ...more
  }: {
    instructions: string;
    number: number;
    thread: readonly object[];
    openings?: readonly string[];
    revise?: Revision | undefined;
  },
) {
  const input = inputOf(parties, campaign);
  return {
    ...input,
    campaign: { ...input.campaign, instructions },
    ...more,
    ...(openings.length > 0 && { openings }),
    ...reviseInput(revise),
  };
}

/** The ids that the AI used: those that it was given, and the number of others. */
function usedFrom(given: readonly { id: string }[], used: readonly string[]) {
  const ids = given.map(({ id }) => id);
  return {
    factsUsed: ids.filter((id) => used.includes(id)),
    unknownFacts: new Set(used.filter((id) => !ids.includes(id))).size,
  };
}

async function writeFirst(deps: TextDeps, wanted: Wanted): Promise<WrittenText> {
  if (!deps.askAi) throw noKey();
  const { job, campaign, revise } = wanted;
  const content = textOfVariant(campaign, wanted.variant);
  const [parties, openings] = await Promise.all([
    readParties(deps.store, job, wanted.state.partnerId),
    openingsBeside(deps.store, wanted),
  ]);
  if (!content) throw erased();
  const input = firstMailInput(parties, campaign, content, { openings, revise });
  const { value, model } = await deps.askAi(outreachMessagePrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input,
  });
  const fixed = campaign.subjectType === 'static' ? (revise?.text.subject ?? content.staticSubject) : null;
  const subject = fixed || value.subject;
  const text = { subject: subject.replace(/\s+/g, ' ').trim(), body: value.body.trim() };
  if (!text.subject || !text.body) throw empty();
  mustFit(text);
  const used = usedFrom(input.facts, value.factsUsed);
  return { text, ...used, model, promptVersion: versionOf(outreachMessagePrompt) };
}

/** Written with the thread in view, under the subject of the mail before it. */
async function writeFollowUp(deps: TextDeps, asked: Wanted): Promise<WrittenText> {
  if (!deps.askAi) throw noKey();
  const { store } = deps;
  const { job, campaign, state, revise } = asked;
  const { campaignId, partnerId, followUp } = state;
  const number = followUp?.number ?? 0;
  const wanted = campaign.followUps.find(({ id }) => id === followUp?.id);
  const [parties, { state: previous }, thread, openings] = await Promise.all([
    readParties(store, job, partnerId),
    store.load(job.tenant, ref('message', followUp?.follows ?? '')),
    threadForAi(store, job.tenant, { campaignId, partnerId }),
    openingsBeside(store, asked),
  ]);
  if (!previous.text) throw erased();
  if (!wanted) throw new ProviderError({ code: 'dropped' }, 'gone', false);
  const input = followUpInput(parties, campaign, { instructions: wanted.text, number, thread, openings, revise });
  const { value, model } = await deps.askAi(followUpPrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input,
  });
  const body = value.body.trim();
  if (!body) throw empty();
  mustFit({ body });
  return {
    text: { subject: revise?.text.subject ?? answerSubject(previous.text.subject), body },
    ...usedFrom(input.facts, value.factsUsed),
    model,
    promptVersion: versionOf(followUpPrompt),
  };
}
