import { z } from 'zod';
import { OFF_REASONS } from '../../events/accounts/webhooks.ts';
import {
  DELIVERY_STATUSES,
  DELIVERY_TROUBLES,
  TOLD_NAMES,
  WEBHOOK_EVENT_NAMES,
} from '../../events/shared/webhookEvents.ts';

/** `earlierSecretUntil`: the secret before this one signs, too; null: there is one. `off`: null: it is on. */
const webhookSchema = z.strictObject({
  id: z.string(),
  /** null: it cannot be read. */
  url: z.string().nullable(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  personal: z.boolean(),
  addedAt: z.string(),
  earlierSecretUntil: z.string().nullable(),
  off: z.strictObject({ why: z.enum(OFF_REASONS), at: z.string() }).nullable(),
});
export type WebhookView = z.infer<typeof webhookSchema>;

/** GET /api/webhooks, and the answers of its changes: in the order in which they were added. */
export const webhooksSchema = z.strictObject({ webhooks: z.array(webhookSchema) });
export type WebhooksView = z.infer<typeof webhooksSchema>;

/** POST /api/webhooks and /api/webhooks/:id/secret. The secret is shown once. */
export const webhookSecretSchema = z.strictObject({ id: z.string(), secret: z.string() });
export type WebhookSecretView = z.infer<typeof webhookSecretSchema>;

/** `id`: the header webhook-id. `httpStatus`, `trouble`: what the last try brought. `nextAt`: when it is tried again. */
const deliverySchema = z.strictObject({
  id: z.string(),
  event: z.enum(TOLD_NAMES),
  queuedAt: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  tries: z.number(),
  lastAt: z.string().nullable(),
  httpStatus: z.number().nullable(),
  trouble: z.enum(DELIVERY_TROUBLES).nullable(),
  nextAt: z.string().nullable(),
});
export type DeliveryView = z.infer<typeof deliverySchema>;

/** GET /api/webhooks/:id/deliveries, the newest first. `next`: `before` of the next page. */
export const deliveriesSchema = z.strictObject({ deliveries: z.array(deliverySchema), next: z.string().nullable() });
export type DeliveriesView = z.infer<typeof deliveriesSchema>;
