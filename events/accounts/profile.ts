import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { DAYS_BETWEEN_CAMPAIGNS, PLATFORMS, type Platform } from '../shared/options.ts';
import { reasonSchema } from '../shared/reasonSchema.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';
import {
  businessProfileUpdate,
  type PartnerCriteria,
  type ProfileAnswers,
  partnerProfileRequest,
} from './businessInput.ts';
import { KIT_TYPES, type MediaKit } from './mediaKit.ts';

export const generatedProfile = z.object({
  description: z.string(),
  industry: z.string(),
  minFollowers: z.int().min(0),
  minEngagement: z.number().min(0).max(100),
  platforms: z.array(z.enum(PLATFORMS)),
  targetAudience: z.string(),
});
export type GeneratedProfile = z.infer<typeof generatedProfile>;

/** With the signature cleaned, and its plain text beside it. */
const profileUpdate = businessProfileUpdate
  .omit({ signatureHtml: true })
  .extend({ htmlSignature: z.object({ html: z.string(), text: z.string() }).nullable().optional() });
type Update = z.infer<typeof profileUpdate>;

/** The business profile of a tenant. All of its text belongs to the owner and is encrypted. */
export const profileDefinitions = {
  BusinessProfileCreated: {
    version: 1,
    data: z.object({}),
    personal: z.object({ businessName: z.string(), industry: z.string(), description: z.string().nullable() }),
  },
  BusinessProfileUpdated: {
    version: 1,
    data: z.object({ fields: z.array(z.string()) }),
    personal: profileUpdate,
  },
  PartnerProfileRequested: { version: 1, data: z.object({ requestId: z.string() }), personal: partnerProfileRequest },
  PartnerProfileGenerated: { version: 1, data: z.object({ requestId: z.string() }), personal: generatedProfile },
  PartnerProfileFailed: { version: 1, data: z.object({ requestId: z.string(), reason: reasonSchema }) },
  /** A user saw the cost and has the AI judge so many waiting partners. `estimateUsd`: null where the model has no price. */
  PartnerJudgmentRequested: {
    version: 1,
    data: z.object({ partners: z.number(), estimateUsd: z.number().nullable() }),
  },
  /** `hash`: SHA-256 of the file, whose bytes lie in vault.media_kits. It replaces the one before. */
  MediaKitUploaded: {
    version: 1,
    data: z.object({ hash: z.string(), type: z.enum(KIT_TYPES), size: z.number() }),
    personal: z.object({ name: z.string() }),
  },
  MediaKitRemoved: { version: 1, data: z.object({}) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type ProfileEvent = EventOf<typeof profileDefinitions>;

export type ProfileState = MayBeUnreadable & {
  exists: boolean;
  businessName: string | null;
  industry: string | null;
  description: string | null;
  userFullName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  jobTitle: string | null;
  postalAddress: string | null;
  /** Where a partner picks a time for a call. */
  bookingLink: string | null;
  htmlSignature: { html: string; text: string } | null;
  mediaKit: MediaKit | null;
  timezone: string | null;
  minDaysBetweenCampaigns: number;
  preferredPlatforms: Platform[];
  criteria: PartnerCriteria | null;
  answers: ProfileAnswers;
  onboardingSkipped: boolean;
  openRequest: { id: string; inputs: z.infer<typeof partnerProfileRequest> | null } | null;
  lastRequest: { id: string; outcome: 'generated' | 'failed'; reason: Reason | null } | null;
  generated: GeneratedProfile | null;
};

const initial: ProfileState = {
  exists: false,
  businessName: null,
  industry: null,
  description: null,
  userFullName: null,
  contactEmail: null,
  contactPhone: null,
  jobTitle: null,
  postalAddress: null,
  bookingLink: null,
  htmlSignature: null,
  mediaKit: null,
  timezone: null,
  minDaysBetweenCampaigns: DAYS_BETWEEN_CAMPAIGNS.default,
  preferredPlatforms: [],
  criteria: null,
  answers: [],
  onboardingSkipped: false,
  openRequest: null,
  lastRequest: null,
  generated: null,
};

function merged(state: ProfileState, update: Update): ProfileState {
  const blankIsNull = (value: string | undefined, known: string | null) =>
    value === undefined ? known : value || null;
  const inner = update.partnerCriteria;
  // top level wins; the copies inside partnerCriteria mirror it (rulings)
  const businessName = update.businessName ?? inner?.businessName ?? state.businessName;
  const industry = update.industry ?? inner?.industry ?? state.industry;
  const description = blankIsNull(update.description ?? inner?.description, state.description);
  const targetAudience = update.targetAudience ?? inner?.targetAudience ?? state.criteria?.targetAudience;
  const criteria: PartnerCriteria | null =
    inner || update.targetAudience || state.criteria
      ? {
          ...state.criteria,
          ...inner,
          ...(targetAudience === undefined ? {} : { targetAudience }),
          ...(businessName === null ? {} : { businessName }),
          ...(industry === null ? {} : { industry }),
          ...(description === null ? {} : { description }),
        }
      : null;
  return {
    ...state,
    businessName,
    industry,
    description,
    criteria,
    userFullName: blankIsNull(update.userFullName, state.userFullName),
    contactEmail: blankIsNull(update.contactEmail, state.contactEmail),
    contactPhone: blankIsNull(update.contactPhone, state.contactPhone),
    jobTitle: blankIsNull(update.jobTitle, state.jobTitle),
    postalAddress: blankIsNull(update.postalAddress, state.postalAddress),
    bookingLink: blankIsNull(update.bookingLink, state.bookingLink),
    htmlSignature: update.htmlSignature === undefined ? state.htmlSignature : update.htmlSignature,
    timezone: update.timezone ?? state.timezone,
    minDaysBetweenCampaigns: update.minDaysBetweenCampaigns ?? state.minDaysBetweenCampaigns,
    preferredPlatforms: update.preferredPlatforms ?? state.preferredPlatforms,
    answers: update.answers ?? state.answers,
    onboardingSkipped: state.onboardingSkipped || update.onboardingSkipped === true,
  };
}

function evolve(state: ProfileState, event: Recorded<ProfileEvent>): ProfileState {
  switch (event.type) {
    case 'BusinessProfileCreated':
      return {
        ...state,
        exists: true,
        ...(event.personal ?? { businessName: null, industry: null, description: null }),
      };
    case 'BusinessProfileUpdated':
      return event.personal ? merged({ ...state, exists: true }, event.personal) : state;
    case 'PartnerProfileRequested':
      return {
        ...state,
        openRequest: { id: event.data.requestId, inputs: event.personal },
        preferredPlatforms: event.personal?.preferredPlatforms ?? state.preferredPlatforms,
        criteria: event.personal
          ? {
              ...state.criteria,
              targetAudience: event.personal.targetAudience,
              ...(event.personal.preferredPlatforms ? { platforms: event.personal.preferredPlatforms } : {}),
              // an empty text or list takes the earlier one away
              ...(event.personal.additionalCriteria === undefined
                ? {}
                : { additionalCriteria: event.personal.additionalCriteria }),
              ...(event.personal.exclusions === undefined ? {} : { exclusions: event.personal.exclusions }),
            }
          : state.criteria,
      };
    case 'PartnerProfileGenerated': {
      const made = event.personal;
      return {
        ...state,
        openRequest: null,
        lastRequest: { id: event.data.requestId, outcome: 'generated', reason: null },
        generated: made,
        criteria: made
          ? {
              ...state.criteria,
              targetAudience: made.targetAudience,
              minFollowers: made.minFollowers,
              minEngagement: made.minEngagement,
              platforms: made.platforms,
              ...(state.industry === null ? {} : { industry: state.industry }),
              ...(state.businessName === null ? {} : { businessName: state.businessName }),
            }
          : state.criteria,
      };
    }
    case 'PartnerProfileFailed':
      return {
        ...state,
        openRequest: null,
        lastRequest: { id: event.data.requestId, outcome: 'failed', reason: event.data.reason },
      };
    case 'PartnerJudgmentRequested':
      return state;
    case 'MediaKitUploaded':
      return { ...state, mediaKit: { ...event.data, name: event.personal?.name ?? null } };
    case 'MediaKitRemoved':
      return { ...state, mediaKit: null };
    case 'PersonErased':
      return { ...initial, exists: true, lastRequest: state.lastRequest };
  }
}

export const profile: Aggregate<ProfileState, ProfileEvent> = {
  kind: 'profile',
  definitions: profileDefinitions,
  projectionVersion: 2,
  initial,
  evolve,
};

/** Onboarding step 1. An upsert (rulings): with a profile there already it is an update. */
export function saveBusinessStep(
  state: ProfileState,
  step: { businessName: string; industry: string; description?: string | undefined },
): ProfileEvent[] {
  if (state.exists) return updateProfile(state, step);
  return [{ type: 'BusinessProfileCreated', data: {}, personal: { ...step, description: step.description || null } }];
}

/** A partial merge; nothing sent or nothing changed is no event. */
export function updateProfile(state: ProfileState, update: Update): ProfileEvent[] {
  const personal = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as Update;
  const fields = Object.keys(personal).sort();
  if (fields.length === 0 || sameJson(merged(state, personal), state)) return [];
  return [{ type: 'BusinessProfileUpdated', data: { fields }, personal }];
}

/** The same file under the same name is no event. */
export function uploadMediaKit(state: ProfileState, { name, ...kit }: MediaKit & { name: string }): ProfileEvent[] {
  if (!state.exists) throw new Refused({ code: 'kit_without_profile' });
  return sameJson(state.mediaKit, { ...kit, name })
    ? []
    : [{ type: 'MediaKitUploaded', data: kit, personal: { name } }];
}

export const removeMediaKit = (state: ProfileState): ProfileEvent[] =>
  state.mediaKit ? [{ type: 'MediaKitRemoved', data: {} }] : [];

/** Asks the AI for the ideal partner profile. The same question while one is open joins it; another question is refused until it ends. */
export function requestPartnerProfile(
  state: ProfileState,
  requestId: string,
  inputs: z.infer<typeof partnerProfileRequest>,
): ProfileEvent[] {
  if (state.openRequest) {
    if (sameJson(state.openRequest.inputs, inputs)) return [];
    throw new Refused({ code: 'profile_under_way' });
  }
  return [{ type: 'PartnerProfileRequested', data: { requestId }, personal: inputs }];
}

export function concludePartnerProfile(
  state: ProfileState,
  requestId: string,
  result: { made: GeneratedProfile } | { failed: Reason },
): ProfileEvent[] {
  if (state.openRequest?.id !== requestId) return [];
  return 'made' in result && !state.unreadable
    ? [{ type: 'PartnerProfileGenerated', data: { requestId }, personal: result.made }]
    : [
        {
          type: 'PartnerProfileFailed',
          data: { requestId, reason: 'made' in result ? { code: 'recipient_unreadable' } : result.failed },
        },
      ];
}

/** A user has the AI judge the waiting partners, and saw about what it costs. */
export function requestPartnerJudgment(
  state: ProfileState,
  request: { partners: number; estimateUsd: number | null },
): ProfileEvent[] {
  return state.exists && request.partners > 0 ? [{ type: 'PartnerJudgmentRequested', data: request }] : [];
}
