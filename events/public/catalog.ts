/**
 * The events that other programs may rely on: webhooks deliver them, and a subscriber's feed lists them. Domain events may change; these names and
 * their data only grow. The data are ids and codes, nothing personal.
 */
import { z } from 'zod';
import type { EventsOf } from '../catalog.ts';
import { ADDED_BY } from '../partners/partner.ts';
import { isObjection } from '../privacy/suppression.ts';
import { type Kind, kindOf } from '../shared/event.ts';
import { REPLY_LABELS } from '../shared/options.ts';

const partner = { partnerId: z.string() };
const conversation = { ...partner, campaignId: z.string() };
const message = { ...conversation, messageId: z.string() };
const until = z.string().nullable();

/** The public events: what each says, and its data. */
export const PUBLIC_EVENTS = {
  'partner.found': {
    text: 'A partner was found or added',
    data: z.object({ ...partner, by: z.enum(['search', ...ADDED_BY]) }),
  },
  'partner.approved': { text: 'A partner was approved', data: z.object(partner) },
  'message.sent': { text: 'An email was sent', data: z.object({ ...message, attempt: z.number() }) },
  'message.bounced': { text: 'An email bounced', data: z.object(message) },
  /** `by`: the mailbox brought it, or the user noted it by hand. */
  'reply.received': {
    text: 'A reply came in',
    data: z.object({ ...message, receivedId: z.string().nullable(), by: z.enum(['mailbox', 'user']) }),
  },
  /** `receivedId`: null when the user labeled the conversation. */
  'reply.labeled': {
    text: 'A reply got its label',
    data: z.object({ ...conversation, receivedId: z.string().nullable(), label: z.enum(REPLY_LABELS) }),
  },
  /** By an email of ours, or else by an entry of the list (`suppressionId`). */
  unsubscribed: {
    text: 'A person asked for no more email',
    data: z.object({
      partnerId: z.string().nullable(),
      campaignId: z.string().nullable(),
      messageId: z.string().nullable(),
      suppressionId: z.string().nullable(),
      complained: z.boolean(),
    }),
  },
  'campaign.completed': { text: 'A campaign was completed', data: z.object({ campaignId: z.string() }) },
  'account.held': {
    text: 'A sending account was held or paused',
    data: z.object({ accountId: z.string(), reason: z.string(), until }),
  },
} as const;
export type PublicName = keyof typeof PUBLIC_EVENTS;
export const PUBLIC_NAMES = Object.keys(PUBLIC_EVENTS) as [PublicName, ...PublicName[]];
export type PublicData<N extends PublicName> = z.infer<(typeof PUBLIC_EVENTS)[N]['data']>;
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
const partsOf = (id: string) => {
  const [campaignId = '', partnerId = ''] = id.split('.');
  return { campaignId, partnerId };
};
const ofMessage = (messageId: string) => ({ ...partsOf(messageId), messageId });
const byMessage = (id: string, complained: boolean) => ({ ...ofMessage(id), suppressionId: null, complained });

const SOURCES: readonly Source[] = [
  from('partner', 'PartnerDiscovered', 'partner.found', (partnerId) => ({ partnerId, by: 'search' })),
  from('partner', 'PartnerAdded', 'partner.found', (partnerId, { by }) => ({ partnerId, by })),
  from('partner', 'PartnerApproved', 'partner.approved', (partnerId) => ({ partnerId })),
  from('message', 'EmailSent', 'message.sent', (id, { attempt }) => ({ ...ofMessage(id), attempt })),
  from('message', 'EmailMarkedSent', 'message.sent', (id, { attempt }) => ({ ...ofMessage(id), attempt })),
  from('message', 'DeliveryReported', 'message.bounced', (id, { report }) =>
    report === 'bounced' ? ofMessage(id) : null,
  ),
  from('message', 'DeliveryLabeled', 'message.bounced', (id, { report }) =>
    report === 'bounced' ? ofMessage(id) : null,
  ),
  from('conversation', 'MailReceived', 'reply.received', (id, { receivedId, messageId, automatic }) =>
    automatic ? null : { ...partsOf(id), messageId, receivedId, by: 'mailbox' },
  ),
  // the mailbox's own are MailReceived
  from('message', 'ReplyReceived', 'reply.received', (id, { by }) =>
    by === 'user' ? { ...ofMessage(id), receivedId: null, by } : null,
  ),
  from('conversation', 'ReplyClassified', 'reply.labeled', (id, { receivedId, label }) => ({
    ...partsOf(id),
    receivedId,
    label,
  })),
  from('conversation', 'ReplyLabelSet', 'reply.labeled', (id, { label }) => ({
    ...partsOf(id),
    receivedId: null,
    label,
  })),
  from('message', 'DeliveryReported', 'unsubscribed', (id, { report }) =>
    report === 'unsubscribed' || report === 'complained' ? byMessage(id, report === 'complained') : null,
  ),
  from('message', 'DeliveryLabeled', 'unsubscribed', (id, { report }) =>
    report === 'unsubscribed' ? byMessage(id, false) : null,
  ),
  // the link, the provider and a reply are reported on the message
  from('suppression', 'AddressSuppressed', 'unsubscribed', (suppressionId, { reason, source }) =>
    isObjection(reason) && source !== 'link' && source !== 'provider' && source !== 'reply'
      ? { partnerId: null, campaignId: null, messageId: null, suppressionId, complained: reason === 'complained' }
      : null,
  ),
  from('campaign', 'CampaignCompleted', 'campaign.completed', (campaignId) => ({ campaignId })),
  from('mailbox', 'MailboxHeld', 'account.held', (accountId, { reason, until: end }) => ({
    accountId,
    reason,
    until: end,
  })),
  from('mailbox', 'MailboxPaused', 'account.held', (accountId, { rate }) => ({ accountId, reason: rate, until: null })),
  from('mailbox', 'AccountLost', 'account.held', (accountId, { trouble }) => ({
    accountId,
    reason: trouble,
    until: null,
  })),
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
