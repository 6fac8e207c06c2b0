import type { z } from 'zod';
import { textsBeside } from '../../db/read/messages.ts';
import { ref, type Store } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { textOfVariant, type Variant, type VersionedText } from '../../events/campaigns/variants.ts';
import { answerSubject } from '../../events/messages/answer.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import { variableSource } from '../../events/messages/fillText.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { MOST_OPENINGS, openingOf } from '../../events/messages/openings.ts';
import { composeBody, type Part } from '../../events/messages/parts.ts';
import { fillSlots, type Slots, slotsOf, withSlots } from '../../events/messages/slots.ts';
import { cutText } from '../../events/shared/format.ts';
import { languageOf } from '../../events/shared/languageOf.ts';
import { LANGUAGES } from '../../events/shared/languages.ts';
import { fillVariables } from '../../events/shared/variables.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { versionOf } from '../providers/openai/askAi.ts';
import { followUpPrompt, outreachMessagePrompt } from '../providers/openai/prompts.ts';
import { notSetUp, ProviderError } from '../providers/providerError.ts';
import { mustFit } from './mustFit.ts';
import { threadForAi } from './threadForAi.ts';

type Written = { model: string; promptVersion: string };
/** A text that the AI wrote, and from what. */
export type WrittenText = Written & { text: MessageText; parts: Part[] };
/** The AI's reason to write none. */
export type WrittenUnfit = Written & { unfit: string };

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

/** Has the AI write a message. Throws ProviderError. */
export const writeText = (deps: TextDeps, wanted: Wanted): Promise<WrittenText | WrittenUnfit> =>
  wanted.state.followUp ? writeFollowUp(deps, wanted) : writeFirst(deps, wanted);

/** Has the AI rewrite a text as a person asks. They have decided to write. Throws ProviderError. */
export async function reviseText(deps: TextDeps, wanted: Wanted & { revise: Revision }): Promise<WrittenText> {
  const written = await writeText(deps, wanted);
  if ('unfit' in written) throw declined();
  return written;
}

/** The openings of similar mails of the campaign, and the old one of this mail. It must begin differently. */
async function openingsBeside(store: Store, { job, state, revise }: Wanted): Promise<string[]> {
  const others = await textsBeside(store, job.tenant, { id: job.id, state }, MOST_OPENINGS);
  const own = revise ? null : state.text?.body;
  const openings = [...(own ? [own] : []), ...others].map(openingOf);
  return [...new Set(openings.filter((opening) => opening !== null))];
}

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
    variables: variableSource(partner, profile),
  };
}

const erased = () => new ProviderError({ code: 'this_person_erased' }, 'erased', false);
const noKey = () => notSetUp('The AI provider');
const declined = () => new ProviderError({ code: 'ai_declined' }, 'declined', false);
const empty = () => new ProviderError({ code: 'ai_empty_message' }, 'empty', true);

/** Fewer words do not show their language. */
const FEWEST_WORDS = 8;

/** The common input of both kinds of mail. `facts` are data that strangers wrote: the prompts say so. */
function inputOf({ business, sender, partner, person }: Parties, campaign: CampaignState, slots: Slots, more: More) {
  const { openings = [], revise, anyway, today } = more;
  const language = languageOf(person.bio ?? '', FEWEST_WORDS);
  const { offer } = campaign;
  return {
    ...(today && { today }),
    business,
    sender,
    partner: {
      ...{ name: person.name, username: person.username, platform: partner.platform },
      ...(language && language !== 'other' && { language: LANGUAGES[language] }),
    },
    facts: knownFacts(partner).map(({ url: _, seenAt, ...fact }) => ({
      ...fact,
      ...(seenAt && { seenAt: seenAt.slice(0, 10) }),
    })),
    ...(offer && {
      offer: {
        ...{ what: withSlots(offer.what, slots), commission: withSlots(offer.commission, slots) },
        ...{ code: withSlots(offer.code, slots), link: withSlots(offer.link, slots) },
      },
    }),
    ...(Object.keys(slots).length > 0 && { slots }),
    ...(openings.length > 0 && { openings }),
    ...(revise && { revise: { instruction: revise.instruction, ...revise.text } }),
    ...(anyway && { anyway }),
  };
}

/** `today`: yyyy-mm-dd. `anyway`: a person wants it in spite of the AI's reasons. */
type More = { openings?: readonly string[]; revise?: Revision | undefined; anyway?: boolean; today?: string };

/** The AI's manner of writing. The instructions decide a null. */
export const mannerOf = ({ tone, language, address }: CampaignState) => ({
  ...(tone && { tone }),
  ...(language && { language: LANGUAGES[language] }),
  ...(address && { address }),
});

/** The sender and recipient of a mail. */
export type Parties = Awaited<ReturnType<typeof readParties>>;

/** The values that a first mail may give. */
const firstSlots = ({ offer }: CampaignState, { messagePrompt, invitationText, staticSubject }: VersionedText): Slots =>
  slotsOf(offer, [messagePrompt, invitationText, staticSubject]);

/** The input of a first mail (tests/evals grades it, too). */
export function firstMailInput(parties: Parties, campaign: CampaignState, content: VersionedText, more: More = {}) {
  const { subjectType } = campaign;
  const { messagePrompt, staticSubject, invitationText } = content;
  return {
    ...inputOf(parties, campaign, firstSlots(campaign, content), more),
    campaign: {
      ...mannerOf(campaign),
      instructions: messagePrompt,
      subjectType,
      ...(staticSubject && { staticSubject }),
      ...(invitationText && { invitationText }),
    },
  };
}

/** The text of an answer to a first mail. */
export function firstMailOf(
  answer: z.infer<typeof outreachMessagePrompt.answer>,
  campaign: CampaignState,
  content: VersionedText,
): { text: MessageText; parts: Part[] } {
  const slots = firstSlots(campaign, content);
  const subject = fillSlots(answer.subject, slots).replace(/\s+/g, ' ').trim();
  const { body, parts } = composeBody(answer.paragraphs, slots);
  return { text: { subject, body }, parts };
}

const followUpSlots = ({ offer, text }: CampaignState, instructions: string): Slots =>
  slotsOf(offer, [instructions, text?.messagePrompt]);

/** `count`: of the campaign's follow-ups. `daysSince`: since the last mail. `subject`: of the thread. */
type Following = {
  instructions: string;
  number: number;
  count: number;
  daysSince: number;
  subject: string;
  thread: readonly object[];
};

export function followUpInput(
  parties: Parties,
  campaign: CampaignState,
  { instructions, number, count, daysSince, subject, thread }: Following,
  more: More = {},
) {
  return {
    ...inputOf(parties, campaign, followUpSlots(campaign, instructions), more),
    campaign: { ...mannerOf(campaign), instructions },
    ...{ number, count, daysSince, subject, thread },
  };
}

/** The text of an answer to a follow-up. */
export const followUpOf = (
  answer: z.infer<typeof followUpPrompt.answer>,
  campaign: CampaignState,
  instructions: string,
) => composeBody(answer.paragraphs, followUpSlots(campaign, instructions));

/** The AI's reason to write nothing; null: it wrote. Where a person wants a text, there is none. */
function unfitOf({ unfit }: { unfit: string | null }, isWanted: boolean): string | null {
  const reason = unfit?.trim();
  if (!reason) return null;
  if (isWanted) throw declined();
  return cutText(reason, LONGEST_REASON);
}

const LONGEST_REASON = 300;

async function writeFirst(deps: TextDeps, wanted: Wanted): Promise<WrittenText | WrittenUnfit> {
  if (!deps.askAi) throw noKey();
  const { job, campaign, revise, state } = wanted;
  const texts = textOfVariant(campaign, wanted.variant);
  const [parties, openings] = await Promise.all([
    readParties(deps.store, job, state.partnerId),
    openingsBeside(deps.store, wanted),
  ]);
  if (!texts) throw erased();
  const content = {
    ...texts,
    staticSubject: texts.staticSubject && fillVariables(texts.staticSubject, parties.variables),
  };
  const anyway = state.anyway !== null || revise !== undefined;
  const today = deps.store.now().toISOString().slice(0, 10);
  const { value, model } = await deps.askAi(outreachMessagePrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: firstMailInput(parties, campaign, content, { openings, revise, anyway, today }),
  });
  const written = { model, promptVersion: versionOf(outreachMessagePrompt) };
  const unfit = unfitOf(value, anyway);
  if (unfit !== null) return { ...written, unfit };
  const { text: answered, parts } = firstMailOf(value, campaign, content);
  const fixed = campaign.subjectType === 'static' ? (revise?.text.subject ?? content.staticSubject) : null;
  const text = { ...answered, subject: fixed ? fixed.replace(/\s+/g, ' ').trim() : answered.subject };
  if (!text.subject || !text.body) throw empty();
  mustFit(text);
  return { ...written, text, parts };
}

const DAY_MS = 86_400_000;

/** Written with the thread in view, under the subject of the mail before it. */
async function writeFollowUp(deps: TextDeps, asked: Wanted): Promise<WrittenText | WrittenUnfit> {
  if (!deps.askAi) throw noKey();
  const { store } = deps;
  const { job, campaign, state, revise } = asked;
  const { campaignId, partnerId, followUp } = state;
  const wanted = campaign.followUps.find(({ id }) => id === followUp?.id);
  const [parties, { state: previous }, thread, openings] = await Promise.all([
    readParties(store, job, partnerId),
    store.load(job.tenant, ref('message', followUp?.follows ?? '')),
    threadForAi(store, job.tenant, { campaignId, partnerId }),
    openingsBeside(store, asked),
  ]);
  if (!previous.text) throw erased();
  if (!wanted) throw new ProviderError({ code: 'dropped' }, 'gone', false);
  const leaves = Date.parse(state.notBefore ?? store.now().toISOString());
  const following = {
    ...{ instructions: wanted.text, number: followUp?.number ?? 1, count: campaign.followUps.length, thread },
    // it leaves on its day, whenever it is written
    daysSince: Math.max(0, Math.round((leaves - Date.parse(previous.sentAt ?? previous.createdAt)) / DAY_MS)),
    subject: previous.text.subject,
  };
  const anyway = state.anyway !== null || revise !== undefined;
  const today = store.now().toISOString().slice(0, 10);
  const { value, model } = await deps.askAi(followUpPrompt, {
    ...scopeOf('write-message', job),
    about: `message-${job.id}`,
    input: followUpInput(parties, campaign, following, { openings, revise, anyway, today }),
  });
  const written = { model, promptVersion: versionOf(followUpPrompt) };
  const unfit = unfitOf(value, anyway);
  if (unfit !== null) return { ...written, unfit };
  const { body, parts } = followUpOf(value, campaign, wanted.text);
  if (!body) throw empty();
  mustFit({ body });
  const subject = revise?.text.subject ?? answerSubject(previous.text.subject);
  return { ...written, text: { subject, body }, parts };
}
