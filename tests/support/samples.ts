import { evidenceOf } from '../../events/partners/evidence.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';

/** A found person, with whatever a test changes. */
export function aPerson(
  change: { person?: Partial<FoundPerson['person']>; facts?: Partial<FoundPerson['facts']> } = {},
): FoundPerson {
  const found: FoundPerson = {
    facts: {
      platform: 'linkedin',
      otherPlatforms: ['instagram'],
      industry: 'Fitness',
      followersCount: 48_203,
      engagementRate: 4.1,
      source: 'people_data_labs',
      ...change.facts,
    },
    person: {
      name: 'Maren Oduya',
      username: 'marenruns',
      avatar: null,
      bio: 'Trail-running coach in Vermont. Runs a monthly repair clinic for packs and vests.',
      profileUrl: 'https://www.linkedin.com/in/marenruns',
      jobTitle: 'Running coach',
      company: 'Green Mountain Runners',
      companyDomain: 'greenmountain.example',
      country: 'united states',
      region: null,
      city: null,
      keywords: ['trail running', 'gear repair'],
      socialProfiles: [{ platform: 'linkedin', url: 'https://www.linkedin.com/in/marenruns' }],
      evidence: [],
      ...change.person,
    },
  };
  if (change.person?.evidence) return found;
  const evidence = evidenceOf(found, found.facts.source, found.person.profileUrl, '2026-03-01T09:00:00.000Z');
  return { ...found, person: { ...found.person, evidence } };
}

/** A search that remembers nothing of those before it. */
export const NO_MEMORY = { step: 0, kept: [], places: { read: () => null, keep: async () => undefined } };
