/** The public events (events/public/catalog.ts), with the words of the form, and their limits. */
export const WEBHOOK_EVENTS = {
  'partner.found': 'A search, a list or a person added a partner',
  'partner.approved': 'A partner was approved',
  'message.sent': 'An email left',
  'message.bounced': 'An email came back',
  'reply.received': 'A person replied',
  'reply.labeled': 'A reply got a label',
  unsubscribed: 'A person asked for no more emails',
  'campaign.completed': 'A campaign was completed',
  'account.held': 'A sending account is on hold',
} as const;
export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventName, ...WebhookEventName[]];

/** Goes only to the webhook that a person tests. */
export const TEST_EVENT = 'webhook.test';
export const TOLD_NAMES = [...WEBHOOK_EVENT_NAMES, TEST_EVENT] as const;
export type ToldName = (typeof TOLD_NAMES)[number];

export const MOST_WEBHOOKS = 10;
/** An earlier secret signs beside the new one for so long. */
export const SECRET_OVERLAP_HOURS = 24;
export const DELIVERIES_KEPT_DAYS = 30;

/** `skipped`: the webhook was off, or its account closed. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const;
/** Why a try brought no answer. `secret`: it is lost, so nothing can be signed. */
export const DELIVERY_TROUBLES = ['address', 'private', 'timeout', 'connection', 'secret'] as const;
