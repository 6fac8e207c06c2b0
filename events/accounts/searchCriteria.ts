import { CRITERIA_DEFAULTS } from '../shared/options.ts';
import type { PartnerCriteria } from './businessInput.ts';

type Business = { businessName: string | null; industry: string | null; description: string | null };

/** A search's criteria: the saved ones, with missing ones from the business profile and the defaults. */
export function searchCriteria(business: Business, saved: PartnerCriteria | null): PartnerCriteria {
  const criteria: PartnerCriteria = {
    minFollowers: saved?.minFollowers ?? CRITERIA_DEFAULTS.minFollowers,
    minEngagement: saved?.minEngagement ?? CRITERIA_DEFAULTS.minEngagement,
    platforms: saved?.platforms ?? [...CRITERIA_DEFAULTS.platforms],
    ...(saved?.exclusions && { exclusions: saved.exclusions }),
  };
  const texts = {
    targetAudience: saved?.targetAudience,
    industry: saved?.industry ?? business.industry,
    businessName: saved?.businessName ?? business.businessName,
    description: saved?.description ?? business.description,
    additionalCriteria: saved?.additionalCriteria,
  };
  for (const [name, text] of Object.entries(texts)) if (text) Object.assign(criteria, { [name]: text });
  return criteria;
}
