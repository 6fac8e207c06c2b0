import { hashOf } from '../hash.ts';
import { sitePath } from '../pages/routes.ts';
import { platformLabels } from '../people/platforms.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';
import { speaksOf } from './affinity.ts';
import type { Answer, DiscoveryInput } from './inputs.ts';
import { sentencesOf } from './prose.ts';

/** What a search of the web finds: by no means everybody has a page that ranks. */
const isFindable = ({ slug }: SamplePerson): boolean => hashOf(`${slug} web`) % 3 === 0;

/** How a model goes wrong with a person: most are right, and the same one always goes wrong in the same way. */
const ERRORS = ['unopened', 'paraphrased', 'profile', 'gone'] as const;
export const errorIn = ({ slug }: SamplePerson): (typeof ERRORS)[number] | undefined =>
  ERRORS[hashOf(`${slug} claim`) % 12];

const claimOf = (person: SamplePerson, site: string) => {
  const error = errorIn(person);
  const [first = '', second = ''] = sentencesOf(person.bio);
  const profiles = person.profiles.map(({ url }) => `https://www.${url}`);
  return {
    name: person.fullName,
    page: `${site}${sitePath(person.domain, error === 'gone' ? 'team' : 'about')}`,
    profiles: error === 'profile' ? [`https://www.tiktok.com/@${person.slug}-official`] : profiles,
    quotes: error === 'paraphrased' ? [`A much loved voice in the world of ${person.topic}.`] : [first, second],
    place: `${person.place.locality}, ${person.place.region}`,
    country: person.place.country,
  };
};

/** Names people with pages of their own, and now and then somebody who is not on the page; `site`: where those lie, null: it cannot search. */
export const discoverPeople = (input: DiscoveryInput, site: string | null): Answer => {
  if (site === null) return { value: { people: [] } };
  const { topics, platforms, regions, leaveOut, count } = input;
  const isLeftOut = ({ domain }: SamplePerson) => leaveOut.some((address) => address.includes(`/${domain}/`));
  const isOnPlatform = ({ profiles }: SamplePerson) =>
    platforms.length === 0 || profiles.some(({ network }) => platforms.includes(platformLabels[network]));
  const found = samplePeople
    .filter((person) => isFindable(person) && isOnPlatform(person) && !isLeftOut(person))
    .filter(({ place }) => regions.length === 0 || regions.includes(place.country.toLowerCase()))
    .map((person) => {
      const text = [person.bio, person.title, person.topic, ...person.interests].join('. ');
      return { person, fit: topics.filter((topic) => speaksOf(text, topic)).length };
    })
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || hashOf(a.person.slug) - hashOf(b.person.slug))
    .slice(0, Math.max(0, count))
    .map(({ person }) => ({ person, claim: claimOf(person, site) }));
  const people = found.map(({ claim }) => claim);
  const [first] = people;
  // a person the page does not name
  if (first && people.length < count) people.push({ ...first, name: 'Alex Winterbourne' });
  return {
    value: { people },
    search: {
      queries: topics.slice(0, 3).map((topic) => `${topic} creator about me`),
      sources: people.map(({ page }) => page),
      opened: [...new Set(found.filter(({ person }) => errorIn(person) !== 'unopened').map(({ claim }) => claim.page))],
      cited: null,
    },
  };
};
