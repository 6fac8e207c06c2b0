import type { CampaignView, SendView } from '../../../api/views.ts';

/** "Version B" of an A/B test; null where there is none. A message that is not written yet has no version. */
export const versionText = ({ abTest }: Pick<CampaignView, 'abTest'>, { variant }: Pick<SendView, 'variant'>) =>
  abTest && variant && `Version ${variant}`;
