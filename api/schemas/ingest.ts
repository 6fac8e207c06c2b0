import { z } from 'zod';
import { PUBLIC_EVENTS, PUBLIC_NAMES, type PublicName } from '../../events/public/catalog.ts';
import { ACT_NAMES } from '../../events/shared/incomingActs.ts';

/** GET /api/auth/incoming-webhooks, the newest first. */
export const incomingWebhookSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  acts: z.array(z.enum(ACT_NAMES)),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type IncomingWebhookView = z.infer<typeof incomingWebhookSchema>;
export const incomingWebhooksSchema = z.strictObject({ webhooks: z.array(incomingWebhookSchema) });
export type IncomingWebhooksView = z.infer<typeof incomingWebhooksSchema>;

/** POST /api/auth/incoming-webhooks: the secret itself, shown once. */
export const newIncomingWebhookSchema = z.strictObject({ id: z.string(), url: z.string(), secret: z.string() });
export type NewIncomingWebhookView = z.infer<typeof newIncomingWebhookSchema>;

/** What became of an act. A refused one has a code. */
export const actResultSchema = z.strictObject({
  outcome: z.enum(['done', 'unchanged', 'refused']),
  partnerIds: z.array(z.string()),
  code: z.string().nullable(),
  error: z.string().nullable(),
});
export type ActResultView = z.infer<typeof actResultSchema>;

/** POST /api/ingest: one for each act, in their order. */
export const ingestResultsSchema = z.strictObject({ results: z.array(actResultSchema) });
export type IngestResultsView = z.infer<typeof ingestResultsSchema>;

/** `id`: the same event has the same one. `sequence`: its number in its stream. `personal`: null once the person is erased. */
const eventOf = <N extends PublicName>(name: N) =>
  z.strictObject({
    id: z.string(),
    type: z.literal(name),
    timestamp: z.string(),
    sequence: z.number(),
    cursor: z.string(),
    data: PUBLIC_EVENTS[name],
    personal: z.strictObject({ name: z.string(), email: z.string().nullable() }).nullable().optional(),
  });
const [first, ...others] = PUBLIC_NAMES;

/** GET /api/feed/events. `next` goes into `after`. `more`: ask again at once. */
export const publicFeedSchema = z.strictObject({
  events: z.array(z.discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)])),
  next: z.string(),
  more: z.boolean(),
});
export type PublicFeedView = z.infer<typeof publicFeedSchema>;

const positionSchema = z.strictObject({ name: z.string(), cursor: z.string(), movedAt: z.string() });

/** GET /api/feed/positions. `end`: where the feed ends now. */
export const positionsSchema = z.strictObject({ positions: z.array(positionSchema), end: z.string() });
export type PositionsView = z.infer<typeof positionsSchema>;
