import { z } from 'zod';

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '');
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
/** A missing group has its empty values. */
const group = <T extends z.ZodRawShape>(shape: T) => z.object(shape).prefault({} as z.input<z.ZodObject<T>>);
const some = <T extends z.ZodRawShape>(shape: T) =>
  z
    .object(shape)
    .nullish()
    .transform((value) => value ?? null);

/** The product's text after `INPUT:`. Each operation reads a part of it. */
export const Input = z.object({
  ...{ businessName: text, industry: text, targetAudience: text, businessDescription: text },
  ...{ preferredPlatforms: texts, additionalCriteria: text, exclusions: texts },
  business: group({ businessName: text, industry: text, description: text }),
  criteria: group({ targetAudience: text, industry: text, additionalCriteria: text, description: text }),
  sender: group({ fullName: text, jobTitle: text }),
  partner: group({ name: text, username: text, platform: text, industry: text, profileUrl: text, company: text }),
  facts: z.array(z.object({ id: z.string(), field: text, text })).default([]),
  slots: z.record(z.string(), z.string()).default({}),
  anyway: z.boolean().default(false),
  offer: some({ what: text, commission: text, code: text, link: text }),
  campaign: group({
    ...{ instructions: text, subjectType: text, staticSubject: text, invitationText: text, language: text },
  }),
  revise: some({ instruction: text, subject: text, body: text }),
  ...{ number: z.number().default(1), openings: texts },
  answers: z.array(z.object({ about: text, text })).default([]),
  wish: text,
  thread: z.array(z.object({ by: z.enum(['business', 'partner']), text })).default([]),
  parts: z.array(z.object({ part: z.int(), text })).default([]),
  reply: group({ subject: text, text, receivedAt: text }),
  wanted: group({
    ...{ audience: text, idealPartner: text, additionalCriteria: text, exclusions: texts },
    business: group({ name: text, industry: text, description: text }),
  }),
  candidates: z
    .array(
      z.object({
        ...{ id: z.string(), name: text, bio: text, job: text, industry: text, place: text },
        ...{ keywords: texts, works: texts, followers: z.number().nullish() },
      }),
    )
    .default([]),
  ...{ count: z.number().default(0), audience: text, topics: texts, regions: texts, platforms: texts, leaveOut: texts },
});
export type Input = z.infer<typeof Input>;

/** The answer of one operation. `sources` are pages that a web search met, `opened` those that it read, `cited` the one with the answer. */
export interface Answer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly search?: {
    readonly queries: string[];
    readonly sources: string[];
    readonly opened: string[];
    readonly cited: string | null;
  };
}
