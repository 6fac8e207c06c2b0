import { z } from 'zod';

export const errorSchema = z.strictObject({
  error: z.string(),
  details: z.unknown().optional(),
});
export type ErrorView = z.infer<typeof errorSchema>;

/** A 202 answer: the work goes on; the screen follows it by server-sent events. */
export const acceptedSchema = z.strictObject({
  accepted: z.literal(true),
  id: z.string(),
});
export type AcceptedView = z.infer<typeof acceptedSchema>;
