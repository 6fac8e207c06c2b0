import { z } from 'zod';
import { erasureSubject } from './erasure.ts';

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
  destroyed: z.strictObject({
    keys: z.number(),
    rows: z.number(),
    messagesCancelled: z.number(),
    jobs: z.number(),
    secrets: z.number(),
    sessions: z.number(),
    passwords: z.number(),
  }),
  remains: z.strictObject({ sealedTexts: z.number(), messagesKept: z.number(), suppressed: z.number() }),
});
export type ErasureReceipt = z.infer<typeof erasureReceiptSchema>;
