import { hashOf } from '../hash.ts';
import { sitePath } from '../pages/routes.ts';
import { TRAP_SUBJECT, traps } from '../pages/traps.ts';
import { personByProfile } from '../people/lookup.ts';
import { platformLabels } from '../people/platforms.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';
import type { Answer, Input } from './inputs.ts';
import { speaksOf } from './plan.ts';
import { sentencesOf } from './texts.ts';

/** A model sometimes invents an address, and a page that does not show it. */
export const makesUp = ({ slug, email }: SamplePerson): boolean =>
  email.kind === 'none' && hashOf(`${slug} claims`) % 3 === 0;

/** Looks for an address that a page shows. `site`: where the web pages of the sandbox lie; null: it cannot search. */
export function searchContact({ partner }: Input, site: string | null): Answer {
  const nothing = { email: null, sourceUrl: null, confidence: 0 };
  if (site === null) return { value: nothing };
  const { name, username, profileUrl, company } = partner;
  const trap = traps.find((one) => one.name === name && one.email !== null);
  if (trap) {
    const page = `${site}${sitePath(trap.domain, trap.page)}`;
    const search = { queries: [`"${name}" email`], sources: [page], opened: [page], cited: page };
    return { value: { email: trap.email, sourceUrl: page, confidence: 0.9 }, search };
  }
  const isNamed = (one: SamplePerson) =>
    one.fullName.toLowerCase() === name.toLowerCase() &&
    (!company || one.company.toLowerCase() === company.toLowerCase());
  const person = personByProfile(profileUrl, username) ?? samplePeople.find(isNamed);
  const queries = [`"${name}" ${company} email`, `${name} ${username} contact`].map((one) => one.replace(/\s+/g, ' '));
  const found = (sources: string[], opened: string[], cited: string | null) => ({ queries, sources, opened, cited });
  if (!person) return { value: nothing, search: found(/^https?:/.test(profileUrl) ? [profileUrl] : [], [], null) };
  const [about = '', contact = ''] = ['about', 'contact'].map((page) => `${site}${sitePath(person.domain, page)}`);
  const sources = [about, `https://www.${person.profiles[0]?.url}`];
  const { email } = person;
  if (email.kind !== 'published' && !makesUp(person)) return { value: nothing, search: found(sources, [about], null) };
  const address = email.kind === 'published' ? email.address : `${person.firstName.toLowerCase()}@${person.domain}`;
  return {
    value: { email: address, sourceUrl: contact, confidence: 0.82 },
    search: found([...sources, contact], [about, contact], contact),
  };
}

/** By no means everybody has a page that ranks. */
const isFindable = ({ slug }: SamplePerson): boolean => hashOf(`${slug} web`) % 3 === 0;

/** A model's errors with a person. Most are right, and the same person always goes wrong in the same way. */
const ERRORS = ['unopened', 'paraphrased', 'profile', 'gone'] as const;
export const errorIn = ({ slug }: SamplePerson): (typeof ERRORS)[number] | undefined =>
  ERRORS[hashOf(`${slug} claim`) % 12];

const claimOf = (person: SamplePerson, site: string) => {
  const error = errorIn(person);
  const profiles = person.profiles.map(({ url }) => `https://www.${url}`);
  return {
    name: person.fullName,
    page: `${site}${sitePath(person.domain, error === 'gone' ? 'team' : 'about')}`,
    profiles: error === 'profile' ? [`https://www.tiktok.com/@${person.slug}-official`] : profiles,
    quotes:
      error === 'paraphrased'
        ? [`A much loved voice in the world of ${person.topic}.`]
        : sentencesOf(person.bio).slice(0, 2),
    place: `${person.place.locality}, ${person.place.region}`,
    country: person.place.country,
  };
};

const saidBy = (person: SamplePerson): string =>
  [person.bio, person.title, person.topic, ...person.interests].join('. ');
const withoutNo = (words: string): string => words.replace(/^(?:no|not|without)\s+/i, '');

/** Names people with pages of their own, and one who is not on the page. `site`: where those lie; null: it cannot search. */
export function discoverPeople(input: Input, site: string | null): Answer {
  if (site === null) return { value: { people: [] } };
  const { topics, audience, platforms, regions, leaveOut, exclusions, count } = input;
  const isLeftOut = ({ domain }: SamplePerson) => leaveOut.some((address) => address.includes(`/${domain}/`));
  const isOnPlatform = ({ profiles }: SamplePerson) =>
    platforms.length === 0 || profiles.some(({ network }) => platforms.includes(platformLabels[network]));
  const found = samplePeople
    .filter((person) => isFindable(person) && isOnPlatform(person) && !isLeftOut(person))
    .filter((person) => !exclusions.some((words) => speaksOf(saidBy(person), withoutNo(words))))
    .filter(({ place }) => regions.length === 0 || regions.includes(place.country.toLowerCase()))
    .map((person) => {
      return { person, fit: topics.filter((topic) => speaksOf(saidBy(person), topic)).length };
    })
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || hashOf(a.person.slug) - hashOf(b.person.slug))
    .slice(0, Math.max(0, count))
    .map(({ person }) => ({ person, claim: claimOf(person, site) }));
  const trapped = speaksOf(audience, TRAP_SUBJECT)
    ? traps.map(({ name, domain, page, profiles, quotes }) => {
        return { name, page: `${site}${sitePath(domain, page)}`, profiles, quotes, place: null, country: null };
      })
    : [];
  const people = [...trapped, ...found.map(({ claim }) => claim)].slice(0, count);
  const [first] = people;
  if (first && people.length < count) people.push({ ...first, name: 'Alex Winterbourne' });
  return {
    value: { people },
    search: {
      queries: topics.slice(0, 3).map((topic) => `${topic} creator about me`),
      sources: people.map(({ page }) => page),
      opened: [
        ...trapped.map(({ page }) => page),
        ...new Set(found.filter(({ person }) => errorIn(person) !== 'unopened').map(({ claim }) => claim.page)),
      ],
      cited: null,
    },
  };
}
