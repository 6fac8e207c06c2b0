import { createHash } from 'node:crypto';
import { z } from 'zod';
import { evidenceOf } from '../../../events/partners/evidence.ts';
import { mentions } from '../../../events/partners/match.ts';
import type { FoundPerson } from '../../../events/partners/partner.ts';
import { keptCountry } from '../../../events/shared/countries.ts';
import type { PartnerSource, SourceAsk } from '../partnerSource.ts';
import { creditsOf, ProviderError } from '../providerError.ts';
import type { PdlPerson, PeopleDataLabs } from './client.ts';
import { foundFrom, workEmailOf } from './person.ts';
import { searchQueries } from './query.ts';

export const PEOPLE_DATA_LABS = 'people_data_labs' as const;
/** Each record costs a credit, so a search reads a few pages at most. */
const MOST_PAGES = 4;
/** People come by completeness, not by fit. So twice as many are read as are wanted. */
const READ_FOR_ONE = 2;

/** A found person's description, with the evidence for each fact. */
export function describedPerson(
  record: PdlPerson,
  wanted: Parameters<typeof foundFrom>[1],
  seenAt: string,
): FoundPerson | null {
  const found = foundFrom(record, wanted);
  if (!found) return null;
  // in its words: ours are made of them
  const said = { ...found, facts: { ...found.facts, industry: record.industry ?? null } };
  const evidence = evidenceOf(said, PEOPLE_DATA_LABS, found.person.profileUrl, seenAt);
  const address = workEmailOf(record);
  const isShown = address !== null && address !== 'hidden';
  const knownEmail = isShown ? { knownEmail: { address, source: PEOPLE_DATA_LABS, seenAt } } : {};
  return { ...found, person: { ...found.person, ...knownEmail, evidence } };
}

/**
 * Professionals with a LinkedIn profile: first those with a topic and the audience, then those with one of them. People from an earlier search whom
 * nobody took come first. A query goes on where that search stopped.
 */
export const peopleDataSource = (peopleData: PeopleDataLabs): PartnerSource => ({
  name: PEOPLE_DATA_LABS,
  // no query can ask who is on another platform: `profiles` is not searched by network
  platforms: ['linkedin'],
  search(ask) {
    const reader = readPages(peopleData, ask);
    let kept = ask.kept.filter((one) => one.facts.source === PEOPLE_DATA_LABS && isMeant(one, ask));
    let trouble: ProviderError | null = null;
    return {
      get credits() {
        return reader.credits;
      },
      get dry() {
        return kept.length === 0 && trouble === null && reader.dry;
      },
      get trouble() {
        return trouble;
      },
      async next(wanted) {
        if (trouble) throw trouble;
        const before = kept;
        kept = [];
        const missing = Math.min(100, wanted * READ_FOR_ONE - before.length);
        if (missing <= 0 || reader.dry) return before;
        try {
          return [...before, ...(await reader.next(missing))];
        } catch (error) {
          // those whom we have count, whatever became of the others
          if (before.length === 0 || !(error instanceof ProviderError)) throw error;
          trouble = error;
          return before;
        }
      },
    };
  },
});

/** Whether somebody found by another search is one of whom this one would ask. */
function isMeant({ person }: FoundPerson, { plan, regions }: SourceAsk): boolean {
  const text = [person.bio, person.jobTitle, ...person.keywords].filter(Boolean).join('\n');
  const terms = [...plan.topics, ...plan.jobTitles, ...plan.audienceTerms];
  return regions.includes(keptCountry(person.country ?? '')) && (terms.length === 0 || mentions(text, terms));
}

/** A query with its excluded people, and its progress. A token belongs to the exact query that it came from. */
const placeInQuery = z.object({ query: z.record(z.string(), z.unknown()), token: z.string() });
type PlaceInQuery = { query: object; token: string | null };

/** Pages of one query after the other, each to its end. */
function readPages(peopleData: PeopleDataLabs, ask: SourceAsk) {
  const queries = searchQueries(ask);
  const names = searchQueries({ ...ask, known: [] }).map((query) =>
    createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 32),
  );
  let current = 0;
  let pages = 0;
  let credits = 0;
  let place = begin();

  function begin(): PlaceInQuery {
    const stored = ask.places.read(names[current] ?? '');
    const read = stored === null ? null : placeInQuery.safeParse(JSON.parse(stored));
    return read?.success ? read.data : { query: queries[current] ?? {}, token: null };
  }

  /** A token that has grown old is refused, and the query starts again, without those who are known by now. */
  async function page(size: number) {
    try {
      return await peopleData.search(place.query, size, place.token);
    } catch (error) {
      const isOld = pages === 0 && place.token !== null && (error as { code?: unknown }).code === 'http_400';
      if (!isOld) throw error;
      place = { query: queries[current] ?? {}, token: null };
      return peopleData.search(place.query, size, null);
    }
  }

  return {
    get credits() {
      return credits;
    },
    get dry() {
      return current >= queries.length || pages >= MOST_PAGES;
    },
    async next(size: number): Promise<FoundPerson[]> {
      while (current < queries.length) {
        const {
          people,
          scrollToken,
          credits: spent,
        } = await page(size).catch((error: unknown) => {
          credits += creditsOf(error);
          throw error;
        });
        credits += spent;
        const name = names[current] ?? '';
        const isOver = people.length === 0 || !scrollToken;
        if (isOver) {
          if (place.token !== null) await ask.places.keep(name, null);
          current += 1;
          place = begin();
        } else {
          place = { ...place, token: scrollToken };
          await ask.places.keep(name, JSON.stringify(place));
        }
        // a page without anybody costs nothing
        if (people.length === 0) continue;
        pages += 1;
        return people.flatMap((record) => describedPerson(record, ask.criteria.platforms ?? [], ask.seenAt) ?? []);
      }
      return [];
    },
  };
}
