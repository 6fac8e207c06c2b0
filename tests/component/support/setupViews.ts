import type {
  BusinessProfileView,
  GeneratedProfileView,
  GenerateView,
  SearchScheduleView,
  SearchView,
} from '../../../api/views.ts';
import { PLATFORMS } from '../../../events/shared/options.ts';
import { aProfile } from './views.ts';

/** The business profile of a person who has just saved the first step of the setup. */
export const aNewProfile = (more: Partial<BusinessProfileView> = {}): BusinessProfileView =>
  aProfile({
    description: null,
    userFullName: null,
    contactEmail: null,
    postalAddress: null,
    onboarding: 'audience',
    ...more,
  });

export const aGeneratedProfile = (more: Partial<GeneratedProfileView> = {}): GeneratedProfileView => ({
  description: 'Runners who test gear for months and write about it.',
  industry: 'Fitness',
  minFollowers: 5_000,
  minEngagement: 2,
  platforms: [...PLATFORMS],
  targetAudience: 'Trail runners between 25 and 45',
  ...more,
});

/** The business profile of a person with a generated partner profile. */
export const aProfileWithResult = (more: Partial<BusinessProfileView> = {}): BusinessProfileView =>
  aNewProfile({
    onboarding: 'profile',
    profileGeneration: 'generated',
    generatedProfile: aGeneratedProfile(),
    partnerCriteria: { targetAudience: 'Trail runners between 25 and 45' },
    ...more,
  });

const FOUND = {
  requested: 10,
  found: 10,
  duplicates: 0,
  complete: true,
  sources: [{ source: 'people_data_labs', found: 10 }],
};

/** The answer of a search that found ten. */
export const aSearchResult = (more: Partial<GenerateView> = {}): GenerateView => ({
  valid: true,
  ...FOUND,
  searchId: 's1',
  partners: [],
  ...more,
});

export const aSearchSchedule = (more: Partial<SearchScheduleView> = {}): SearchScheduleView => ({
  ...{ count: 10, every: 'never', nextAt: null, stopped: false, lastRun: null },
  ...more,
});

export const aSearch = (more: Partial<SearchView> = {}): SearchView => ({
  id: 's1',
  status: 'completed',
  stopped: false,
  ...FOUND,
  plan: { topics: ['trail running'], jobTitles: ['gear reviewer'], regions: ['united states', 'canada'] },
  error: null,
  startedAt: '2026-03-02T09:00:00.000Z',
  finishedAt: '2026-03-02T09:01:00.000Z',
  ...more,
});
