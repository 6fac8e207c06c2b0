export const platforms = ['linkedin', 'instagram', 'tiktok', 'youtube', 'twitter'] as const;
export type Platform = (typeof platforms)[number];

/** The platforms' names as people write them. */
export const platformLabels: Record<Platform, string> = {
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'Twitter/X',
};

/** Smallest and largest main account, and the usual engagement in percent at 10,000 followers, by platform. */
const scale: Record<Platform, { from: number; to: number; usual: number }> = {
  linkedin: { from: 4_000, to: 110_000, usual: 3.6 },
  instagram: { from: 4_000, to: 640_000, usual: 4.1 },
  tiktok: { from: 6_000, to: 1_900_000, usual: 6.4 },
  youtube: { from: 3_000, to: 1_100_000, usual: 4.7 },
  twitter: { from: 3_000, to: 260_000, usual: 2.6 },
};

const whole = (value: number): number => Math.max(1, Math.round(value));

/** Followers of a person's main account on a platform: many small accounts, few large ones. */
export const mainFollowers = (platform: Platform, random: () => number): number => {
  const { from, to } = scale[platform];
  return whole(from * (to / from) ** (random() ** 1.9));
};

/** Followers of a side account: between a twelfth and a third of the main one. */
export const sideFollowers = (main: number, random: () => number): number => whole(main * (0.08 + random() * 0.25));

/** LinkedIn followers of someone whose main stage is elsewhere. */
export const quietLinkedinFollowers = (professional: boolean, random: () => number): number => {
  const [from, to] = professional ? [3_000, 36_000] : [2_800, 27_000];
  return whole(from * (to / from) ** random());
};

/** Engagement in percent with one decimal; it falls as the audience grows, as on the real platforms. */
export const engagementRate = (platform: Platform, followers: number, random: () => number): number => {
  const rate = scale[platform].usual * (followers / 10_000) ** -0.22 * (0.72 + random() * 0.6);
  return Math.round(Math.min(12, Math.max(0.4, rate)) * 10) / 10;
};
