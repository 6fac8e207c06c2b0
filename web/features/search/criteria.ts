import type { BusinessProfileView } from '../../../api/views.ts';
import type { PartnerCriteria } from '../../../events/accounts/businessInput.ts';
import { CRITERIA_DEFAULTS } from '../../../events/shared/options.ts';

/** A search's criteria: the saved ones, with missing ones from the business profile and the defaults. */
export function searchCriteria(profile: BusinessProfileView): PartnerCriteria {
  const saved = profile.partnerCriteria ?? {};
  const criteria: PartnerCriteria = {
    minFollowers: saved.minFollowers ?? CRITERIA_DEFAULTS.minFollowers,
    minEngagement: saved.minEngagement ?? CRITERIA_DEFAULTS.minEngagement,
    platforms: saved.platforms ?? [...CRITERIA_DEFAULTS.platforms],
    ...(saved.exclusions && { exclusions: saved.exclusions }),
  };
  const texts = {
    targetAudience: saved.targetAudience,
    industry: saved.industry ?? profile.industry,
    businessName: saved.businessName ?? profile.businessName,
    description: saved.description ?? profile.description,
    additionalCriteria: saved.additionalCriteria,
  };
  for (const [name, text] of Object.entries(texts)) if (text) Object.assign(criteria, { [name]: text });
  return criteria;
}
