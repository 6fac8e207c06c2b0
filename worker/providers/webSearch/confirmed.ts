import type { z } from 'zod';
import { saysOf } from '../../../db/parse/pageContent.ts';
import { wordsOf } from '../../../db/parse/words.ts';
import { normalisedUrl } from '../../../events/partners/duplicateKey.ts';
import { evidenceOf } from '../../../events/partners/evidence.ts';
import type { FoundPerson } from '../../../events/partners/partner.ts';
import { isProfile, platformOf, usernameOf } from '../../../events/partners/profileUrl.ts';
import { countryCode, countryName } from '../../../events/shared/countries.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { tellsAi } from '../../../events/shared/hostile.ts';
import type { Platform } from '../../../events/shared/options.ts';
import type { partnerDiscoveryPrompt } from '../openai/prompts.ts';
import type { SourceAsk } from '../partnerSource.ts';
import type { OpenedPage } from '../web/openPage.ts';
import { ownershipOf, profilesOf, quoteOn } from '../web/pageOwner.ts';

export const WEB_SEARCH = 'web_search';

/** A person the AI names. Nothing counts until their page says it, too. */
export type Claim = z.infer<typeof partnerDiscoveryPrompt.answer>['people'][number];
type ReadPage = Extract<OpenedPage, { ok: true }>;
type Profile = { platform: Platform; url: string };

/** Two signs are a whole name in Chinese. What is too short to tell a person owns no page (ownershipOf). */
const LEAST_NAME = 2;
const LONGEST_NAME = 100;
/** Chinese says in eight signs what takes a line in English; each sign is a word there. */
const QUOTE = { fewest: 20, fewestWords: 8, most: 400, count: 4 };
const MOST_PROFILES = 8;

/** Checks a claim against the page that we fetched. null: the page is not theirs, or lacks their name or their profile. */
export function confirmed(claim: Claim, page: ReadPage, { plan, criteria, seenAt }: SourceAsk): FoundPerson | null {
  const says = saysOf(page.content);
  const name = claim.name.trim();
  if (name.length < LEAST_NAME || name.length > LONGEST_NAME || !says(name)) return null;
  const ownership = ownershipOf(page, { name });
  if (ownership === null) return null;
  const profiles = profilesOn(page, claim.profiles, profilesOf(page, { name }, ownership));
  const main = mainOf(profiles, criteria.platforms ?? []);
  if (!main) return null;
  const linkedIn = profiles.find(({ platform }) => platform === 'linkedin');
  const quotes = claim.quotes
    .filter((quote) => quote.length <= QUOTE.most && isLong(quote))
    .flatMap((quote) => quoteOn(page.content, quote)?.text ?? [])
    .filter((quote) => tellsAi(quote) === null);
  const bio = [...new Set(quotes)].slice(0, QUOTE.count).join(' ').trim();
  const found: FoundPerson = {
    facts: {
      platform: main.platform,
      otherPlatforms: [...new Set(profiles.map(({ platform }) => platform))].filter((one) => one !== main.platform),
      industry: null,
      // no page says how many really follow: it stays unknown
      followersCount: null,
      engagementRate: null,
      source: WEB_SEARCH,
    },
    person: {
      name,
      username: main.url.includes('/channel/') ? null : usernameOf(main.url),
      avatar: null,
      bio: bio || null,
      profileUrl: (linkedIn ?? main).url,
      jobTitle: null,
      company: null,
      companyDomain: null,
      ...placeOf(claim, says),
      keywords: [...new Set([...plan.topics, ...plan.audienceTerms])].filter(says),
      socialProfiles: [...profiles, ...(platformOf(page.url) === null ? [{ platform: 'website', url: page.url }] : [])],
      evidence: [],
    },
  };
  // a list of words is where the first of them is
  const placeOn = (text: string) =>
    (quoteOn(page.content, text) ?? quoteOn(page.content, text.split(',')[0] ?? ''))?.place ?? null;
  return { ...found, person: { ...found.person, evidence: evidenceOf(found, WEB_SEARCH, page.url, seenAt, placeOn) } };
}

const isLong = (quote: string): boolean =>
  quote.length >= QUOTE.fewest || wordsOf(quote).trim().split(' ').length >= QUOTE.fewestWords;

/** The claimed profiles that the page names as its owner's, and the page where it is one itself. */
function profilesOn({ url: page }: ReadPage, claimed: readonly string[], own: ReadonlySet<string>): Profile[] {
  const found = claimed.flatMap((claim) => externalUrl(claim) ?? []).filter((url) => own.has(normalisedUrl(url) ?? ''));
  const profiles = [page, ...found].flatMap((url): Profile[] => {
    const platform = platformOf(url);
    return platform && isProfile(url) ? [{ platform, url }] : [];
  });
  const first = (url: string) => profiles.findIndex((other) => normalisedUrl(other.url) === normalisedUrl(url));
  return profiles.filter(({ url }, index) => first(url) === index).slice(0, MOST_PROFILES);
}

/** One on a wanted platform, else LinkedIn, else any. */
const mainOf = (profiles: readonly Profile[], wanted: readonly Platform[]): Profile | undefined =>
  profiles.find(({ platform }) => wanted.includes(platform)) ??
  profiles.find(({ platform }) => platform === 'linkedin') ??
  profiles[0];

/** `Burlington, Vermont` is a city and its region. A country counts only with a place that the page names. */
function placeOf({ place, country }: Claim, says: (words: string) => boolean) {
  if (!place || !says(place)) return { country: null, region: null, city: null };
  const name = countryName(countryCode(country ?? ''));
  const parts = place
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && countryName(countryCode(part)) === null);
  return { country: name, region: parts[1] ?? null, city: parts[0] ?? null };
}
