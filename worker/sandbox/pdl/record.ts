import { hashOf } from '../hash.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';

/** A People Data Labs person: missing is null. No follower counts, as there. */
export type PersonRecord = Readonly<Record<string, unknown>>;

const day = (seed: string, year: number): string => {
  const hash = hashOf(seed);
  return `${year}-${String(1 + (hash % 9)).padStart(2, '0')}-${String(1 + ((hash >>> 8) % 28)).padStart(2, '0')}`;
};

const idOf = (slug: string): string =>
  `${Buffer.from(`${hashOf(slug).toString(16)}${hashOf(`${slug}/`).toString(16)}`)
    .toString('base64url')
    .slice(0, 22)}_0000`;

/** For about half of the people, a data provider also has an old work address and a private one. */
const otherEmails = ({ slug, firstName, lastName }: SamplePerson) => {
  if (hashOf(`${slug} emails`) % 2 === 0) return [];
  const seen = { first_seen: day(`${slug} old`, 2016), last_seen: day(`${slug} old`, 2019), num_sources: 1 };
  const name = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
  return [
    { address: `${name}@former-employer.example`, type: 'professional', ...seen },
    { address: `${name}@private-mail.example`, type: 'personal', ...seen },
  ];
};

/** The data provider knows one in so many profiles of a network. It has no TikTok at all. */
const KNOWN_ONE_IN: Readonly<Record<string, number>> = { linkedin: 1, twitter: 3, instagram: 12, youtube: 12 };

const isKnown = ({ network, url }: SamplePerson['profiles'][number]): boolean => {
  const oneIn = KNOWN_ONE_IN[network];
  return oneIn !== undefined && hashOf(`${url} known`) % oneIn === 0;
};

/** Values as a person would write them; what the provider answers unless `titlecase` is set is `lowerCased` of it. */
const written = (person: SamplePerson): PersonRecord => {
  const { place, email } = person;
  const address = email.kind === 'listed' ? email.address : null;
  const verified = day(person.slug, 2026);
  const location = `${place.locality}, ${place.region}, ${place.country}`;
  const profile = (network: string) => person.profiles.find((one) => one.network === network && isKnown(one));
  const other = otherEmails(person);
  const started = `${2012 + (hashOf(person.company) % 12)}-${String(1 + (hashOf(person.domain) % 12)).padStart(2, '0')}`;
  return {
    id: idOf(person.slug),
    full_name: person.fullName,
    first_name: person.firstName,
    middle_name: null,
    last_name: person.lastName,
    sex: null,
    birth_year: null,
    linkedin_url: `linkedin.com/in/${person.slug}`,
    linkedin_username: person.slug,
    linkedin_id: null,
    linkedin_connections: Math.min(500, profile('linkedin')?.followers ?? 0),
    facebook_url: null,
    twitter_url: profile('twitter')?.url ?? null,
    twitter_username: profile('twitter')?.username ?? null,
    github_url: null,
    headline: `${person.title} at ${person.company}`,
    // many people write no summary
    summary: hashOf(`${person.slug} summary`) % 4 === 0 ? null : person.bio,
    industry: person.industry.name,
    job_title: person.title,
    job_title_role: person.industry.role,
    job_title_sub_role: null,
    job_title_levels: /founder|owner/i.test(person.title) ? ['owner'] : [],
    job_company_name: person.company,
    job_company_website: person.domain,
    job_company_industry: person.industry.companyIndustry,
    job_company_size: '1-10',
    job_start_date: started,
    job_last_verified: verified,
    work_email: address,
    personal_emails: other.filter(({ type }) => type === 'personal').map((email) => email.address),
    recommended_personal_email: other.find(({ type }) => type === 'personal')?.address ?? null,
    emails: [
      ...other,
      ...(address
        ? [
            {
              address,
              type: 'current_professional',
              first_seen: day(person.domain, 2023),
              last_seen: verified,
              num_sources: 3,
            },
          ]
        : []),
    ],
    mobile_phone: null,
    phone_numbers: [],
    profiles: person.profiles.filter(isKnown).map(({ network, username, url }) => ({
      network,
      id: null,
      url,
      username,
      first_seen: day(url, 2022),
      last_seen: verified,
      num_sources: 2,
    })),
    interests: person.interests,
    skills: person.skills,
    location_name: location,
    location_locality: place.locality,
    location_region: place.region,
    location_country: place.country,
    location_last_updated: verified,
    dataset_version: '31.0',
  };
};

const loweredFields = [
  'full_name',
  'first_name',
  'last_name',
  'industry',
  'job_title',
  'job_company_name',
  'location_name',
  'location_locality',
  'location_region',
  'location_country',
];

const lowerCased = (record: PersonRecord): PersonRecord => ({
  ...record,
  ...Object.fromEntries(loweredFields.map((field) => [field, String(record[field]).toLowerCase()])),
});

/** One person with its record in both spellings. */
export interface Entry {
  readonly person: SamplePerson;
  readonly lower: PersonRecord;
  readonly titled: PersonRecord;
}

export const entries: readonly Entry[] = samplePeople.map((person) => {
  const titled = written(person);
  return { person, titled, lower: lowerCased(titled) };
});
