import { type EmailStatus, industryKey, type PartnerStatus, type Platform } from '../shared/options.ts';
import type { PartnerFilter } from './partnersInput.ts';
import { reachesScore } from './score.ts';

export type FilterablePartner = {
  name: string | null;
  username: string | null;
  bio: string | null;
  industry: string | null;
  tags: readonly string[];
  platform: Platform;
  followersCount: number | null;
  engagementRate: number | null;
  matchScore: number | null;
  status: PartnerStatus;
  emailStatus: EmailStatus;
};

/** Whether a partner passes the filters of the lists. The screens and the CSV export both ask here, so that they agree. */
export function matchesFilter(partner: FilterablePartner, filter: PartnerFilter): boolean {
  if (filter.search) {
    const words = filter.search.trim().toLowerCase().split(/\s+/);
    const text = [partner.name, partner.username, partner.bio, partner.industry, ...partner.tags]
      .filter(Boolean)
      .join('\n')
      .toLowerCase();
    // a username is shown with an @, whether it is stored with one or not
    if (!words.every((word) => text.includes(word.replace(/^@/, '')))) return false;
  }
  if (filter.industry && industryKey(partner.industry ?? '') !== industryKey(filter.industry)) return false;
  if (filter.tag && !partner.tags.some((tag) => sameTag(tag, filter.tag ?? ''))) return false;
  const reaches = (figure: number | null, least = 0): boolean =>
    figure === null ? least <= 0 || filter.includeUnknown === true : figure >= least;
  if (!reaches(partner.followersCount, filter.minFollowers)) return false;
  if (!reaches(partner.engagementRate, filter.minEngagement)) return false;
  if (filter.minMatchScore !== undefined && !reachesScore(partner.matchScore, filter.minMatchScore)) return false;
  if (filter.status && partner.status !== filter.status) return false;
  if (filter.platforms && !onPreferredPlatform(partner, filter.platforms)) return false;
  return !filter.emailStatus || partner.emailStatus === filter.emailStatus;
}

/** Tags that differ in case alone are one. */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether the preferred platforms of the business profile let a partner through; an empty list lets everyone through. */
export function onPreferredPlatform(partner: { platform: Platform }, preferred: readonly Platform[]): boolean {
  return preferred.length === 0 || preferred.includes(partner.platform);
}
