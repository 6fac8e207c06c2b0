import type { z } from 'zod';
import { erasureReceiptSchema } from '../../events/privacy/erasureReceiptSchema.ts';

/**
 * Answers POST /api/partners/{id}/erase and POST /api/admin/erasures (or 202 and AcceptedView, whose id is the receipt's). GET /api/erasures and GET
 * /api/admin/erasures list it, newest first.
 */
export const erasureSchema = erasureReceiptSchema;
export type ErasureView = z.infer<typeof erasureSchema>;
