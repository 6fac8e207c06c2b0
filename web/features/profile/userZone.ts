import { browserZone } from '../../lib/dates.ts';
import { useBusinessProfile } from './businessProfile.ts';

/** The IANA zone that the user's emails leave in. Before there is a profile, the browser's. */
export function useUserZone(): string {
  const profile = useBusinessProfile().data;
  return profile ? (profile.timezone ?? 'UTC') : browserZone();
}
