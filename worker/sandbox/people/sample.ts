import { readRows } from '../readRows.ts';
import { type Industry, industries } from './industries.ts';
import type { Platform } from './platforms.ts';

/** One public account; `engagementRate` is in percent. */
interface Account {
  readonly network: Platform;
  readonly username: string;
  readonly followers: number;
  readonly engagementRate: number;
}

/** A line of people.ndjson. The bio's [bracketed phrase] is the detail that one would mention to this person. */
interface Row {
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly company: string;
  readonly industry: string;
  readonly topic: string;
  readonly place: { readonly locality: string; readonly region: string; readonly country: string };
  readonly bio: string;
  readonly mainPlatform: Platform;
  readonly profiles: readonly Account[];
  readonly interests: readonly string[];
  readonly skills: readonly string[];
  readonly email: 'listed' | 'published' | 'none';
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Without a scheme, as at People Data Labs. */
const profileUrl: Record<Platform, string> = {
  linkedin: 'linkedin.com/in/',
  instagram: 'instagram.com/',
  tiktok: 'tiktok.com/@',
  youtube: 'youtube.com/@',
  twitter: 'twitter.com/',
};

/** `listed`: the data provider knows the address. `published`: only the contact page of their website shows it. */
const emailOf = (kind: Row['email'], address: string) => {
  if (kind === 'none') return { kind };
  return { kind, address };
};

const industryNamed = (name: string): Industry => {
  const found = industries.find((industry) => industry.name === name);
  if (!found) throw new Error(`people.ndjson: there is no industry "${name}" in industries.ndjson`);
  return found;
};

const personOf = (row: Row) => {
  const hook = row.bio.match(/\[(.+?)\]/)?.[1];
  if (!hook) throw new Error(`people.ndjson: the bio of ${row.firstName} ${row.lastName} has no [detail]`);
  const fullName = `${row.firstName} ${row.lastName}`;
  const domain = `${slugOf(row.company)}.example`;
  return {
    ...row,
    slug: slugOf(fullName),
    fullName,
    domain,
    bio: row.bio.replace(/[[\]]/g, ''),
    hook,
    industry: industryNamed(row.industry),
    profiles: row.profiles.map((account) => ({ ...account, url: profileUrl[account.network] + account.username })),
    email: emailOf(row.email, `${slugOf(row.firstName)}@${domain}`),
  };
};

/** A fictional person; the same on every machine and at every start. */
export type SamplePerson = ReturnType<typeof personOf>;

export const samplePeople: readonly SamplePerson[] = readRows<Row>(new URL('people.ndjson', import.meta.url)).map(
  personOf,
);
