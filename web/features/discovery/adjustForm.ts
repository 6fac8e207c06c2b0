import { z } from 'zod';
import type { BusinessProfileView } from '../../../api/views.ts';
import {
  audienceStep,
  type BusinessProfileUpdate,
  businessStep,
  partnerCriteria,
} from '../../../events/inputs/business.ts';
import { CRITERIA_DEFAULTS } from '../../../events/options.ts';

/** The Adjust Profile dialog: the business, and whom a search looks for. Engagement is a percent number. */
export const adjustForm = z.object({
  businessName: businessStep.shape.businessName,
  industry: businessStep.shape.industry,
  description: businessStep.shape.description.unwrap(),
  targetAudience: audienceStep.shape.targetAudience,
  minFollowers: partnerCriteria.shape.minFollowers.unwrap(),
  minEngagement: partnerCriteria.shape.minEngagement.unwrap(),
  platforms: partnerCriteria.shape.platforms.unwrap(),
  additionalCriteria: audienceStep.shape.additionalCriteria.unwrap(),
});
export type AdjustForm = z.infer<typeof adjustForm>;

/** The form as the profile stands, with the defaults of the criteria. */
export function adjustFormOf(profile: BusinessProfileView): AdjustForm {
  const criteria = profile.partnerCriteria;
  return {
    businessName: profile.businessName ?? '',
    industry: profile.industry ?? '',
    description: profile.description ?? '',
    targetAudience: criteria?.targetAudience ?? '',
    minFollowers: criteria?.minFollowers ?? CRITERIA_DEFAULTS.minFollowers,
    minEngagement: criteria?.minEngagement ?? CRITERIA_DEFAULTS.minEngagement,
    platforms: criteria?.platforms ?? [...CRITERIA_DEFAULTS.platforms],
    additionalCriteria: criteria?.additionalCriteria ?? '',
  };
}

/** PUT /api/business-profile as the dialog sends it. */
export function adjustUpdate(form: AdjustForm): BusinessProfileUpdate {
  const { businessName, industry, targetAudience, description, ...criteria } = form;
  return {
    businessName,
    industry,
    targetAudience,
    description,
    partnerCriteria: { ...criteria, businessName, industry, targetAudience, description },
  };
}
