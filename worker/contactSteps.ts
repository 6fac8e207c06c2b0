import { getDomain } from 'tldts';
import { saysOf } from '../db/parse/pageContent.ts';
import { wordsOf } from '../db/parse/words.ts';
import type { FoundContact } from '../events/partners/contact.ts';
import type { ContactSource, ContactStep } from '../events/partners/contactEvents.ts';
import type { PartnerPerson, PartnerState } from '../events/partners/partner.ts';
import { canonicalAddress, isAddress } from '../events/shared/emailAddress.ts';
import type { Reason } from '../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from './context.ts';
import { HUNTER_VERDICTS } from './providers/hunter/verdict.ts';
import { NO_WEB_SEARCH } from './providers/openai/failure.ts';
import { contactSearchPrompt } from './providers/openai/prompts.ts';
import { foundFrom, workEmailOf } from './providers/peopleDataLabs/person.ts';
import { creditsOf, ProviderError } from './providers/providerError.ts';
import type { OpenedPage } from './providers/web/openPage.ts';
import { isBelowName, isOfCompany, ownershipOf } from './providers/web/pageOwner.ts';
import { isSamePage } from './providers/web/samePage.ts';

/** Names of mailboxes that are no names of people. */
const ROLES =
  /^(?:info|hi|hello|hey|hallo|hola|bonjour|ciao|contact|contacto|contato|contatti|kontakt|mail|email|me|office|post|work|collab\w*|partner\w*|business|booking\w*|press|presse|media|team|studio|admin|support)$/;

const isEmail = (text: string): boolean => isAddress(canonicalAddress(text));

type ReadPage = Extract<OpenedPage, { ok: true }>;
type NotFound = Pick<ContactStep, 'outcome' | 'reason'>;
type Look = (
  deps: Needs<'peopleData' | 'hunter' | 'askAi' | 'openPage'>,
  asked: {
    job: JobPayload;
    state: PartnerState;
    person: PartnerPerson;
    /** Counts the credits that a source took. */
    spend: (source: ContactSource, credits: number) => void;
  },
) => Promise<FoundContact | NotFound>;

const nothing = (outcome: NotFound['outcome'], reason: Reason | null = null): NotFound => ({ outcome, reason });
const notSetUp = (provider: string): NotFound => nothing('not_set_up', { code: 'step_not_set_up', provider });

const known: Look = async (_deps, { person: { knownEmail, socialProfiles } }) => {
  if (!knownEmail || !isEmail(knownEmail.address)) return nothing('none');
  return {
    source: knownEmail.source,
    email: knownEmail.address,
    socialProfiles,
    confidence: 0.9,
    sourceUrl: null,
    verification: null,
  };
};

const inPeopleData: Look = async (deps, { person, spend }) => {
  if (!deps.peopleData) return notSetUp('People Data Labs');
  if (!person.profileUrl) return nothing('none');
  // a record without a present work address is of no use here, and would cost a credit
  const { person: record, credits } = await deps.peopleData
    .enrich(person.profileUrl, ['work_email'])
    .catch((error: unknown) => {
      spend('people_data_labs', creditsOf(error));
      throw error;
    });
  spend('people_data_labs', credits);
  const email = record && workEmailOf(record);
  if (email === 'hidden') return nothing('hidden', { code: 'addresses_hidden' });
  if (!record || !email || !isEmail(email)) return nothing('none');
  return {
    source: 'people_data_labs',
    email,
    socialProfiles: foundFrom(record, [])?.person.socialProfiles ?? [],
    confidence: 0.9,
    sourceUrl: null,
    verification: null,
  };
};

const atHunter: Look = async (deps, { person }) => {
  if (!deps.hunter) return notSetUp('Hunter');
  const { name, profileUrl, companyDomain: domain, company } = person;
  const found = await deps.hunter.find({ name, profileUrl, domain, company });
  if (!found || !isEmail(found.email)) return nothing('none');
  const { email, score, status, sourceUrl } = found;
  // the verifier may know a mailbox that the finder does not
  const verification = status && status !== 'unknown' ? { ...HUNTER_VERDICTS[status], by: 'hunter' as const } : null;
  return { source: 'hunter', email, socialProfiles: [], confidence: score / 100, sourceUrl, verification };
};

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Whether an address has a name of the person in front of its host. */
function isNamedAfter(email: string, { name, username }: PartnerPerson): boolean {
  const local = email.split('@')[0] ?? '';
  const words = name
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const names = [
    ...words,
    first + last,
    last + first,
    `${first[0]}${last}`,
    `${first}${last[0]}`,
    lettersOf(username ?? ''),
  ];
  return [...local.split(/[._+-]/), local].map(lettersOf).some((part) => part.length >= 3 && names.includes(part));
}

/** Whether a page shows an address as the person's own. A match with their name is not enough: the address may be another person's. */
function isTheirs(email: string, page: ReadPage, person: PartnerPerson): boolean {
  const { shown, people, together } = page.content;
  const found = shown.filter(({ address }) => address === email);
  const isBesideName = () =>
    found.some(({ block }) => isBelowName(page, block, person.name)) ||
    (found.length > 0 && together.some((part) => part.address === email && saysOf(part)(person.name)));
  const ownership = ownershipOf(page, person);
  if (ownership === null)
    return (
      isOfCompany(page, person) &&
      (isBesideName() || (found.length > 0 && isNamedAfter(email, person) && saysOf(page.content)(person.name)))
    );
  if (people.some(({ said, addresses }) => said === wordsOf(person.name) && addresses.includes(email))) return true;
  const isOnlyOne = new Set(shown.map(({ address }) => address)).size === 1;
  return found.some(({ place }) => {
    if (place === 'aside') return false;
    if (place === 'footer') return ownership === 'site' && (isNamedAfter(email, person) || isAtHost(email, page));
    // beside other addresses it may be that of a guest
    return place !== 'body' || isOnlyOne || isNamedAfter(email, person) || isAtHost(email, page) || isBesideName();
  });
}

/** Whether an address is one for all who write to the page's own host. */
function isAtHost(email: string, { url }: ReadPage): boolean {
  const [local = '', host = ''] = email.split('@');
  return ROLES.test(local) && getDomain(host) === getDomain(new URL(url).hostname);
}

/** null: the AI server cannot search the web, whatever is asked. */
const orUnable = <T>(asking: Promise<T>): Promise<T | null> =>
  asking.catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === NO_WEB_SEARCH) return null;
    throw error;
  });

const onTheWeb: Look = async (deps, { job, state, person }) => {
  if (!deps.askAi) return notSetUp('The AI provider');
  const { name, username, profileUrl, bio, company } = person;
  const asked = await orUnable(
    deps.askAi(contactSearchPrompt, {
      ...scopeOf('find-contact', job),
      about: `partner-${job.id}`,
      input: { partner: { name, username, platform: state.platform, profileUrl, bio, company } },
    }),
  );
  if (!asked) return nothing('not_set_up', { code: 'ai_no_web_search' });
  const { value, opened } = asked;
  if (!value.email || !isEmail(value.email)) return nothing('none');
  const email = canonicalAddress(value.email);
  const claimed = value.sourceUrl;
  // a page that the search did not open is a guess; one without the address proves nothing
  const page = claimed === null ? undefined : opened.find((url) => isSamePage(url, claimed));
  const read = page && deps.openPage ? await deps.openPage(page, job.tenant) : null;
  if (!read?.ok || !read.content.addresses.includes(email)) return nothing('unproven');
  if (!isTheirs(email, read, person)) return nothing('unproven');
  return {
    source: 'ai',
    email,
    socialProfiles: [],
    confidence: Math.min(1, Math.max(0, value.confidence)),
    sourceUrl: read.url,
    verification: null,
  };
};

/** The steps of a search for an address, in their order: what costs nothing first, and the slowest last. */
export const LOOKS: readonly (readonly [ContactStep['step'], Look])[] = [
  ['known', known],
  ['people_data_labs', inPeopleData],
  ['hunter', atHunter],
  ['ai', onTheWeb],
];
