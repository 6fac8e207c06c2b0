/** Where a workspace tells other programs what happened. The stream is `webhooks-<tenant>`. Deliveries are no events (queue.webhook_deliveries). */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import { MOST_WEBHOOKS, SECRET_OVERLAP_HOURS, WEBHOOK_EVENT_NAMES } from '../shared/webhookEvents.ts';
import type { WebhookSettings } from './webhooksInput.ts';

/** `failing`: for three days. `gone`: its server answered 410. */
export const OFF_REASONS = ['person', 'failing', 'gone'] as const;
type OffReason = (typeof OFF_REASONS)[number];

const id = z.object({ id: z.string() });
/** `withPersonal`: names, addresses and texts beside the ids. */
const settings = id.extend({ events: z.array(z.enum(WEBHOOK_EVENT_NAMES)), withPersonal: z.boolean() });
/** A URL may hold a key of its server. */
const personal = z.object({ url: z.string() });

export const webhookDefinitions = {
  /** `secretId`: of the signing secret in the vault. */
  WebhookAdded: { version: 1, data: settings.extend({ secretId: z.string() }), personal },
  WebhookChanged: { version: 1, data: settings, personal },
  /** The earlier secret signs beside the new one, until `until` (ISO 8601). */
  WebhookSecretRotated: {
    version: 1,
    data: id.extend({ secretId: z.string(), earlierSecretId: z.string(), until: z.string() }),
  },
  WebhookSwitchedOff: { version: 1, data: id.extend({ why: z.enum(OFF_REASONS) }) },
  WebhookSwitchedOn: { version: 1, data: id },
  WebhookRemoved: { version: 1, data: id },
  WebhookTestRequested: { version: 1, data: id },
  /** `delivery`: its webhook-id. */
  WebhookRedeliveryRequested: { version: 1, data: id.extend({ delivery: z.string() }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type WebhookEvent = EventOf<typeof webhookDefinitions>;

export type Webhook = Omit<WebhookSettings, 'url'> & {
  id: string;
  /** null: it cannot be read. */
  url: string | null;
  addedAt: string;
  secretId: string;
  earlier: { secretId: string; until: string } | null;
  /** null: it is on. */
  off: { why: OffReason; at: string } | null;
};
export type WebhooksState = { items: readonly Webhook[] };

const settingsIn = ({ data, personal: said }: Extract<WebhookEvent, { type: 'WebhookAdded' | 'WebhookChanged' }>) => ({
  ...{ url: said?.url ?? null, events: data.events, personal: data.withPersonal },
});

function evolve({ items }: WebhooksState, event: Recorded<WebhookEvent>): WebhooksState {
  const changed = (part: Partial<Webhook>): WebhooksState => ({
    items: items.map((one) => ('id' in event.data && one.id === event.data.id ? { ...one, ...part } : one)),
  });
  switch (event.type) {
    case 'WebhookAdded': {
      const { id: own, secretId } = event.data;
      const kept = { addedAt: event.at, secretId, earlier: null, off: null };
      return { items: [...items, { id: own, ...settingsIn(event), ...kept }] };
    }
    case 'WebhookChanged':
      return changed(settingsIn(event));
    case 'WebhookSecretRotated': {
      const { secretId, earlierSecretId, until } = event.data;
      return changed({ secretId, earlier: { secretId: earlierSecretId, until } });
    }
    case 'WebhookSwitchedOff':
      return changed({ off: { why: event.data.why, at: event.at } });
    case 'WebhookSwitchedOn':
      return changed({ off: null });
    case 'WebhookRemoved':
      return { items: items.filter((one) => one.id !== event.data.id) };
    case 'WebhookTestRequested':
    case 'WebhookRedeliveryRequested':
      return { items };
    case 'PersonErased':
      return { items: [] };
  }
}

export const webhooks: Aggregate<WebhooksState, WebhookEvent> = {
  kind: 'webhooks',
  definitions: webhookDefinitions,
  projectionVersion: 1,
  initial: { items: [] },
  evolve,
};

export function webhookOf({ items }: WebhooksState, webhookId: string): Webhook {
  const found = items.find((one) => one.id === webhookId);
  if (!found) throw new Refused({ code: 'no_webhook' });
  return found;
}

/** Nothing is delivered while it is off. */
function mustBeOn(state: WebhooksState, webhookId: string): void {
  if (webhookOf(state, webhookId).off) throw new Refused({ code: 'webhook_off' });
}

const settingsEvent = (own: string, { url, events, personal: withPersonal }: WebhookSettings) => ({
  ...{ data: { id: own, events, withPersonal }, personal: { url } },
});

export function addWebhook(
  { items }: WebhooksState,
  own: { id: string; secretId: string },
  form: WebhookSettings,
): WebhookEvent[] {
  if (items.length >= MOST_WEBHOOKS) throw new Refused({ code: 'webhooks_full', most: MOST_WEBHOOKS });
  const { data, personal: said } = settingsEvent(own.id, form);
  return [{ type: 'WebhookAdded', data: { ...data, secretId: own.secretId }, personal: said }];
}

export function changeWebhook(state: WebhooksState, webhookId: string, form: WebhookSettings): WebhookEvent[] {
  const { url, events, personal: withPersonal } = webhookOf(state, webhookId);
  if (sameJson({ url, events, personal: withPersonal }, form)) return [];
  return [{ type: 'WebhookChanged', ...settingsEvent(webhookId, form) }];
}

export function rotateWebhookSecret(
  state: WebhooksState,
  webhookId: string,
  secretId: string,
  now: string,
): WebhookEvent[] {
  const { secretId: earlierSecretId } = webhookOf(state, webhookId);
  const until = new Date(Date.parse(now) + SECRET_OVERLAP_HOURS * 3_600_000).toISOString();
  return [{ type: 'WebhookSecretRotated', data: { id: webhookId, secretId, earlierSecretId, until } }];
}

export function switchWebhookOff(state: WebhooksState, webhookId: string, why: OffReason): WebhookEvent[] {
  return webhookOf(state, webhookId).off ? [] : [{ type: 'WebhookSwitchedOff', data: { id: webhookId, why } }];
}

export function switchWebhookOn(state: WebhooksState, webhookId: string): WebhookEvent[] {
  return webhookOf(state, webhookId).off ? [{ type: 'WebhookSwitchedOn', data: { id: webhookId } }] : [];
}

export const removeWebhook = ({ items }: WebhooksState, webhookId: string): WebhookEvent[] =>
  items.some((one) => one.id === webhookId) ? [{ type: 'WebhookRemoved', data: { id: webhookId } }] : [];

export function requestWebhookTest(state: WebhooksState, webhookId: string): WebhookEvent[] {
  mustBeOn(state, webhookId);
  return [{ type: 'WebhookTestRequested', data: { id: webhookId } }];
}

export function requestRedelivery(state: WebhooksState, webhookId: string, delivery: string): WebhookEvent[] {
  mustBeOn(state, webhookId);
  return [{ type: 'WebhookRedeliveryRequested', data: { id: webhookId, delivery } }];
}
