/**
 * The events that other programs may rely on: webhooks deliver them, and a subscriber's feed lists them. Domain events may change; these names and
 * their data only grow. The data are ids and codes, nothing personal.
 */
import { z } from 'zod';
import type { EventsOf } from '../catalog.ts';
import type { DeliveryReport } from '../messages/messageEvents.ts';
import { ADDED_BY } from '../partners/partner.ts';
import { isObjection } from '../privacy/suppression.ts';
import { type Kind, kindOf } from '../shared/event.ts';
import { REPLY_LABELS } from '../shared/options.ts';
import type { WebhookEventName } from '../shared/webhookEvents.ts';

const id = z.string();
const partner = { partner: id };
const inCampaign = { ...partner, campaign: id };
const message = { ...inCampaign, message: id };
const conversation = { ...inCampaign, conversation: id };

/** The data of each public event. Its words are in WEBHOOK_EVENTS. */
export const PUBLIC_EVENTS = {
  'partner.found': z.object({ ...partner, by: z.enum(['search', ...ADDED_BY]) }),
  'partner.approved': z.object(partner),
  'message.sent': z.object(message),
  'message.bounced': z.object(message),
  /** `by`: the mailbox brought it, or the user noted it by hand. */
  'reply.received': z.object({ ...conversation, message: id, reply: id.nullable(), by: z.enum(['mailbox', 'user']) }),
  /** `reply`: null when the user labeled the conversation. */
  'reply.labeled': z.object({
    ...conversation,
    reply: id.nullable(),
    label: z.enum(REPLY_LABELS),
    by: z.enum(['ai', 'rules', 'user']),
  }),
  /** By an email of ours, or else by an entry of the list (`suppression`). */
  unsubscribed: z.object({
    partner: id.nullable(),
    campaign: id.nullable(),
    message: id.nullable(),
    suppression: id.nullable(),
    complained: z.boolean(),
  }),
  'campaign.completed': z.object({ campaign: id }),
  'account.held': z.object({ account: id, reason: z.string(), until: id.nullable() }),
} as const satisfies Record<WebhookEventName, z.ZodObject>;
export type PublicName = WebhookEventName;
export const PUBLIC_NAMES = Object.keys(PUBLIC_EVENTS) as [PublicName, ...PublicName[]];
export type PublicData<N extends PublicName> = z.infer<(typeof PUBLIC_EVENTS)[N]>;
export type PublicEvent = { [N in PublicName]: { name: N; data: PublicData<N> } }[PublicName];

type Source = { kind: Kind; type: string; name: PublicName; read: (id: string, data: never) => object | null };
type DataOf<K extends Kind, T> = Extract<EventsOf<K>, { type: T }>['data'];

/** `read`: the public data by the id of the stream; null: this one is not public. */
const from = <K extends Kind, T extends EventsOf<K>['type'], N extends PublicName>(
  kind: K,
  type: T,
  name: N,
  read: (id: string, data: DataOf<K, T>) => PublicData<N> | null,
): Source => ({ kind, type, name, read });

/** Of the id of a message or a conversation. */
const partsOf = (own: string) => {
  const [campaign = '', of = ''] = own.split('.');
  return { campaign, partner: of };
};
const ofMessage = (own: string) => ({ ...partsOf(own), message: own });
const ofConversation = (own: string) => {
  const parts = partsOf(own);
  return { ...parts, conversation: `${parts.campaign}.${parts.partner}` };
};
const ifBounced = (own: string, { report }: { report: DeliveryReport }) =>
  report === 'bounced' ? ofMessage(own) : null;
const ifObjection = (own: string, { report }: { report: DeliveryReport }) =>
  report === 'unsubscribed' || report === 'complained'
    ? { ...ofMessage(own), suppression: null, complained: report === 'complained' }
    : null;
const held = (account: string, reason: string, until: string | null) => ({ account, reason, until });

const SOURCES: readonly Source[] = [
  from('partner', 'PartnerDiscovered', 'partner.found', (own) => ({ partner: own, by: 'search' })),
  from('partner', 'PartnerAdded', 'partner.found', (own, { by }) => ({ partner: own, by })),
  from('partner', 'PartnerApproved', 'partner.approved', (own) => ({ partner: own })),
  from('message', 'EmailSent', 'message.sent', ofMessage),
  from('message', 'EmailMarkedSent', 'message.sent', ofMessage),
  from('message', 'DeliveryReported', 'message.bounced', ifBounced),
  from('message', 'DeliveryLabeled', 'message.bounced', ifBounced),
  from('message', 'DeliveryReported', 'unsubscribed', ifObjection),
  from('message', 'DeliveryLabeled', 'unsubscribed', ifObjection),
  from('conversation', 'MailReceived', 'reply.received', (own, { receivedId, messageId, automatic }) =>
    automatic ? null : { ...ofConversation(own), message: messageId, reply: receivedId, by: 'mailbox' },
  ),
  // the mailbox's own are MailReceived
  from('message', 'ReplyReceived', 'reply.received', (own, { by }) =>
    by === 'user' ? { ...ofConversation(own), message: own, reply: null, by } : null,
  ),
  from('conversation', 'ReplyClassified', 'reply.labeled', (own, { receivedId, label, by }) => ({
    ...ofConversation(own),
    ...{ reply: receivedId, label, by },
  })),
  from('conversation', 'ReplyLabelSet', 'reply.labeled', (own, { label }) => ({
    ...ofConversation(own),
    ...{ reply: null, label, by: 'user' },
  })),
  // the link, the provider and a reply are reported on the message
  from('suppression', 'AddressSuppressed', 'unsubscribed', (suppression, { reason, source }) =>
    isObjection(reason) && source !== 'link' && source !== 'provider' && source !== 'reply'
      ? { partner: null, campaign: null, message: null, suppression, complained: reason === 'complained' }
      : null,
  ),
  from('campaign', 'CampaignCompleted', 'campaign.completed', (campaign) => ({ campaign })),
  from('mailbox', 'MailboxHeld', 'account.held', (account, { reason, until }) => held(account, reason, until)),
  from('mailbox', 'MailboxPaused', 'account.held', (account, { rate }) => held(account, rate, null)),
  from('mailbox', 'AccountLost', 'account.held', (account, { trouble }) => held(account, trouble, null)),
];

/** The types of the domain events from which these public events come. */
export const sourceTypes = (names: readonly PublicName[] = PUBLIC_NAMES): string[] => [
  ...new Set(SOURCES.filter(({ name }) => names.includes(name)).map(({ type }) => type)),
];

/** What a domain event is to other programs; null: nothing. `data` in its current version. */
export function publicEvent(streamId: string, { type, data }: { type: string; data: object }): PublicEvent | null {
  const kind = kindOf(streamId);
  for (const source of SOURCES) {
    if (source.kind !== kind || source.type !== type) continue;
    const read = source.read(streamId.slice(kind.length + 1), data as never);
    if (read) return { name: source.name, data: read } as PublicEvent;
  }
  return null;
}
