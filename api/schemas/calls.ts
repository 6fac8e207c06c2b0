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

/** GET /api/health. */
export const healthSchema = z.strictObject({
  status: z.literal('ok'),
  version: z.string(),
  sandbox: z.boolean(),
  database: z.literal('ok'),
  horizonAgeSeconds: z.number(),
  tail: z.boolean(),
  /** `ok`, or why no email leaves. */
  sending: z.string(),
});

/** GET /api/admin/settings/{key}. */
export const adminSettingSchema = z.strictObject({ value: z.string() });
