/**
 * What webhooks carry: the public events, and a test by hand. Ids always leave. Personal fields leave only for a webhook that asks for them, and are
 * read when it leaves (worker/webhooks/webhookBody.ts).
 */
import { z } from 'zod';
import { TEST_EVENT, type ToldName } from '../shared/webhookEvents.ts';
import { PUBLIC_EVENTS, type PublicEvent, publicEvent } from './catalog.ts';

/** null: erased, or not known. */
const said = z.string().nullable();
const partner = { name: said };
const message = { name: said, email: said, subject: said };

const PERSONAL = {
  'partner.found': partner,
  'partner.approved': partner,
  'message.sent': message,
  'message.bounced': message,
  'reply.received': { ...message, text: said },
  'reply.labeled': partner,
  unsubscribed: { email: said },
  'campaign.completed': { name: said },
  'account.held': { email: said },
  'webhook.test': {},
} as const satisfies Record<ToldName, z.ZodRawShape>;

const TEST = z.object({ webhook: z.string() });

/** The body of a delivery. `sequence`: the version of the stream, by which a receiver orders what arrives late. */
export const toldSchema = (type: ToldName) =>
  z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: z.strictObject({
      ...{ stream: z.string(), sequence: z.int() },
      ...(type === TEST_EVENT ? TEST : PUBLIC_EVENTS[type]).shape,
      ...z.object(PERSONAL[type]).partial().shape,
    }),
  });

export type Told = PublicEvent | { name: typeof TEST_EVENT; data: z.infer<typeof TEST> };

/** What webhooks tell of an event; null: nothing. */
export function toldOf(event: { type: string; data: object; streamId: string }): Told | null {
  if (event.type !== 'WebhookTestRequested') return publicEvent(event.streamId, event);
  return { name: TEST_EVENT, data: { webhook: (event.data as { id: string }).id } };
}
