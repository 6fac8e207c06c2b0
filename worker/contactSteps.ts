import { saysOf } from '../db/parse/pageContent.ts';
import type { FoundContact } from '../events/partners/contact.ts';
import type { ContactSource, ContactStep } from '../events/partners/contactEvents.ts';
import { normalisedUrl } from '../events/partners/duplicateKey.ts';
import { addressesOf } from '../events/partners/mergeFound.ts';
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
import { isSamePage } from './providers/web/samePage.ts';

/** Fewer letters are in too many words. */
const LEAST_NAME = 5;

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

/** The last part of an address that does not tell the owner of the site. */
const OWN_PAGE = /\/(?:about(?:-me)?|bio|contact|home|imprint|impressum|index(?:\.\w+)?|me|work-with-me|[a-z]{2})$/;

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Whether a page is the person's own: on a site of theirs, or with their name as host or title. */
function isOwn({ url, content }: ReadPage, { name, ...person }: PartnerPerson): boolean {
  const address = normalisedUrl(url) ?? '';
  const sites = addressesOf({ person: { name, ...person } }).map((own) => own.replace(OWN_PAGE, ''));
  if (sites.some((own) => address === own || address.startsWith(`${own}/`))) return true;
  const letters = lettersOf(name);
  const [title = ''] = content.title.split(/\s[-–—·•:]\s|[|»]/);
  const names = [...new URL(url).hostname.split('.').map(lettersOf), lettersOf(title)];
  return letters.length >= LEAST_NAME && names.includes(letters);
}

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

/** Whether a page shows that an address is the person's. A match with their name is not enough: the address may be another person's. */
function isTheirs(email: string, page: ReadPage, person: PartnerPerson): boolean {
  if (isOwn(page, person)) return true;
  if (saysOf(page.content)(person.name) && isNamedAfter(email, person)) return true;
  return page.content.together.some((part) => part.address === email && saysOf(part)(person.name));
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
