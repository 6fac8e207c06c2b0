import { z } from 'zod';
import { destroyed, erasureSubject, remains } from './erasure.ts';

/** Times are ISO 8601 in UTC. `tenant` and the subject are ids and HMACs. */
export const erasureReceiptSchema = z.strictObject({
  ...erasureSubject.shape,
  id: z.string(),
  tenant: z.string(),
  /** `dropped`: by retention, of somebody who had been added again; they were not erased. */
  status: z.enum(['open', 'done', 'dropped']),
  requestedBy: z.string(),
  requestedAt: z.string(),
  completedAt: z.string().nullable(),
  /** The number of erasures. A person who came back was erased again, and counts are of all times. */
  times: z.number(),
  destroyed: destroyed.strict(),
  remains: remains.strict(),
});
export type ErasureReceipt = z.infer<typeof erasureReceiptSchema>;
