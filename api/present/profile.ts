import type { ProfileState } from '../../events/accounts/profile.ts';
import { pick } from '../../events/shared/named.ts';
import type { BusinessProfileView, MediaKitView } from '../views.ts';

export const mediaKitView = ({ mediaKit }: Pick<ProfileState, 'mediaKit'>): MediaKitView | null =>
  mediaKit && pick(mediaKit, ['name', 'type', 'size']);

/** The business profile as the screens see it. `searched`: a search was started once, so onboarding is over. */
export function profileView(state: ProfileState, searched: boolean): BusinessProfileView {
  const done = searched || state.onboardingSkipped;
  return {
    businessName: state.businessName,
    industry: state.industry,
    description: state.description,
    userFullName: state.userFullName,
    contactEmail: state.contactEmail,
    contactPhone: state.contactPhone,
    jobTitle: state.jobTitle,
    postalAddress: state.postalAddress,
    bookingLink: state.bookingLink,
    htmlSignature: state.htmlSignature,
    mediaKit: mediaKitView(state),
    timezone: state.timezone,
    minDaysBetweenCampaigns: state.minDaysBetweenCampaigns,
    preferredPlatforms: state.preferredPlatforms,
    partnerCriteria: state.criteria,
    answers: state.answers,
    onboarding: done ? 'done' : state.generated || state.openRequest ? 'profile' : 'audience',
    profileGeneration: state.openRequest ? 'running' : (state.lastRequest?.outcome ?? 'none'),
    generatedProfile: state.generated,
  };
}
