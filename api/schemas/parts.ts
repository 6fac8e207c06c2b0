import { z } from 'zod';
import { SEND_WHYS } from '../../events/sending/sendWhy.ts';
import { PLATFORMS } from '../../events/shared/options.ts';

/** A text whose values the type names. */
export const textOf = <T extends string>() => z.string() as unknown as z.ZodType<T>;

export const anyObject = z.looseObject({}) as unknown as z.ZodType<object>;

/** Why an email leaves when it does, or why none does. */
export const sendWhy = z.strictObject({ kind: z.enum(SEND_WHYS), text: z.string() });

/** Local times `HH:MM` (the end up to `24:00`), weekdays 1 Monday … 7 Sunday. */
export const sendHoursShape = z.strictObject({
  from: z.string(),
  to: z.string(),
  weekdays: z.array(z.number()).readonly(),
});

/** The typed or generated values; others are missing. */
export const partnerCriteriaShape = z.strictObject({
  targetAudience: z.string().optional(),
  industry: z.string().optional(),
  businessName: z.string().optional(),
  description: z.string().optional(),
  minFollowers: z.number().optional(),
  minEngagement: z.number().optional(),
  platforms: z.array(z.enum(PLATFORMS)).optional(),
  additionalCriteria: z.string().optional(),
  exclusions: z.array(z.string()).optional(),
});

/** A required number under each of these names. */
export const numbersOf = <Name extends string>(names: readonly Name[]): Record<Name, z.ZodNumber> =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>;
