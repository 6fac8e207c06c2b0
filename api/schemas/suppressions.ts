import { z } from 'zod';
import { SUPPRESSION_SOURCES } from '../../events/privacy/suppression.ts';
import { SUPPRESSION_REASONS } from '../../events/shared/doNotContact.ts';
import { importProblemSchema } from './partners.ts';

/** A suppressed address. `email` is null when it was erased. `objection`: the person asked for it, so its removal needs a confirmation. */
export const suppressionSchema = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  reason: z.enum(SUPPRESSION_REASONS),
  source: z.enum(SUPPRESSION_SOURCES),
  since: z.string(),
  objection: z.boolean(),
});
export type SuppressionView = z.infer<typeof suppressionSchema>;

/** GET /api/suppressions: newest first; `next` goes into `after` for the following page. */
export const suppressionListSchema = z.strictObject({
  items: z.array(suppressionSchema),
  total: z.number(),
  next: z.string().nullable(),
});
export type SuppressionListView = z.infer<typeof suppressionListSchema>;

/** POST /api/suppressions/import: how many are new, how many were on the list already, and which rows were not added. */
export const suppressionsAddedSchema = z.strictObject({
  addedCount: z.number(),
  knownCount: z.number(),
  leftOut: z.array(importProblemSchema),
});
export type SuppressionsAddedView = z.infer<typeof suppressionsAddedSchema>;
