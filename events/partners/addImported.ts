import type { PartnerCriteria } from '../accounts/businessInput.ts';
import type { Platform } from '../shared/options.ts';
import { importedContact } from './contact.ts';
import { evidenceOf } from './evidence.ts';
import type { SearchPlan } from './match.ts';
import {
  addPartner,
  type FoundPerson,
  type PartnerEvent,
  type PartnerState,
  partner,
  scorePartner,
} from './partner.ts';
import type { ReadRow } from './readImportRow.ts';
import { readProfile } from './readProfile.ts';
import { scoreFound } from './scoreFound.ts';

type Scoring = { criteria: PartnerCriteria; plan: SearchPlan; at: string; actor: string };

/** Adds a person with their score and address. */
export function addImported(
  state: PartnerState,
  { row, keys, by }: { row: ReadRow; keys: string[]; by: 'import' | 'program' },
  { criteria, plan, at, actor }: Scoring,
): PartnerEvent[] {
  const found = foundOf(row, at);
  const added = addPartner(state, found, by, keys);
  const pending = added.reduce((before, event) => partner.evolve(before, { ...event, at, actor }), state);
  return [
    ...added,
    ...scorePartner(pending, scoreFound(found, criteria, plan)),
    ...(row.email ? importedContact(row.email) : []),
  ];
}

/** The profiles that a row names, the main one first. */
export function profilesOf({
  platform,
  profileUrl,
  otherProfiles = '',
}: ReadRow): { platform: Platform; url: string }[] {
  const others = otherProfiles.split(' ').flatMap((url) => {
    const read = readProfile(url);
    return read.ok ? [{ platform: read.platform, url: read.url }] : [];
  });
  return [...(profileUrl ? [{ platform, url: profileUrl }] : []), ...others];
}

function foundOf(row: ReadRow, seenAt: string): FoundPerson {
  const profiles = profilesOf(row);
  const found: FoundPerson = {
    facts: {
      platform: row.platform,
      otherPlatforms: [...new Set(profiles.map(({ platform }) => platform))].filter((one) => one !== row.platform),
      industry: row.industry ?? null,
      followersCount: row.followersCount ?? null,
      engagementRate: row.engagementRate ?? null,
      source: 'import',
    },
    person: {
      name: row.name,
      username: row.username ?? null,
      avatar: null,
      bio: row.bio ?? null,
      profileUrl: row.profileUrl ?? null,
      jobTitle: null,
      company: null,
      companyDomain: null,
      country: null,
      region: null,
      city: null,
      keywords: [],
      socialProfiles: profiles,
      evidence: [],
    },
  };
  // the file is the source: the profile was not opened
  const evidence = evidenceOf(found, 'import', null, seenAt);
  return { ...found, person: { ...found.person, evidence } };
}
