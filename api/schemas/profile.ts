import { z } from 'zod';
import { KIT_TYPES } from '../../events/accounts/mediaKit.ts';
import { ANSWER_TOPICS, PLATFORMS } from '../../events/shared/options.ts';
import { partnerCriteriaShape } from './parts.ts';

export const generatedProfileSchema = z.strictObject({
  description: z.string(),
  industry: z.string(),
  minFollowers: z.number(),
  minEngagement: z.number(),
  platforms: z.array(z.enum(PLATFORMS)),
  targetAudience: z.string(),
});
export type GeneratedProfileView = z.infer<typeof generatedProfileSchema>;

/** The user's own signature as emails have it, and the same in plain text. */
export const htmlSignatureSchema = z.strictObject({ html: z.string(), text: z.string() });

/** `name`: null: not readable. `size`: in bytes. */
export const mediaKitSchema = z.strictObject({
  name: z.string().nullable(),
  type: z.enum(KIT_TYPES),
  size: z.number(),
});
export type MediaKitView = z.infer<typeof mediaKitSchema>;

export const businessProfileSchema = z.strictObject({
  businessName: z.string().nullable(),
  industry: z.string().nullable(),
  description: z.string().nullable(),
  userFullName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  jobTitle: z.string().nullable(),
  postalAddress: z.string().nullable(),
  bookingLink: z.string().nullable(),
  htmlSignature: htmlSignatureSchema.nullable(),
  /** GET /api/media-kit has its bytes. */
  mediaKit: mediaKitSchema.nullable(),
  timezone: z.string().nullable(),
  minDaysBetweenCampaigns: z.number(),
  preferredPlatforms: z.array(z.enum(PLATFORMS)),
  partnerCriteria: partnerCriteriaShape.nullable(),
  answers: z.array(z.strictObject({ about: z.enum(ANSWER_TOPICS), text: z.string() })),
  /** The step of onboarding after a reload: 'done' after the first search or an explicit skip. */
  onboarding: z.enum(['audience', 'profile', 'done']),
  /** The state of the last request for a partner profile, so that step 3 survives a reload or a 202. */
  profileGeneration: z.enum(['none', 'running', 'generated', 'failed']),
  /** The last generated partner profile, for step 3 after a reload. */
  generatedProfile: generatedProfileSchema.nullable(),
});
export type BusinessProfileView = z.infer<typeof businessProfileSchema>;
