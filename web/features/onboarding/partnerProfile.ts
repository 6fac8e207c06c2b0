import type { BusinessProfileView, GeneratedProfileView } from '../../../api/views.ts';
import type { AudienceStep } from '../../../events/inputs/business.ts';
import { isAccepted } from '../../lib/client.ts';
import { useAwaitedProfile } from '../profile/awaitedProfile.ts';
import { useGenerateProfile } from '../profile/generateProfile.ts';

export type PartnerProfile = {
  state: 'generating' | 'generated' | 'failed';
  result: GeneratedProfileView | null;
  generate: (audience: AudienceStep) => void;
};

/**
 * Step 3's profile: being written, written, or failed. After a reload, and after a call that was answered 202, the work goes on at the
 * server; what becomes of it then comes with the business profile. `userId` is whose setup it is.
 */
export function usePartnerProfile(profile: BusinessProfileView | null, userId: string): PartnerProfile {
  const call = useGenerateProfile(userId);
  useAwaitedProfile(userId);
  const generate = (audience: AudienceStep): void => {
    if (!profile) return;
    call.mutate({
      businessName: profile.businessName ?? '',
      industry: profile.industry ?? '',
      targetAudience: audience.targetAudience,
      ...(profile.description && { businessDescription: profile.description }),
      ...(audience.preferredPlatforms && { preferredPlatforms: audience.preferredPlatforms }),
      ...(audience.additionalCriteria && { additionalCriteria: audience.additionalCriteria }),
    });
  };
  const failed: PartnerProfile = { state: 'failed', result: null, generate };
  if (call.isPending) return { state: 'generating', result: null, generate };
  if (call.isError) return failed;
  if (call.data && !isAccepted(call.data)) return { state: 'generated', result: call.data, generate };
  if (profile?.profileGeneration === 'running') return { state: 'generating', result: null, generate };
  const result = profile?.profileGeneration === 'generated' ? profile.generatedProfile : null;
  return result ? { state: 'generated', result, generate } : failed;
}
