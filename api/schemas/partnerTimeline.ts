import { z } from 'zod';
import { SUPPRESSION_REASONS } from '../../events/shared/doNotContact.ts';
import { CAMPAIGN_STATUSES } from '../../events/shared/options.ts';
import { receivedMailSchema } from './inbox.ts';
import { sendWhy } from './parts.ts';
import { sendSchema } from './sends.ts';

/** `name` is null once it is erased. A deleted campaign has no screen. */
const campaignSchema = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  status: z.enum([...CAMPAIGN_STATUSES, 'deleted']),
});

const about = { id: z.string(), at: z.string() };

/**
 * GET /api/partners/{id}/timeline, a page, the newest first.
 * `planned`: emails that wait, the next one first. Only the first page of the whole timeline has them.
 * `next`: where the following page begins; null after the last.
 */
export const partnerTimelineSchema = z.strictObject({
  planned: z.array(
    z.strictObject({
      message: sendSchema,
      campaign: campaignSchema,
      /** What holds it, or why it leaves on its day and not earlier; null: it has no day yet. */
      why: sendWhy.nullable(),
    }),
  ),
  entries: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sent'), ...about, message: sendSchema, campaign: campaignSchema }),
      receivedMailSchema.extend({ conversationId: z.string(), campaign: campaignSchema }),
      z.strictObject({ kind: z.literal('event'), ...about, what: z.string(), actor: z.string() }),
      z.strictObject({ kind: z.literal('suppressed'), ...about, reason: z.enum(SUPPRESSION_REASONS) }),
    ]),
  ),
  next: z.string().nullable(),
});
export type PartnerTimelineView = z.infer<typeof partnerTimelineSchema>;
