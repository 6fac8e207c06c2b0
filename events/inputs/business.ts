import { z } from 'zod';
import { INDUSTRIES, PLATFORMS } from '../options.ts';

const industry = z
  .string({ error: 'Industry is required' })
  .trim()
  .min(1, 'Industry is required')
  .refine((value) => INDUSTRIES.includes(value), { error: `Industry must be one of: ${INDUSTRIES.join(', ')}` });

const businessName = z
  .string({ error: 'Business name is required' })
  .trim()
  .min(1, 'Business name is required')
  .max(100, 'Business name must be at most 100 characters');

const description = z.string().trim().max(500, 'Description must be under 500 characters');

const targetAudience = z
  .string({ error: 'Please provide more details about your target audience' })
  .trim()
  .min(10, 'Please provide more details about your target audience')
  .max(1000, 'Target audience must be at most 1000 characters');

const additionalCriteria = z.string().trim().max(500, 'Additional criteria must be at most 500 characters');

const platforms = z.array(z.enum(PLATFORMS)).max(PLATFORMS.length);

/** Onboarding, step 1: POST /api/business-profile. */
export const businessStep = z.object({ businessName, industry, description: description.optional() });
export type BusinessStep = z.infer<typeof businessStep>;

/** Onboarding, step 2. */
export const audienceStep = z.object({
  targetAudience,
  preferredPlatforms: platforms.optional(),
  additionalCriteria: additionalCriteria.optional(),
});
export type AudienceStep = z.infer<typeof audienceStep>;

/** POST /api/partner-profile/generate. */
export const partnerProfileRequest = z.object({
  businessName,
  industry,
  targetAudience,
  businessDescription: description.optional(),
  preferredPlatforms: platforms.optional(),
  additionalCriteria: additionalCriteria.optional(),
});
export type PartnerProfileRequest = z.infer<typeof partnerProfileRequest>;

const minFollowers = z.int().min(0).max(1_000_000_000, 'Min followers must be at most 1,000,000,000');
const minEngagement = z.number().min(0).max(100, 'Min engagement must be at most 100 percent');

/** Whom a search looks for. Engagement is a percent number (2 means 2 %). */
export const partnerCriteria = z.object({
  targetAudience: z.string().trim().max(1000).optional(),
  industry: industry.optional(),
  businessName: businessName.optional(),
  description: z.string().trim().max(2000).optional(),
  minFollowers: minFollowers.optional(),
  minEngagement: minEngagement.optional(),
  platforms: platforms.optional(),
  additionalCriteria: additionalCriteria.optional(),
});
export type PartnerCriteria = z.infer<typeof partnerCriteria>;

/** An IANA time zone that this machine knows. */
export const ianaZone = z.string().refine(
  (zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  },
  { error: 'Time zone must be an IANA name such as Europe/Berlin' },
);

/** Settings card "Business Profile & Email Signature". */
export const signatureForm = z.object({
  businessName,
  userFullName: z
    .string({ error: 'Full name is required' })
    .trim()
    .min(1, 'Full name is required')
    .max(100, 'Full name must be at most 100 characters'),
  contactEmail: z.email('Please enter a valid email address').max(254, 'Contact email must be at most 254 characters'),
  contactPhone: z.string().trim().max(40, 'Phone must be at most 40 characters').optional(),
  jobTitle: z.string().trim().max(100, 'Job title must be at most 100 characters').optional(),
  postalAddress: z.string().trim().max(300, 'Postal address must be at most 300 characters').optional(),
});

/** PUT /api/business-profile: a partial merge; required fields are checked only if sent (rulings). */
export const businessProfileUpdate = z.object({
  ...signatureForm.partial().shape,
  industry: industry.optional(),
  description: description.optional(),
  targetAudience: targetAudience.optional(),
  partnerCriteria: partnerCriteria.optional(),
  preferredPlatforms: platforms.optional(),
  timezone: ianaZone.optional(),
  onboardingSkipped: z.literal(true).optional(),
});
export type BusinessProfileUpdate = z.infer<typeof businessProfileUpdate>;
