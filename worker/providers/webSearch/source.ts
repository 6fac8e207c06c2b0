import type { FoundPerson } from '../../../events/partners/partner.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { countryCode } from '../../../events/shared/countries.ts';
import { PLATFORM_LABELS, PLATFORMS } from '../../../events/shared/options.ts';
import type { AskAi } from '../openai/askAi.ts';
import { partnerDiscoveryPrompt } from '../openai/prompts.ts';
import type { PartnerSource, SourceAsk } from '../partnerSource.ts';
import { ProviderError } from '../providerError.ts';
import type { OpenPage } from '../web/openPage.ts';
import { isSamePage, pageKey } from '../web/samePage.ts';
import { type Claim, confirmed, WEB_SEARCH } from './confirmed.ts';

/** Each person takes the AI a page or more, and minutes. */
const MOST_PEOPLE = 10;
/** The pages do not confirm every person it names. */
const NAMED_FOR_ONE = 2;
/** A page of which more people are claimed is a list, not one person's own. */
const MOST_OF_ONE_PAGE = 2;
const MOST_LEFT_OUT = 50;
const AT_ONCE = 5;

/**
 * Creators by pages of their own. The AI searches and names them, and this code decides. The AI must have opened the page. As we fetch it, it must
 * name the person and link their profile. One call a step of a search.
 */
export const webSearchSource = (askAi: AskAi, openPage: OpenPage): PartnerSource => ({
  name: WEB_SEARCH,
  platforms: PLATFORMS,
  isLastResort: true,
  search(ask) {
    // when another source may answer later, the whole step is run again: the web was paid for
    const place = `web-${ask.about}.${ask.step}`;
    let dry = ask.places.read(place) !== null;
    return {
      get dry() {
        return dry;
      },
      async next(wanted) {
        dry = true;
        const { value, opened } = await askFor(askAi, ask, Math.min(MOST_PEOPLE, NAMED_FOR_ONE * wanted));
        await ask.places.keep(place, 'asked');
        const claims = ownPages(value.people).slice(0, MOST_PEOPLE);
        return inTurns(claims, (claim) => checked(claim, opened, openPage, ask));
      },
    };
  },
});

async function askFor(askAi: AskAi, ask: SourceAsk, count: number) {
  const { plan, criteria, regions, known, scope, about } = ask;
  const { businessName = '', industry = '', description = '' } = criteria;
  try {
    return await askAi(partnerDiscoveryPrompt, {
      ...scope,
      about,
      searchFrom: countryCode(regions[0] ?? ''),
      input: {
        business: { businessName, industry, description },
        count,
        topics: [...plan.topics, ...plan.jobTitles],
        audience: criteria.targetAudience ?? plan.audienceTerms.join(', '),
        additionalCriteria: criteria.additionalCriteria ?? '',
        exclusions: criteria.exclusions ?? [],
        regions,
        platforms: (criteria.platforms ?? []).map((platform) => PLATFORM_LABELS[platform]),
        leaveOut: known.filter((address) => platformOf(address) === null).slice(0, MOST_LEFT_OUT),
      },
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new ProviderError(
      { code: 'web_search', reason: error.reason },
      error.code,
      error.retryable,
      error.retryAfterSeconds,
    );
  }
}

function ownPages(claims: readonly Claim[]): Claim[] {
  const people = new Map<string | null, number>();
  for (const { page } of claims) people.set(pageKey(page), (people.get(pageKey(page)) ?? 0) + 1);
  return claims.filter(({ page }) => (people.get(pageKey(page)) ?? 0) <= MOST_OF_ONE_PAGE);
}

async function checked(
  claim: Claim,
  opened: readonly string[],
  openPage: OpenPage,
  ask: SourceAsk,
): Promise<FoundPerson | null> {
  // a page that the AI did not open is a guess
  const read = opened.some((url) => isSamePage(url, claim.page)) ? await openPage(claim.page, ask.scope.tenant) : null;
  const found = read?.ok ? confirmed(claim, read, ask) : null;
  const country = found?.person.country ?? null;
  return country !== null && !ask.regions.includes(country) ? null : found;
}

/** A few pages at a time, the answers in the order of the claims. */
async function inTurns(
  claims: readonly Claim[],
  check: (claim: Claim) => Promise<FoundPerson | null>,
): Promise<FoundPerson[]> {
  const found: (FoundPerson | null)[] = [];
  for (let at = 0; at < claims.length; at += AT_ONCE)
    found.push(...(await Promise.all(claims.slice(at, at + AT_ONCE).map(check))));
  return found.filter((person) => person !== null);
}
