import { z } from 'zod';
import { LONGEST } from '../shared/longest.ts';
import {
  ANSWER_TOPICS,
  DAYS_BETWEEN_CAMPAIGNS,
  INDUSTRIES,
  LONGEST_EXCLUSION,
  MOST_ANSWERS,
  MOST_EXCLUSIONS,
  PLATFORMS,
} from '../shared/options.ts';
import { filledInByNoOne, hasNoPlaceholder, isOneLine, requiredText, stop, text, webAddress } from '../shared/text.ts';

const NO_INDUSTRY = `Industry must be one of: ${INDUSTRIES.join(', ')}`;
const industry = requiredText('Industry is required', 100, NO_INDUSTRY).refine((value) => INDUSTRIES.includes(value), {
  error: NO_INDUSTRY,
});

const businessName = requiredText('Business name is required', 100, 'Business name must be at most 100 characters')
  .refine(isOneLine, 'Business name must be a single line')
  .refine(hasNoPlaceholder, filledInByNoOne);

const description = text(LONGEST.description, 'Description must be under 500 characters');

const targetAudience = z
  .string({ error: 'Please provide more details about your target audience' })
  .trim()
  .min(10, 'Please provide more details about your target audience')
  .max(LONGEST.targetAudience, stop('Target audience must be at most 1000 characters'));

const additionalCriteria = text(LONGEST.additionalCriteria, 'Additional criteria must be at most 500 characters');

/** What a partner must not be or do: "no competitors". */
const exclusions = z
  .array(
    requiredText(
      'An exclusion must not be empty',
      LONGEST_EXCLUSION,
      `An exclusion must be at most ${LONGEST_EXCLUSION} characters`,
    ),
  )
  .max(MOST_EXCLUSIONS, stop(`There can be at most ${MOST_EXCLUSIONS} exclusions`));

const platforms = z.array(z.enum(PLATFORMS)).max(PLATFORMS.length);

/** Onboarding, step 1: POST /api/business-profile. */
export const businessStep = z.object({ businessName, industry, description: description.optional() });
export type BusinessStep = z.infer<typeof businessStep>;

/** Onboarding, step 2. */
export const audienceStep = z.object({
  targetAudience,
  preferredPlatforms: platforms.optional(),
  additionalCriteria: additionalCriteria.optional(),
  exclusions: exclusions.optional(),
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
  exclusions: exclusions.optional(),
});
export type PartnerProfileRequest = z.infer<typeof partnerProfileRequest>;

const minFollowers = z
  .int('Min followers must be a whole number, at most 1,000,000,000')
  .min(0, 'Min followers must not be negative')
  .max(1_000_000_000, 'Min followers must be at most 1,000,000,000');
const minEngagement = z
  .number('Min engagement must be a percent number')
  .min(0, 'Min engagement must not be negative')
  .max(100, 'Min engagement must be at most 100 percent');

/** The people that a search looks for. Engagement is a percent number (2 means 2 %). */
export const partnerCriteria = z.object({
  targetAudience: text(LONGEST.targetAudience).optional(),
  industry: industry.optional(),
  businessName: businessName.optional(),
  description: text(2000).optional(),
  minFollowers: minFollowers.optional(),
  minEngagement: minEngagement.optional(),
  platforms: platforms.optional(),
  additionalCriteria: additionalCriteria.optional(),
  exclusions: exclusions.optional(),
});
export type PartnerCriteria = z.infer<typeof partnerCriteria>;

/** An IANA time zone that this machine knows. */
const NO_ZONE = 'Time zone must be an IANA name such as Europe/Berlin';
export const ianaZone = z
  .string()
  .max(100, stop(NO_ZONE))
  .refine(
    (zone) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: zone });
        return true;
      } catch {
        return false;
      }
    },
    { error: NO_ZONE },
  );

/** The law asks for an address to which a letter can be sent. */
const SHORTEST_ADDRESS = 10;
const NO_ADDRESS = 'Enter the full postal address: street, town and country.';

const NO_BOOKING_LINK = 'Enter a link that begins with https://';

const NO_EMAIL = 'Please enter a valid email address';

/** Settings card "Business Profile & Email Signature". */
export const signatureForm = z.object({
  businessName,
  userFullName: requiredText('Full name is required', 100, 'Full name must be at most 100 characters')
    .refine(isOneLine, 'Full name must be a single line')
    .refine(hasNoPlaceholder, filledInByNoOne),
  contactEmail: z
    .string({ error: NO_EMAIL })
    .max(254, stop('Contact email must be at most 254 characters'))
    .check(z.email(NO_EMAIL)),
  contactPhone: text(40, 'Phone must be at most 40 characters')
    .refine(isOneLine, stop('Phone must be a single line'))
    .refine((phone) => phone.trim() === '' || /\d/.test(phone), 'Enter a phone number')
    .optional(),
  jobTitle: text(100, 'Job title must be at most 100 characters')
    .refine(isOneLine, 'Job title must be a single line')
    .refine(hasNoPlaceholder, filledInByNoOne)
    .optional(),
  postalAddress: text(LONGEST.postalAddress, 'Postal address must be at most 300 characters')
    .refine((address) => address === '' || address.length >= SHORTEST_ADDRESS, NO_ADDRESS)
    .optional(),
  bookingLink: z
    .union([z.literal(''), webAddress(500, NO_BOOKING_LINK, 'The booking link must be at most 500 characters')])
    .refine((link) => link === '' || /^https:/i.test(link), NO_BOOKING_LINK)
    .optional(),
  signatureHtml: text(LONGEST.signatureHtml, 'The HTML signature must be at most 20,000 characters')
    .refine(hasNoPlaceholder, filledInByNoOne)
    .optional(),
});

const daysMessage = `Days between campaigns must be between ${DAYS_BETWEEN_CAMPAIGNS.min} and ${DAYS_BETWEEN_CAMPAIGNS.max}`;
export const minDaysBetweenCampaigns = z
  .int({ error: daysMessage })
  .min(DAYS_BETWEEN_CAMPAIGNS.min, daysMessage)
  .max(DAYS_BETWEEN_CAMPAIGNS.max, daysMessage);

/** Facts that partners ask for. They vouch for what an AI draft of an answer says. */
export const profileAnswers = z
  .array(
    z.object({
      about: z.enum(ANSWER_TOPICS, { error: `about must be one of: ${ANSWER_TOPICS.join(', ')}` }),
      text: requiredText(
        'Write the answer, or remove it.',
        LONGEST.answer,
        'An answer must be at most 300 characters',
      ).refine(hasNoPlaceholder, filledInByNoOne),
    }),
  )
  .max(MOST_ANSWERS, stop(`There can be at most ${MOST_ANSWERS} answers`));
export type ProfileAnswers = z.infer<typeof profileAnswers>;

/** PUT /api/business-profile: a partial merge; required fields are checked only if sent (rulings). */
export const businessProfileUpdate = z.object({
  ...signatureForm.partial().shape,
  industry: industry.optional(),
  description: description.optional(),
  targetAudience: targetAudience.optional(),
  partnerCriteria: partnerCriteria.optional(),
  preferredPlatforms: platforms.optional(),
  timezone: ianaZone.optional(),
  minDaysBetweenCampaigns: minDaysBetweenCampaigns.optional(),
  answers: profileAnswers.optional(),
  onboardingSkipped: z.literal(true).optional(),
});
export type BusinessProfileUpdate = z.infer<typeof businessProfileUpdate>;
