/** The platforms' names as people write them. */
export const platformLabels = {
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'Twitter/X',
};
export type Platform = keyof typeof platformLabels;

export const platforms = Object.keys(platformLabels) as Platform[];
