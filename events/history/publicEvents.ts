/**
 * What webhooks tell of our events, and what they carry: the public catalog. Ids always leave. Personal fields leave only for a webhook that asks for
 * them, and are read when it leaves (worker/webhooks/webhookBody.ts).
 */
import { z } from 'zod';
import type { EventsOf } from '../catalog.ts';
import { REPLY_LABELS } from '../messages/replyLabels.ts';
import { SUPPRESSION_SOURCES } from '../privacy/suppression.ts';
import type { Kind } from '../shared/event.ts';
import type { ToldName } from '../shared/webhookEvents.ts';

const id = z.string();
/** null: erased, or not known. */
const said = z.string().nullable();

const partner = { ids: { partner: id }, personal: { name: said } };
const message = {
  ids: { message: id, campaign: id, partner: id },
  personal: { name: said, email: said, subject: said },
};
const conversation = { conversation: id, campaign: id, partner: id };

/** `ids` and `personal`: the fields of `data` beside `stream` and `sequence`. */
export const TOLD_DATA = {
  'partner.found': partner,
  'partner.approved': partner,
  'message.sent': message,
  'message.bounced': message,
  'reply.received': {
    ids: { ...conversation, message: id, reply: id },
    personal: { name: said, email: said, subject: said, text: said },
  },
  'reply.labeled': {
    ids: { ...conversation, reply: id.nullable(), label: z.enum(REPLY_LABELS), by: z.enum(['ai', 'rules', 'user']) },
    personal: { name: said },
  },
  unsubscribed: {
    ids: { suppression: id, conversation: id.nullable(), source: z.enum(SUPPRESSION_SOURCES) },
    personal: { email: said },
  },
  'campaign.completed': { ids: { campaign: id }, personal: { name: said } },
  'account.held': { ids: { account: id, reason: z.string() }, personal: { email: said } },
  'webhook.test': { ids: { webhook: id }, personal: {} },
} as const satisfies Record<ToldName, { ids: z.ZodRawShape; personal: z.ZodRawShape }>;

export type ToldIds<T extends ToldName> = z.infer<z.ZodObject<(typeof TOLD_DATA)[T]['ids']>>;
/** `only`: the webhook that it goes to; unset: all that subscribe to it. */
type Told<T extends ToldName = ToldName> = T extends ToldName ? { type: T; ids: ToldIds<T>; only?: string } : never;

/** The body of a delivery. `sequence`: the version of the stream, by which a receiver orders what arrives late. */
export const toldSchema = (type: ToldName) =>
  z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: z.strictObject({
      stream: id,
      sequence: z.int(),
      ...TOLD_DATA[type].ids,
      ...z.object(TOLD_DATA[type].personal).partial().shape,
    }),
  });

type Events = { [K in Kind]: EventsOf<K> }[Kind];
type Table = {
  readonly [T in Events['type']]?: (data: Extract<Events, { type: T }>['data'], id: string) => Told | null;
};

function ofMessage(type: 'message.sent' | 'message.bounced', own: string): Told {
  const [campaignId = '', partnerId = ''] = own.split('.');
  return { type, ids: { message: own, campaign: campaignId, partner: partnerId } };
}

function inConversation(own: string) {
  const [campaignId = '', partnerId = ''] = own.split('.');
  return { conversation: own, campaign: campaignId, partner: partnerId };
}

const held = (account: string, reason: string): Told => ({ type: 'account.held', ids: { account, reason } });

/** `id`: of the stream without its kind. null: webhooks tell only some such events. */
const TOLD: Table = {
  PartnerDiscovered: (_, own) => ({ type: 'partner.found', ids: { partner: own } }),
  PartnerAdded: (_, own) => ({ type: 'partner.found', ids: { partner: own } }),
  PartnerApproved: (_, own) => ({ type: 'partner.approved', ids: { partner: own } }),
  EmailSent: (_, own) => ofMessage('message.sent', own),
  EmailMarkedSent: (_, own) => ofMessage('message.sent', own),
  DeliveryReported: ({ report }, own) => (report === 'bounced' ? ofMessage('message.bounced', own) : null),
  DeliveryLabeled: ({ report }, own) => (report === 'bounced' ? ofMessage('message.bounced', own) : null),
  MailReceived: ({ automatic, messageId, receivedId }, own) =>
    automatic
      ? null
      : { type: 'reply.received', ids: { ...inConversation(own), message: messageId, reply: receivedId } },
  ReplyClassified: ({ receivedId, label, by }, own) => ({
    type: 'reply.labeled',
    ids: { ...inConversation(own), reply: receivedId, label, by },
  }),
  ReplyLabelSet: ({ label }, own) => ({
    type: 'reply.labeled',
    ids: { ...inConversation(own), reply: null, label, by: 'user' },
  }),
  AddressSuppressed: ({ reason, source, conversation: of }, own) =>
    reason === 'unsubscribed' ? { type: 'unsubscribed', ids: { suppression: own, conversation: of, source } } : null,
  CampaignCompleted: (_, own) => ({ type: 'campaign.completed', ids: { campaign: own } }),
  // a hold with an end is over before a person can act
  MailboxHeld: ({ reason, until }, own) => (until === null ? held(own, reason) : null),
  MailboxPaused: ({ rate }, own) => held(own, rate),
  AccountLost: ({ trouble }, own) => held(own, trouble),
  WebhookTestRequested: ({ id: webhook }) => ({ type: 'webhook.test', ids: { webhook }, only: webhook }),
};

/** What webhooks tell of an event; null: nothing. */
export function toldOf({ type, data, id: own }: { type: string; data: object; id: string }): Told | null {
  if (!Object.hasOwn(TOLD, type)) return null;
  const tell = TOLD[type as keyof Table] as ((data: object, own: string) => Told | null) | undefined;
  return tell?.(data, own) ?? null;
}
