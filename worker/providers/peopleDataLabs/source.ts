import { evidenceOf } from '../../../events/partners/evidence.ts';
import type { FoundPerson } from '../../../events/partners/partner.ts';
import type { PartnerSource } from '../partnerSource.ts';
import type { PdlPerson, PeopleDataLabs } from './client.ts';
import { foundFrom } from './person.ts';
import { searchQueries } from './query.ts';

export const PEOPLE_DATA_LABS = 'people_data_labs';
/** Each record costs a credit, so a search reads a few pages at most. */
const MOST_PAGES = 4;
/** People come in the order of how complete they are, not of how well they fit: so twice as many are read as are wanted. */
const READ_FOR_ONE = 2;

/** What a person whom we found is known by, with the evidence for each fact. */
export function describedPerson(
  record: PdlPerson,
  wanted: Parameters<typeof foundFrom>[1],
  seenAt: string,
): FoundPerson | null {
  const found = foundFrom(record, wanted);
  if (!found) return null;
  const evidence = evidenceOf(found, PEOPLE_DATA_LABS, found.person.profileUrl, seenAt);
  return { ...found, person: { ...found.person, evidence } };
}

/** Professionals with a LinkedIn profile: first those who speak of a topic and of the audience, then those who speak of one of them. */
export const peopleDataSource = (peopleData: PeopleDataLabs): PartnerSource => ({
  name: PEOPLE_DATA_LABS,
  platforms: ['linkedin', 'twitter', 'instagram'],
  search(ask) {
    const queries = searchQueries(ask);
    let current = 0;
    let scrollToken: string | null = null;
    let pages = 0;
    return {
      get dry() {
        return current >= queries.length || pages >= MOST_PAGES;
      },
      async next(wanted) {
        const size = Math.min(100, wanted * READ_FOR_ONE);
        for (let query = queries[current]; query; query = queries[current]) {
          const page = await peopleData.search(query, size, scrollToken);
          scrollToken = page.scrollToken;
          if (page.people.length === 0 || !scrollToken) {
            current += 1;
            scrollToken = null;
          }
          // a page without anybody costs nothing
          if (page.people.length === 0) continue;
          pages += 1;
          return page.people.flatMap(
            (record) => describedPerson(record, ask.criteria.platforms ?? [], ask.seenAt) ?? [],
          );
        }
        return [];
      },
    };
  },
});
