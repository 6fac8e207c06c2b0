import { useState } from 'react';
import type { BusinessProfileView, GeneratedProfileView } from '../../../api/views.ts';
import type { AudienceStep } from '../../../events/accounts/businessInput.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { isAccepted } from '../../lib/client.ts';
import { useAwaitedProfile, useGenerateProfile } from '../profile/api.ts';

export type PartnerProfile = {
  state: 'generating' | 'generated' | 'failed';
  result: GeneratedProfileView | null;
  generate: (audience: AudienceStep) => void;
};

/**
 * Step 3's profile: being written, written, or failed. After a reload or a 202, the work goes on at the server. Its result then comes with the
 * business profile. `userId` is whose setup it is.
 */
export function usePartnerProfile(profile: BusinessProfileView | null, userId: string): PartnerProfile {
  const call = useGenerateProfile(userId);
  useAwaitedProfile(userId);
  // what was there when it was asked for: an answer that was not seen is another one
  const [before, setBefore] = useState<GeneratedProfileView | null>(null);
  const generate = (audience: AudienceStep): void => {
    if (!profile) return;
    setBefore(profile.generatedProfile);
    call.mutate({
      businessName: profile.businessName ?? '',
      industry: profile.industry ?? '',
      targetAudience: audience.targetAudience,
      ...(profile.description && { businessDescription: profile.description }),
      ...(audience.preferredPlatforms && { preferredPlatforms: audience.preferredPlatforms }),
      // always: what was emptied must not stay in force
      additionalCriteria: audience.additionalCriteria ?? '',
      exclusions: audience.exclusions ?? [],
    });
  };
  if (call.isPending) return { state: 'generating', result: null, generate };
  if (call.data && !isAccepted(call.data)) return { state: 'generated', result: call.data, generate };
  if (profile?.profileGeneration === 'running') return { state: 'generating', result: null, generate };
  const made = profile?.profileGeneration === 'generated' ? profile.generatedProfile : null;
  // refused, because another was being written: that one is shown
  const another = hasStatus(call.error, 409);
  const result = call.isError && !another && made === before ? null : made;
  return result ? { state: 'generated', result, generate } : { state: 'failed', result: null, generate };
}
