import { LONGEST_BIO, LONGEST_NAME } from '../../../events/partners/evidence.ts';
import type { FoundPerson } from '../../../events/partners/partner.ts';
import { keptCountry } from '../../../events/shared/countries.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { cutText } from '../../../events/shared/format.ts';
import { INDUSTRIES, industryKey, PLATFORMS, type Platform } from '../../../events/shared/options.ts';
import type { PdlPerson } from './client.ts';

const NETWORKS: Readonly<Record<string, Platform>> = {
  linkedin: 'linkedin',
  instagram: 'instagram',
  tiktok: 'tiktok',
  youtube: 'youtube',
  twitter: 'twitter',
};

/** Words in People Data Labs' industry names that point to one of ours. The first that fits counts. */
const INDUSTRY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/software|internet|computer|information technology/, 'Technology'],
  [/apparel|fashion|textiles|luxury/, 'Fashion'],
  [/cosmetics|beauty/, 'Beauty'],
  [/fitness|sports/, 'Fitness'],
  [/health|hospital|medical|mental/, 'Health'],
  [/food|restaurant|wine|beverage/, 'Food'],
  [/travel|leisure|hospitality|airline/, 'Travel'],
  [/game|gaming|gambling/, 'Gaming'],
  [/education|e-learning|higher/, 'Education'],
  [/financ|bank|invest|insurance|accounting/, 'Finance'],
  [/retail|e-commerce|wholesale/, 'E-commerce'],
  [/marketing|advertising|public relations/, 'Marketing'],
  [/design|photography|arts|media|music|entertainment/, 'Creative Services'],
  [/consult|business|management/, 'Business'],
];

function industryOf(name: string | null | undefined): string | null {
  if (!name) return null;
  const same = INDUSTRIES.find((known) => industryKey(known) === industryKey(name));
  if (same) return same;
  return INDUSTRY_WORDS.find(([words]) => words.test(name.toLowerCase()))?.[1] ?? null;
}

const LONGEST_URL = 500;

/** Addresses come without a scheme; what is no http(s) address with one is dropped. */
function profileUrl(text: string | null | undefined): string | null {
  if (!text || text.length > LONGEST_URL) return null;
  return externalUrl(/^https?:\/\//i.test(text) ? text : `https://www.${text.replace(/^www\./, '')}`);
}

type Profile = { platform: Platform; url: string; username: string | null };

function profilesOf(person: PdlPerson): Profile[] {
  return (person.profiles ?? []).flatMap((profile): Profile[] => {
    const platform = NETWORKS[profile.network?.toLowerCase() ?? ''];
    const url = profileUrl(profile.url);
    if (!platform || !url) return [];
    return [{ platform, url, username: profile.username ?? null }];
  });
}

/**
 * Turns a record into what we keep. The platform is a requested one, LinkedIn first. The profile URL is LinkedIn's if there is one, so that a person
 * is the same in every search. People Data Labs knows no followers: they stay unknown. null for a record without a name or profile.
 */
export function foundFrom(person: PdlPerson, wanted: readonly Platform[]): FoundPerson | null {
  const profiles = profilesOf(person);
  const asked = profiles.filter(({ platform }) => wanted.includes(platform));
  const among = asked.length > 0 ? asked : profiles;
  const main = among.find(({ platform }) => platform === 'linkedin') ?? among[0];
  const linkedin = profileUrl(person.linkedin_url) ?? profiles.find(({ platform }) => platform === 'linkedin')?.url;
  if (!person.full_name || !(main || linkedin)) return null;
  const platform = main?.platform ?? 'linkedin';
  return {
    facts: {
      platform,
      otherPlatforms: PLATFORMS.filter(
        (other) => other !== platform && profiles.some((profile) => profile.platform === other),
      ),
      industry: industryOf(person.industry),
      followersCount: null,
      engagementRate: null,
      source: 'people_data_labs',
    },
    person: {
      name: cutText(person.full_name, LONGEST_NAME),
      username: main?.username ?? person.linkedin_username ?? null,
      avatar: null,
      bio: cutText(person.summary ?? person.headline ?? '', LONGEST_BIO) || null,
      profileUrl: linkedin ?? main?.url ?? null,
      jobTitle: person.job_title ?? null,
      company: person.job_company_name ?? null,
      companyDomain: person.job_company_website ?? null,
      country: person.location_country ? keptCountry(person.location_country) : null,
      region: named(person.location_region),
      city: named(person.location_locality),
      keywords: [...new Set([...(person.interests ?? []), ...(person.skills ?? [])])].slice(0, 40),
      socialProfiles: profiles.map(({ platform: network, url }) => ({ platform: network, url })),
      evidence: [],
    },
  };
}

const named = (value: string | boolean | null | undefined): string | null =>
  typeof value === 'string' ? value.toLowerCase() : null;

/**
 * The address at which a person works now; null when none is known. Old and private ones are never taken: the first bounce, and for the
 * second nobody at work has asked. `hidden`: there is one, and the plan of the key does not show it.
 */
export function workEmailOf(person: PdlPerson): string | 'hidden' | null {
  const listed = Array.isArray(person.emails) ? person.emails : [];
  const current = listed
    .filter(({ type }) => type === 'current_professional')
    .sort((a, b) => ((a.last_seen ?? '') < (b.last_seen ?? '') ? 1 : -1))
    .map(({ address }) => address);
  const found = [person.work_email, ...current].find(
    (value): value is string => typeof value === 'string' && value.includes('@'),
  );
  if (found) return found.toLowerCase();
  return person.work_email === true || person.emails === true ? 'hidden' : null;
}
