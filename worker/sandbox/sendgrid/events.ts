import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';

/** SendGrid takes bounces and complaints itself, and posts them and the replies. */
export const answersArePosted = ({ provider }: LedgerMessage): boolean => provider === 'sendgrid';

/** Where events go, asked at each one; `key`: the private P-256 key that signs them, PKCS#8 DER in base64. */
export interface Webhook {
  readonly url: () => string;
  readonly key: string;
}

const names = [
  'processed',
  'delivered',
  'deferred',
  'bounce',
  'blocked',
  'dropped',
  'spamreport',
  'unsubscribe',
  'group_unsubscribe',
  'open',
] as const;
type EventName = (typeof names)[number];

const Order = z.object({ event: z.enum(names), reason: z.string().max(500).optional() });

const REASONS: Partial<Record<EventName, string>> = {
  bounce: '550 5.1.1 The mailbox does not exist',
  blocked: '421 4.7.0 Try again later',
  dropped: 'Bounced Address',
};
/** The answers of the recipient's server. */
const RESPONSES: Partial<Record<EventName, string>> = {
  delivered: '250 2.0.0 OK',
  deferred: '421 4.7.0 Try again later',
};

/** An event in SendGrid's form. `blocked` is a bounce of that type, and custom arguments lie beside its own fields. */
const eventOf = (message: LedgerMessage, { event, reason = REASONS[event] }: z.infer<typeof Order>, now: Date) => ({
  ...message.customArgs,
  email: message.to,
  timestamp: Math.floor(now.getTime() / 1000),
  event: event === 'blocked' ? 'bounce' : event,
  ...(event === 'bounce' ? { type: 'bounce' } : event === 'blocked' ? { type: 'blocked' } : {}),
  ...(RESPONSES[event] ? { response: reason ?? RESPONSES[event] } : reason ? { reason } : {}),
  ...(event === 'deferred' ? { attempt: '1' } : {}),
  sg_event_id: randomUUID(),
  sg_message_id: message.id,
});

/** The headers that prove SendGrid's bytes to a receiver: ECDSA P-256 with SHA-256 over timestamp and body. */
export const signedHeaders = (key: string, body: string, timestamp: string): Record<string, string> => {
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(timestamp + body), { key: privateKey, dsaEncoding: 'der' });
  return {
    'Content-Type': 'application/json',
    'X-Twilio-Email-Event-Webhook-Signature': signature.toString('base64'),
    'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
  };
};

/** POST /outbox/{id}/events makes an email bounce and so on, by JSON `{event, reason?}` or a button of the page. */
export const eventRoutes = (ledger: Ledger, webhook: Webhook | null, now: Clock) => {
  const app = new Hono();
  app.post('/:id/events', async (c) => {
    const isForm = (c.req.header('content-type') ?? '').includes('form');
    const body: unknown = await (isForm ? c.req.parseBody() : c.req.json()).catch(() => undefined);
    const order = Order.safeParse(body);
    if (!order.success) return c.json({ error: `event must be one of: ${names.join(', ')}` }, 400);
    const message = ledger.messages().find(({ id }) => id === c.req.param('id'));
    if (!message) return c.json({ error: 'The outbox has no such mail.' }, 404);
    if (!webhook) return c.json({ error: 'This sandbox was started without an address for events.' }, 503);
    const at = now();
    const events = JSON.stringify([eventOf(message, order.data, at)]);
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const answer = await fetch(webhook.url(), {
      method: 'POST',
      body: events,
      headers: signedHeaders(webhook.key, events, timestamp),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (!answer?.ok) return c.json({ error: `The event was not taken: ${answer?.status ?? 'no answer'}.` }, 502);
    return isForm ? c.redirect('/outbox', 303) : c.json({ taken: answer.status }, 200);
  });
  return app;
};
