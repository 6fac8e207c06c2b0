import type { z } from 'zod';
import { erasureReceiptSchema } from '../../events/privacy/erasureReceiptSchema.ts';

/**
 * POST /api/partners/{id}/erase, POST /api/admin/erasures (or 202 and AcceptedView, whose id is the receipt's) and, in lists, the newest
 * first, GET /api/erasures and GET /api/admin/erasures.
 */
export const erasureSchema = erasureReceiptSchema;
export type ErasureView = z.infer<typeof erasureSchema>;
