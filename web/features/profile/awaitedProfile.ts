import { useEffect } from 'react';
import { keptForTab } from '../../lib/keptForTab.ts';
import { showToast } from '../../lib/toasts.ts';
import { useBusinessProfile } from './businessProfile.ts';

export const PROFILE_GENERATED = {
  title: 'Partner Profile Generated',
  text: 'Check whom we will look for, then find your partners.',
};
export const PROFILE_FAILED = {
  title: 'Generation Failed',
  text: 'Failed to generate partner profile. Please try again.',
};

const awaited = keptForTab<{ id: string; owner: string }>('profile:awaited');

/** Notes that a partner profile outlasted its call (`id`), so that it is said when it is there; `owner` is the user's id. */
export function awaitProfile(id: string, owner: string): void {
  awaited.keep({ id, owner });
}

/** Nothing is said of an earlier partner profile: a new one is asked for. */
export function forgetAwaitedProfile(): void {
  awaited.keep(null);
}

/** Says what became of an awaited partner profile, once that shows in the business profile. */
export function useAwaitedProfile(owner: string): void {
  const request = awaited.use();
  // asked for here, for a parent may still hold the profile from before the request
  const outcome = useBusinessProfile().data?.profileGeneration;
  useEffect(() => {
    if (request?.owner !== owner || (outcome !== 'generated' && outcome !== 'failed')) return;
    awaited.keep(null);
    showToast(outcome === 'generated' ? PROFILE_GENERATED : { ...PROFILE_FAILED, variant: 'destructive' });
  }, [request, owner, outcome]);
}
