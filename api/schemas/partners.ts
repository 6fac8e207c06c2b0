import { z } from 'zod';
import { batchAct } from '../../events/messages/batch.ts';
import { CONTACT_SOURCES, contactStep } from '../../events/partners/contactEvents.ts';
import { EVIDENCE_FIELDS, EVIDENCE_PLACES } from '../../events/partners/evidence.ts';
import { matchPart, SCORED_BY } from '../../events/partners/matchParts.ts';
import { VERIFICATION_REASONS, VERIFICATION_STATUSES, VERIFIERS } from '../../events/partners/verification.ts';
import { SUPPRESSION_REASONS } from '../../events/shared/doNotContact.ts';
import { EMAIL_STATUSES, OUTREACH, PARTNER_STATUSES, PLATFORMS, SEARCH_EVERY } from '../../events/shared/options.ts';

export const partnerSchema = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
  platform: z.enum(PLATFORMS),
  industry: z.string().nullable(),
  /** The user's own. */
  tags: z.array(z.string()),
  bio: z.string().nullable(),
  profileUrl: z.string().nullable(),
  /** The profile on `platform`, when `profileUrl` is on another one. */
  platformUrl: z.string().nullable(),
  followersCount: z.number().nullable(),
  engagementRate: z.number().nullable(),
  matchScore: z.number().nullable(),
  /** The score is by rules: the AI has not judged them. */
  roughScore: z.boolean(),
  status: z.enum(PARTNER_STATUSES),
  emailStatus: z.enum(EMAIL_STATUSES),
  contactInfo: z
    .strictObject({
      email: z.string().nullable(),
      socialProfiles: z.array(
        z.strictObject({
          platform: z.string(),
          url: z.string(),
        }),
      ),
      confidence: z.number(),
    })
    .nullable(),
  /** Where the e-mail came from, for "Email found" notices. */
  contactSource: z.enum(CONTACT_SOURCES).nullable(),
  /** The page that shows it. */
  contactSourceUrl: z.string().nullable(),
  /** When it was found or typed. */
  contactFoundAt: z.string().nullable(),
  /** Whether the address takes mail, as far as known; null: not checked. */
  contactVerification: z
    .strictObject({
      status: z.enum(VERIFICATION_STATUSES),
      reason: z.enum(VERIFICATION_REASONS),
      by: z.enum(VERIFIERS),
      at: z.string(),
    })
    .nullable(),
  contactSearching: z.boolean(),
  /** Why nothing is sent to their address; null when something may be. */
  doNotContact: z.enum(SUPPRESSION_REASONS).nullable(),
  erased: z.boolean(),
  /** The search that found them; null for anyone added or imported. */
  searchId: z.string().nullable(),
  /** Evidence supports the facts about them. */
  verified: z.boolean(),
  /** Their key was damaged: sealed data cannot be read, and nothing can be sealed. */
  unreadable: z.boolean(),
  createdAt: z.string(),
});
export type PartnerView = z.infer<typeof partnerSchema>;

/** GET /api/partners. `outreach`: how far the messages to them have come; null: they are in no campaign. */
export const listedPartnerSchema = partnerSchema.extend({ outreach: z.enum(OUTREACH).nullable() });
export type ListedPartnerView = z.infer<typeof listedPartnerSchema>;

/** GET /api/partners/counts: what the tabs and filters show of all partners. */
export const partnerCountsSchema = z.strictObject({
  partners: z.array(
    z.strictObject({
      status: z.enum(PARTNER_STATUSES),
      platform: z.enum(PLATFORMS),
      emailStatus: z.enum(EMAIL_STATUSES),
      count: z.number(),
    }),
  ),
  /** Approved ones with an address to which nothing may be sent. */
  blocked: z.number(),
  /** Partners with a rough score. The AI may judge them. */
  waitForJudge: z.number(),
  tags: z.array(z.string()),
  countries: z.array(z.string()),
});
export type PartnerCountsView = z.infer<typeof partnerCountsSchema>;

/** GET /api/partners/total. `exact`: false if there are more. */
export const partnerTotalSchema = z.strictObject({ total: z.number(), exact: z.boolean() });
export type PartnerTotalView = z.infer<typeof partnerTotalSchema>;

/** POST /api/partners/decide and undo-decisions, done in the call. `decided`: for Undo. */
export const manyDecidedSchema = z.strictObject({
  decided: z.array(z.strictObject({ id: z.string(), decision: z.number() })),
  refused: z.number(),
});
export type ManyDecidedView = z.infer<typeof manyDecidedSchema>;

/** POST /api/partners/notes, done in the call. `done`: the partners that changed. */
export const manyNotedSchema = z.strictObject({ done: z.number(), refused: z.number() });

/** The same act on many partners, which the worker does. `exact`: `total` counts all of them. */
export const batchSchema = z.strictObject({
  id: z.string(),
  act: batchAct,
  status: z.enum(['running', 'completed', 'stopped']),
  total: z.number(),
  exact: z.boolean(),
  doneCount: z.number(),
  leftOut: z.array(z.strictObject({ code: z.string(), reason: z.string(), count: z.number() })),
  /** Why it was stopped. */
  error: z.string().nullable(),
});
export type BatchView = z.infer<typeof batchSchema>;

/** PATCH /api/partners/{id}/status. `undo`: the decision that this call made, for Undo; null: it made none. */
export const partnerDecidedSchema = partnerSchema.extend({
  undo: z.number().nullable(),
});
export type PartnerDecidedView = z.infer<typeof partnerDecidedSchema>;

/** POST /api/partners/{id}/undo-decision. `waitingMessages`: how many messages to them may leave, now that they are back. */
export const decisionUndoneSchema = partnerSchema.extend({
  waitingMessages: z.number(),
});
export type DecisionUndoneView = z.infer<typeof decisionUndoneSchema>;

/** GET /api/partners/{id}/waiting-messages: messages that the partner's removal cancels. */
export const waitingMessagesSchema = z.strictObject({
  campaigns: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().nullable(),
      messages: z.number(),
    }),
  ),
});
export type WaitingMessagesView = z.infer<typeof waitingMessagesSchema>;

export const matchPartSchema = z.strictObject(matchPart.shape);
export type MatchPartView = z.infer<typeof matchPartSchema>;

/** `parts`: of the score that it speaks for. */
export const evidenceSchema = z.strictObject({
  id: z.string(),
  field: z.enum(EVIDENCE_FIELDS),
  parts: z.array(matchPartSchema.shape.part),
  text: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  place: z.enum(EVIDENCE_PLACES).nullable(),
  seenAt: z.string(),
});
export type EvidenceView = z.infer<typeof evidenceSchema>;

/** PATCH /api/partners/{id}/notes. */
export const notesSchema = z.strictObject({ text: z.string(), tags: z.array(z.string()) });

/** GET /api/partners/{id}: the partner with the reasons of its score. */
export const partnerDetailSchema = partnerSchema.extend({
  /** `rules`: a rough score, because the AI has not judged. */
  scoredBy: z.enum(SCORED_BY),
  /** The AI's words behind the score. null: it is by rules. */
  judgment: z.strictObject({ reason: z.string(), quotes: z.array(z.string()) }).nullable(),
  parts: z.array(matchPartSchema),
  evidence: z.array(evidenceSchema),
  /** The user's own words about the partner. */
  note: z.string(),
});
export type PartnerDetailView = z.infer<typeof partnerDetailSchema>;

export const generateSchema = z.strictObject({
  valid: z.boolean(),
  requested: z.number(),
  found: z.number(),
  /** Found people who were known before. */
  duplicates: z.number(),
  complete: z.boolean(),
  sources: z.array(
    z.strictObject({
      source: z.string(),
      found: z.number(),
      error: z.string().optional(),
    }),
  ),
  /** The user's regions that are no countries, and the countries that were searched. Missing: all were known. */
  regions: z.strictObject({ unknown: z.array(z.string()), searched: z.array(z.string()) }).optional(),
  /** A user ended it early. */
  stopped: z.literal(true).optional(),
  searchId: z.string(),
  partners: z.array(partnerSchema),
});
export type GenerateView = z.infer<typeof generateSchema>;

/** POST /api/partners/ingest-url. */
export const ingestedSchema = z.strictObject({ partner: partnerSchema });

/** GET /api/searches/latest: the newest search of the tenant, for progress bars; GET /api/searches/{id}: the one that a 202 named. */
export const searchSchema = z.strictObject({
  id: z.string(),
  status: z.enum(['running', 'completed', 'failed']),
  requested: z.number(),
  found: z.number(),
  duplicates: z.number(),
  complete: z.boolean(),
  /** A user ended it early. */
  stopped: z.boolean(),
  /** The plan of the search, once it exists; regions are English names in lower case. */
  plan: z
    .strictObject({ topics: z.array(z.string()), jobTitles: z.array(z.string()), regions: z.array(z.string()) })
    .nullable(),
  sources: generateSchema.shape.sources,
  regions: generateSchema.shape.regions,
  error: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type SearchView = z.infer<typeof searchSchema>;

/** GET /api/search-schedule: how many partners a search is to find, and when it runs again. */
export const searchScheduleSchema = z.strictObject({
  count: z.number(),
  every: z.enum(SEARCH_EVERY),
  nextAt: z.string().nullable(),
  /** It failed too often in a row, and waits until it is set again. */
  stopped: z.boolean(),
  /** `reason`: why it failed or was skipped. */
  lastRun: z
    .strictObject({
      at: z.string(),
      result: z.enum(['found', 'failed', 'skipped']),
      found: z.number(),
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type SearchScheduleView = z.infer<typeof searchScheduleSchema>;

export const enhanceSchema = z.strictObject({
  partner: partnerSchema,
  usedHunter: z.boolean(),
  fallbackUsed: z.boolean(),
  source: z.enum(['people_data_labs', 'hunter', 'ai']).nullable(),
  creditsRemaining: z.number(),
  /** Whether a credit was used: for an address that was paid for in this search. */
  creditUsed: z.boolean(),
  /** The result of each step of the search, in order. */
  steps: z.array(contactStep.extend({ reason: z.string().nullable() })),
});
export type EnhanceView = z.infer<typeof enhanceSchema>;

/** POST /api/partners/enhance-contacts. `searching`: the partners with a running search, whichever call started it. */
export const searchingSchema = z.strictObject({ searching: z.array(z.string()) });
export type SearchingView = z.infer<typeof searchingSchema>;

/** POST /api/partners/judge: the partners whom the AI will judge. */
export const judgmentRequestedSchema = z.strictObject({ partners: z.number() });
export type JudgmentRequestedView = z.infer<typeof judgmentRequestedSchema>;

/**
 * GET /api/campaigns/{id}/available-partners. `contactedAt`, `repliedAt`: when any campaign last wrote to them, and when they last replied to one.
 * `planned`: whether another active campaign will write to them. `otherCampaigns`: names of active or paused ones that have a message for them, too.
 */
export const availablePartnerSchema = partnerSchema.extend({
  contactedAt: z.string().nullable(),
  repliedAt: z.string().nullable(),
  planned: z.boolean(),
  otherCampaigns: z.array(z.string()),
});
export type AvailablePartnerView = z.infer<typeof availablePartnerSchema>;

export const importProblemSchema = z.strictObject({
  line: z.number(),
  problem: z.string(),
});
export type ImportProblemView = z.infer<typeof importProblemSchema>;

/**
 * POST /api/partners/import answers 200 when the import has ended, and 202 while it runs or parts are missing. GET answers the newest one.
 * `doneCount`: rows that are decided. `leftOut`: the first rows that were not added, with the reason; GET …/import/left-out has all of them.
 */
export const importSchema = z.strictObject({
  id: z.string(),
  status: z.enum(['receiving', 'running', 'completed', 'refused', 'stopped']),
  rowCount: z.number(),
  doneCount: z.number(),
  addedCount: z.number(),
  knownCount: z.number(),
  repeatedCount: z.number(),
  leftOutCount: z.number(),
  leftOut: z.array(importProblemSchema),
  /** Why it was stopped or refused. */
  error: z.string().nullable(),
});
export type ImportView = z.infer<typeof importSchema>;
