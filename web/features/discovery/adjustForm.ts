import { z } from 'zod';
import type { BusinessProfileView } from '../../../api/views.ts';
import {
  audienceStep,
  type BusinessProfileUpdate,
  businessStep,
  partnerCriteria,
} from '../../../events/accounts/businessInput.ts';
import { CRITERIA_DEFAULTS } from '../../../events/shared/options.ts';

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
  exclusions: audienceStep.shape.exclusions.unwrap(),
});
export type AdjustForm = z.infer<typeof adjustForm>;

/** The form of the present profile, with the defaults of the criteria. */
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
    exclusions: criteria?.exclusions ?? [],
  };
}

/** A typed whole number; what is none, or below 0, is 0 (product spec, section 5). */
export const wholeOrZero = (text: unknown): number => Math.max(0, Number.parseInt(String(text), 10) || 0);

/** The same for a number with decimals. */
export const decimalOrZero = (text: unknown): number => Math.max(0, Number.parseFloat(String(text)) || 0);

/**
 * PUT /api/business-profile as the dialog sends it. Platforms that were preferred at the setup follow the new choice: the list would hide
 * what the next search finds.
 */
export function adjustUpdate(form: AdjustForm, profile: BusinessProfileView): BusinessProfileUpdate {
  const { businessName, industry, targetAudience, description, ...criteria } = form;
  return {
    businessName,
    industry,
    targetAudience,
    description,
    ...(profile.preferredPlatforms.length > 0 && { preferredPlatforms: criteria.platforms }),
    partnerCriteria: { ...criteria, businessName, industry, targetAudience, description },
  };
}
