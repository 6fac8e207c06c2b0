import type { Platform } from '../shared/options.ts';
import { normalisedUrl } from './duplicateKey.ts';
import { numbered } from './evidence.ts';
import type { FoundPerson } from './partner.ts';
import { platformOf, usernameOf } from './profileUrl.ts';

const comparable = (urls: readonly (string | null)[]): string[] => [
  ...new Set(urls.flatMap((url) => (url ? (normalisedUrl(url) ?? []) : []))),
];

/** All addresses of a person, made comparable. */
export const addressesOf = ({ person }: Pick<FoundPerson, 'person'>): string[] =>
  comparable([person.profileUrl, ...person.socialProfiles.map(({ url }) => url)]);

/**
 * The addresses by which a person is known again, whichever source finds them, made comparable. A website is none of them: two people may
 * share one.
 */
export function profilesOf({ person }: Pick<FoundPerson, 'person'>): string[] {
  const profiles = person.socialProfiles.filter(({ platform }) => platform !== 'website');
  return comparable([person.profileUrl, ...profiles.map(({ url }) => url)]);
}

const onLinkedIn = (profiles: readonly string[]): string[] =>
  profiles.flatMap((profile) => (platformOf(profile) === 'linkedin' ? (usernameOf(profile) ?? []) : []));

/** Whether both name one profile as theirs. People with LinkedIn profiles of their own are two, though they share that of a company. */
function isSamePerson(one: FoundPerson, other: FoundPerson): boolean {
  const [first, second] = [profilesOf(one), profilesOf(other)];
  const [firstNames, secondNames] = [onLinkedIn(first), onLinkedIn(second)];
  const areTwo =
    firstNames.length > 0 && secondNames.length > 0 && !firstNames.some((name) => secondNames.includes(name));
  return !areTwo && first.some((profile) => second.includes(profile));
}

/** The one whose address names them first: a LinkedIn profile stays with a person, a channel may be renamed. */
const leads = ({ facts, person }: FoundPerson): number =>
  facts.source === 'people_data_labs' ? 2 : person.profileUrl ? 1 : 0;

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** One person whom two sources found. Each adds what the other lacks. The figures are those of the platform that counts them. */
export function mergeFound(one: FoundPerson, other: FoundPerson, wanted: readonly Platform[]): FoundPerson {
  const [main, more] = leads(other) > leads(one) ? [other, one] : [one, other];
  const counted = [main, more].filter(({ facts }) => facts.followersCount !== null || facts.engagementRate !== null);
  const best = counted.find(({ facts }) => wanted.length === 0 || wanted.includes(facts.platform)) ?? main;
  const platforms = unique([main, more].flatMap(({ facts }) => [facts.platform, ...facts.otherPlatforms]));
  const knownEmail = main.person.knownEmail ?? more.person.knownEmail;
  const profiles = [...main.person.socialProfiles, ...more.person.socialProfiles];
  return {
    facts: {
      ...main.facts,
      platform: best.facts.platform,
      otherPlatforms: platforms.filter((platform) => platform !== best.facts.platform),
      industry: main.facts.industry ?? more.facts.industry,
      followersCount: best.facts.followersCount,
      engagementRate: best.facts.engagementRate,
    },
    person: {
      ...main.person,
      username: best.person.username,
      avatar: main.person.avatar ?? more.person.avatar,
      bio: main.person.bio ?? more.person.bio,
      profileUrl: main.person.profileUrl ?? more.person.profileUrl,
      jobTitle: main.person.jobTitle ?? more.person.jobTitle,
      company: main.person.company ?? more.person.company,
      companyDomain: main.person.companyDomain ?? more.person.companyDomain,
      country: main.person.country ?? more.person.country,
      region: main.person.region ?? more.person.region,
      city: main.person.city ?? more.person.city,
      keywords: unique([...main.person.keywords, ...more.person.keywords]).slice(0, 40),
      socialProfiles: profiles.filter(({ url }, index) => profiles.findIndex((first) => first.url === url) === index),
      ...(knownEmail && { knownEmail }),
      evidence: numbered([...main.person.evidence, ...more.person.evidence].map(({ id, ...item }) => item)),
    },
  };
}

/** Joins those who are the same person. */
export function mergeSame(found: readonly FoundPerson[], wanted: readonly Platform[]): FoundPerson[] {
  const merged: FoundPerson[] = [];
  for (const person of found) {
    const same = merged.findIndex((known) => isSamePerson(known, person));
    const known = merged[same];
    if (known) merged[same] = mergeFound(known, person, wanted);
    else merged.push(person);
  }
  // a person who joins one of them may name profiles of another, too
  return merged.length < found.length ? mergeSame(merged, wanted) : merged;
}
