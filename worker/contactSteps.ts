import type { FoundContact } from '../events/partners/contact.ts';
import type { ContactSource, ContactStep } from '../events/partners/contactEvents.ts';
import { normalisedUrl } from '../events/partners/duplicateKey.ts';
import { addressesOf } from '../events/partners/mergeFound.ts';
import type { PartnerPerson, PartnerState } from '../events/partners/partner.ts';
import { type Deps, type JobPayload, scopeOf } from './context.ts';
import { HUNTER_VERDICTS } from './providers/hunter/verdict.ts';
import { contactSearchPrompt } from './providers/openai/prompts.ts';
import { foundFrom, workEmailOf } from './providers/peopleDataLabs/person.ts';
import { creditsOf } from './providers/providerError.ts';
import { addressesIn } from './providers/web/addressesIn.ts';
import type { OpenedPage } from './providers/web/openPage.ts';
import { pageContent, saysOf } from './providers/web/pageContent.ts';
import { isSamePage } from './providers/web/samePage.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The length first: what a provider answers has none, and the expression is quadratic. */
const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

type NotFound = Pick<ContactStep, 'outcome' | 'reason'>;
type Look = (
  deps: Deps,
  asked: {
    job: JobPayload;
    state: PartnerState;
    person: PartnerPerson;
    /** Counts the credits that a source took. */
    spend: (source: ContactSource, credits: number) => void;
  },
) => Promise<FoundContact | NotFound>;

const nothing = (outcome: NotFound['outcome'], reason: string | null = null): NotFound => ({ outcome, reason });
/** Users read it, and a setting's name says nothing to them: Admin names those that are missing. */
const notSetUp = (provider: string): NotFound => nothing('not_set_up', `${provider} is not set up.`);

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

const HIDDEN =
  'People Data Labs knows an address, but its plan here does not show addresses. Ask your administrator for a plan that does.';

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
  if (email === 'hidden') return nothing('hidden', HIDDEN);
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
  // what the finder does not know of the mailbox, the verifier may
  const verification = status && status !== 'unknown' ? { ...HUNTER_VERDICTS[status], by: 'hunter' as const } : null;
  return { source: 'hunter', email, socialProfiles: [], confidence: score / 100, sourceUrl, verification };
};

/** Whether a page is about a partner: it is an address of theirs or lies below one, or it spells their name. */
function isAbout(page: Extract<OpenedPage, { ok: true }>, person: PartnerPerson): boolean {
  const address = normalisedUrl(page.url) ?? '';
  if (addressesOf({ person }).some((own) => address === own || address.startsWith(`${own}/`))) return true;
  return saysOf(pageContent(page.body, page.type))(person.name);
}

const onTheWeb: Look = async (deps, { job, state, person }) => {
  if (!deps.askAi) return notSetUp('The AI provider');
  const { name, username, profileUrl, bio, company } = person;
  const { value, opened } = await deps.askAi(contactSearchPrompt, {
    ...scopeOf('find-contact', job),
    about: `partner-${job.id}`,
    input: { partner: { name, username, platform: state.platform, profileUrl, bio, company } },
  });
  if (!value.email || !isEmail(value.email)) return nothing('none');
  const email = value.email.toLowerCase();
  const claimed = value.sourceUrl;
  // a page that the search did not open is a guess, and one that does not show the address proves nothing
  const page = claimed === null ? undefined : opened.find((url) => isSamePage(url, claimed));
  const read = page && deps.openPage ? await deps.openPage(page) : null;
  if (!read?.ok || !addressesIn(read.body, read.type).has(email)) return nothing('unproven');
  // it may be the address of somebody else
  if (!isAbout(read, person)) return nothing('unproven');
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
