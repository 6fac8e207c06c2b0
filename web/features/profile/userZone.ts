import { useBusinessProfile } from './businessProfile.ts';

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The IANA zone that the user's emails leave in, and how to name it beside a time: not at all where the browser's is the same. */
export function useUserZone(): { zone: string; suffix: string } {
  const zone = useBusinessProfile().data?.timezone ?? BROWSER_ZONE;
  return { zone, suffix: zone === BROWSER_ZONE ? '' : ` (${zone.replaceAll('_', ' ')})` };
}
