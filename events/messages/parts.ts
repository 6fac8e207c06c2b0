/** The parts of a text that the AI wrote: what each speaks of, and what it rests on. */
import { z } from 'zod';

/** `about_them`: the partner. `offer`: what the partner gets. `about_us`: the business. `courtesy`: greeting, reason to write, question. */
export const PART_KINDS = ['about_them', 'offer', 'about_us', 'courtesy'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** `cites`: ids of the partner's facts (check/facts.ts), `profile` (the business) or `offer`. */
export const part = z.object({ text: z.string(), kind: z.enum(PART_KINDS), cites: z.array(z.string()) });
export type Part = z.infer<typeof part>;
