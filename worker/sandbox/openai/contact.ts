import { hashOf } from '../hash.ts';
import { sitePath } from '../pages/routes.ts';
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

/** A model now and then names an address that it has made up, and a page that does not show it. */
export const makesUp = ({ slug, email }: SamplePerson): boolean =>
  email.kind === 'none' && hashOf(`${slug} claims`) % 3 === 0;

/**
 * Looks for an address that a page shows; without the web_search tool, or for strangers, it finds none. `site`: where the web pages of the
 * sandbox lie; null: it cannot search.
 */
export const searchContact = ({ partner }: ContactInput, site: string | null): Answer => {
  const nothing = { email: null, sourceUrl: null, confidence: 0 };
  if (site === null) return { value: nothing };
  const person = personOf(partner);
  const queries = [
    `"${partner.name}" ${partner.company} email`.replace(/\s+/g, ' '),
    `${partner.name} ${partner.username} contact`,
  ];
  const pageOf = (page: string) => (person ? `${site}${sitePath(person.domain, page)}` : '');
  const [about, contact] = [pageOf('about'), pageOf('contact')];
  const seen = (person ? [about, `https://www.${person.profiles[0]?.url}`] : [partner.profileUrl]).filter((url) =>
    /^https?:/.test(url),
  );
  if (!person || (person.email.kind !== 'published' && !makesUp(person)))
    return { value: nothing, search: { queries, sources: seen, opened: person ? [about] : [], cited: null } };
  const address =
    person.email.kind === 'published' ? person.email.address : `${person.firstName.toLowerCase()}@${person.domain}`;
  return {
    value: { email: address, sourceUrl: contact, confidence: 0.82 },
    search: { queries, sources: [...seen, contact], opened: [about, contact], cited: contact },
  };
};
