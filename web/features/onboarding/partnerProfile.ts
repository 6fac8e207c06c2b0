import { useState } from 'react';
import type { BusinessProfileView, GeneratedProfileView } from '../../../api/views.ts';
import type { AudienceStep } from '../../../events/inputs/business.ts';
import { isAccepted } from '../../lib/client.ts';
import { useGenerateProfile } from '../profile/generateProfile.ts';

export type PartnerProfile = {
  state: 'generating' | 'generated' | 'failed';
  result: GeneratedProfileView | null;
  generate: (audience: AudienceStep) => void;
};

/**
 * Step 3's profile: being written, written, or failed. A call that answered 202 goes on at the server; its result then
 * comes with the business profile, as does the one of an earlier visit.
 */
export function usePartnerProfile(profile: BusinessProfileView | null): PartnerProfile {
  const call = useGenerateProfile();
  const [before, setBefore] = useState<string | null>(null);
  const stored = profile?.generatedProfile ?? null;
  const generate = (audience: AudienceStep): void => {
    if (!profile) return;
    setBefore(JSON.stringify(stored));
    call.mutate({
      businessName: profile.businessName ?? '',
      industry: profile.industry ?? '',
      targetAudience: audience.targetAudience,
      ...(profile.description && { businessDescription: profile.description }),
      ...(audience.preferredPlatforms && { preferredPlatforms: audience.preferredPlatforms }),
      ...(audience.additionalCriteria && { additionalCriteria: audience.additionalCriteria }),
    });
  };
  if (call.isPending) return { state: 'generating', result: null, generate };
  if (call.isError) return { state: 'failed', result: null, generate };
  if (call.data && !isAccepted(call.data)) return { state: 'generated', result: call.data, generate };
  const waiting = call.data !== undefined && JSON.stringify(stored) === before;
  if (waiting) return { state: 'generating', result: null, generate };
  return stored ? { state: 'generated', result: stored, generate } : { state: 'failed', result: null, generate };
}
