import { type Industry, industries } from './industries.ts';
import { namePools } from './names.ts';
import type { Niche, Sketch } from './niche.ts';
import { type Place, placeFor } from './places.ts';
import { quirks } from './quirks.ts';
import {
  engagementRate,
  mainFollowers,
  type Platform,
  platforms,
  quietLinkedinFollowers,
  sideFollowers,
} from './reach.ts';
import { seeded, someOf } from './seeded.ts';

/** One public account; `url` has no scheme, as at People Data Labs; `engagementRate` is in percent. */
export interface SampleProfile {
  readonly network: Platform;
  readonly username: string;
  readonly url: string;
  readonly followers: number;
  readonly engagementRate: number;
}

/** `listed`: the data provider knows the address. `published`: only a page at `sourceUrl` shows it. */
export type SampleEmail =
  | { readonly kind: 'listed'; readonly address: string }
  | { readonly kind: 'published'; readonly address: string; readonly sourceUrl: string }
  | { readonly kind: 'none' };

/** A fictional person. The same list comes out on every machine and at every start. */
export interface SamplePerson {
  readonly index: number;
  readonly slug: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
  readonly title: string;
  readonly company: string;
  readonly domain: string;
  readonly bio: string;
  /** A concrete detail of the bio, a noun phrase that reads well after "your". */
  readonly hook: string;
  readonly industry: Industry;
  readonly niche: Niche;
  readonly place: Place;
  readonly mainPlatform: Platform;
  readonly profiles: readonly SampleProfile[];
  readonly interests: readonly string[];
  readonly skills: readonly string[];
  readonly email: SampleEmail;
}

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const profileUrl: Record<Platform, (username: string) => string> = {
  linkedin: (name) => `linkedin.com/in/${name}`,
  instagram: (name) => `instagram.com/${name}`,
  tiktok: (name) => `tiktok.com/@${name}`,
  youtube: (name) => `youtube.com/@${name}`,
  twitter: (name) => `twitter.com/${name}`,
};

/** Twitter allows 15 characters. */
const usernameOn = (network: Platform, handle: string): string =>
  network === 'twitter' ? handle.slice(0, 15).replace(/[._]$/, '') : handle;

const nameOf = (random: () => number, taken: Set<string>): { firstName: string; lastName: string } => {
  const total = namePools.reduce((sum, pool) => sum + pool.weight, 0);
  for (;;) {
    const draw = random() * total;
    let passed = 0;
    const pool = namePools.find(({ weight }) => {
      passed += weight;
      return draw < passed;
    });
    const firstName = pool?.first[Math.floor(random() * pool.first.length)];
    const lastName = pool?.last[Math.floor(random() * pool.last.length)];
    if (!firstName || !lastName || taken.has(`${firstName} ${lastName}`)) continue;
    taken.add(`${firstName} ${lastName}`);
    return { firstName, lastName };
  }
};

const handleOf = (first: string, last: string, word: string, style: number): string => {
  const [f, l] = [slugOf(first), slugOf(last).replaceAll('-', '')];
  return [`${f}${word}`, `${f}.${word}`, `the${l}${word}`, `${f}${l}`, `${word}with${f}`, `${f}_${l}`][style % 6] ?? f;
};

const emailOf = (index: number, firstName: string, domain: string): SampleEmail => {
  const address = `${slugOf(firstName)}@${domain}`;
  const draw = (index * 5) % 8;
  if (draw < 6) return { kind: 'listed', address };
  return draw === 6 ? { kind: 'published', address, sourceUrl: `https://www.${domain}/contact` } : { kind: 'none' };
};

const profilesOf = (
  person: { slug: string; firstName: string; lastName: string; main: Platform; industry: Industry; niche: Niche },
  handles: Set<string>,
  random: () => number,
): SampleProfile[] => {
  const { slug, main, niche, industry } = person;
  const word = niche.handles[Math.floor(random() * niche.handles.length)] ?? '';
  let style = Math.floor(random() * 6);
  let handle = handleOf(person.firstName, person.lastName, word, style);
  while (handles.has(handle)) handle = handleOf(person.firstName, person.lastName, word, ++style);
  handles.add(handle);
  const account = (network: Platform, name: string, followers: number): SampleProfile => {
    const username = usernameOn(network, name);
    const url = profileUrl[network](username);
    return { network, username, url, followers, engagementRate: engagementRate(network, followers, random) };
  };
  const followers = mainFollowers(main, random);
  if (main === 'linkedin') {
    const side = platforms[1 + Math.floor(random() * 4)] ?? 'instagram';
    const accounts = [account('linkedin', slug, followers)];
    return random() < 0.6 ? [...accounts, account(side, handle, sideFollowers(followers, random))] : accounts;
  }
  const accounts = [
    account('linkedin', slug, quietLinkedinFollowers(industry.professional, random)),
    account(main, handle, followers),
  ];
  const side = platforms[1 + Math.floor(random() * 4)] ?? 'instagram';
  if (side !== main && random() < 0.5) accounts.push(account(side, handle, sideFollowers(followers, random)));
  return accounts;
};

const build = (): SamplePerson[] => {
  const people: SamplePerson[] = [];
  const names = new Set<string>();
  const handles = new Set<string>();
  const add = (industry: Industry, niche: Niche, sketch: Sketch): void => {
    const index = people.length;
    const random = seeded(`person ${index} ${sketch.company}`);
    const { firstName, lastName } = nameOf(random, names);
    const place = placeFor(random(), random());
    const here = (text: string): string => text.replaceAll('{city}', place.locality);
    const slug = slugOf(`${firstName} ${lastName}`);
    const company = here(sketch.company);
    const domain = `${slugOf(company)}.example`;
    const main = platforms[index % platforms.length] ?? 'linkedin';
    // Every second bio ends with a quirk, the pool in turn, so that none ends more than three.
    const quirk = index % 2 === 0 ? quirks[(index / 2) % quirks.length] : undefined;
    people.push({
      index,
      slug,
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
      title: here(sketch.title),
      company,
      domain,
      bio: [here(sketch.bio), quirk].filter(Boolean).join(' '),
      hook: here(sketch.hook),
      industry,
      niche,
      place,
      mainPlatform: main,
      profiles: profilesOf({ slug, firstName, lastName, main, industry, niche }, handles, random),
      interests: [...new Set([...niche.interests.slice(0, 1), ...someOf(niche.interests, 4, random)])],
      skills: someOf(niche.skills, 4 + Math.floor(random() * 2), random),
      email: emailOf(index, firstName, domain),
    });
  };
  for (const industry of industries)
    for (const niche of industry.niches) for (const sketch of niche.sketches) add(industry, niche, sketch);
  return people;
};

export const samplePeople: readonly SamplePerson[] = build();
