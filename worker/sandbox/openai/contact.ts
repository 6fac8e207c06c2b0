import { personByProfile } from '../people/lookup.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';
import type { Answer, ContactInput } from './inputs.ts';

const personOf = ({ name, username, profileUrl, company }: ContactInput['partner']): SamplePerson | undefined => {
  const byAccount = personByProfile(profileUrl, username);
  if (byAccount) return byAccount;
  return samplePeople.find(
    (person) =>
      person.fullName.toLowerCase() === name.toLowerCase() &&
      (!company || person.company.toLowerCase() === company.toLowerCase()),
  );
};

/** Looks for an address that a page shows; without the web_search tool, or for strangers, it finds none. */
export const searchContact = ({ partner }: ContactInput, canSearch: boolean): Answer => {
  const nothing = { email: null, sourceUrl: null, confidence: 0 };
  if (!canSearch) return { value: nothing };
  const person = personOf(partner);
  const queries = [
    `"${partner.name}" ${partner.company} email`.replace(/\s+/g, ' '),
    `${partner.name} ${partner.username} contact`,
  ];
  const seen = person
    ? [`https://www.${person.domain}/about`, `https://www.${person.profiles[0]?.url}`]
    : [partner.profileUrl];
  if (person?.email.kind !== 'published')
    return { value: nothing, search: { queries, sources: seen.filter((url) => /^https?:/.test(url)), cited: null } };
  const { address, sourceUrl } = person.email;
  return {
    value: { email: address, sourceUrl, confidence: 0.82 },
    search: { queries, sources: [sourceUrl, ...seen], cited: sourceUrl },
  };
};
