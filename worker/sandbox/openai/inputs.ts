import { z } from 'zod';

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '');
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);

/** What is known of a partner, by id, and what else a text about them is written from. */
const facts = z.array(z.object({ id: z.string(), field: text, text })).default([]);
const offer = z
  .object({ what: text, commission: text, code: text, link: text })
  .nullish()
  .transform((value) => value ?? null);
const revise = z
  .object({ instruction: text, subject: text, body: text })
  .nullish()
  .transform((value) => value ?? null);
const partner = z.object({ name: text, username: text, platform: text, industry: text, followersCount: number });

const business = z.object({ businessName: text, industry: text, description: text });

/** What the product sends after `INPUT:`, by the name of the json_schema; missing texts are empty. */
export const inputSchemas = {
  partner_profile: z.object({
    businessName: text,
    industry: text,
    targetAudience: text,
    businessDescription: text,
    preferredPlatforms: texts,
    additionalCriteria: text,
  }),
  search_plan: z.object({
    business,
    criteria: z.object({
      targetAudience: text,
      industry: text,
      minFollowers: number,
      minEngagement: number,
      platforms: texts,
      additionalCriteria: text,
      description: text,
    }),
  }),
  outreach_message: z.object({
    business,
    sender: z.object({ fullName: text, jobTitle: text }),
    partner,
    facts,
    offer,
    campaign: z.object({
      ...{ instructions: text, subjectType: text, staticSubject: text, invitationText: text },
      ...{ tone: text, language: text },
    }),
    openings: texts,
    revise,
  }),
  follow_up: z.object({
    business,
    sender: z.object({ fullName: text, jobTitle: text }),
    partner,
    facts,
    offer,
    campaign: z.object({ instructions: text, tone: text, language: text }),
    number,
    thread: z.array(z.object({ by: z.enum(['business', 'partner']), text })),
    openings: texts,
    revise,
  }),
  reply_classification: z.object({ reply: z.object({ subject: text, text }) }),
  reply_draft: z.object({
    business,
    sender: z.object({ fullName: text, jobTitle: text }),
    partner: z.object({ name: text }),
    thread: z.array(z.object({ by: z.enum(['business', 'partner']), text })),
  }),
  partner_discovery: z.object({
    ...{ count: number, topics: texts, audience: text, regions: texts, platforms: texts, leaveOut: texts },
  }),
  contact_search: z.object({
    partner: z.object({ name: text, username: text, platform: text, profileUrl: text, bio: text, company: text }),
  }),
};

export type ProfileInput = z.infer<typeof inputSchemas.partner_profile>;
export type SearchPlanInput = z.infer<typeof inputSchemas.search_plan>;
export type MessageInput = z.infer<typeof inputSchemas.outreach_message>;
export type FollowUpInput = z.infer<typeof inputSchemas.follow_up>;
export type ReplyInput = z.infer<typeof inputSchemas.reply_classification>;
export type DraftInput = z.infer<typeof inputSchemas.reply_draft>;
export type DiscoveryInput = z.infer<typeof inputSchemas.partner_discovery>;
export type ContactInput = z.infer<typeof inputSchemas.contact_search>;

/** What one operation answers; `sources` are the pages that a web search came across, `opened` those that it read, `cited` the one that gave the answer. */
export interface Answer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly search?: {
    readonly queries: string[];
    readonly sources: string[];
    readonly opened: string[];
    readonly cited: string | null;
  };
}
