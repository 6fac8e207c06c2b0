import { textHash } from '../../db/log/textHash.ts';
import type { FollowUp } from '../../events/campaigns/followUps.ts';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';
import type { MessageEvent, MessageText } from '../../events/messages/messageEvents.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import type { QuotaEvent } from '../../events/sending/quota.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import { drawnByDefault } from '../support/drawn.ts';
import type { Entry } from './chainedLog.ts';

/** `hmac`: of the address. */
export type Addressee = { id: string; index: number; name: string; email: string; hmac: string };
/** `lastPlanned`: the last emails of the sequence wait for their times. */
type Sending = {
  tenant: string;
  campaignId: string;
  followUps: readonly FollowUp[];
  limit: number;
  lastPlanned: boolean;
  now: number;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Each email of the sequence is sent over so many days. */
const DAYS_A_STEP = 6;

const OPENINGS = [
  'I read your notes on packs',
  'Your clinic for old vests stayed with me',
  'We met your runners in May',
];
const REASONS = [
  'Our new vest weighs 140 grams and carries a liter on each side',
  'We make vests that a runner can repair with a needle and some thread',
  'The vest was sewn for long descents, where most packs begin to bounce',
  'A season in the hills showed us where seams give way, so we moved them',
  'Each vest is cut from leftover sails, and no two have the same color',
];
const QUESTIONS = [
  'Would you wear one for a month and tell us what you think?',
  'May I send you one, with a list of questions for your review?',
  'Could your group try a few of them on the next long run?',
];
const pick = (from: readonly string[], index: number): string => from[index % from.length] ?? '';

const textFor = ({ name, index }: Addressee, step: number): MessageText => ({
  subject: `A vest for your trails, ${name}`,
  body: [
    `Dear ${name},`,
    `${pick(OPENINGS, index + step)}, and the route number ${index} above the lake is one that I want to try this summer.`,
    `${pick(REASONS, index + step)}. ${pick(REASONS, Math.floor(index / 5) + step + 1)}. People near Green Mountain ${index % 997} ask for it already.`,
    `${pick(QUESTIONS, index + step)}`,
    'Kind regards,\nSam Vale',
  ].join('\n\n'),
});

const written = (to: Addressee, step: number): MessageEvent => ({
  type: 'MessageGenerated',
  data: { runId: 'r1', model: 'gpt-6.1-terra', promptVersion: '1' },
  personal: { ...textFor(to, step), parts: [] },
});

const intentOf = (campaignId: string, to: Addressee, step: number) => `${campaignId}.${to.id}.${step + 1}`;

function drafted(of: Sending, to: Addressee, step: number, at: number): MessageEvent {
  const base = { campaignId: of.campaignId, partnerId: to.id, step: String(step + 1), resendOf: null };
  const wanted = of.followUps[step - 1];
  if (step === 0 || !wanted) return { type: 'MessageDrafted', data: base };
  const { id, textId, afterDays } = wanted;
  const follows = intentOf(of.campaignId, to, step - 1);
  const followUp = { id, textId, afterDays, number: step, follows, notBefore: new Date(at).toISOString() };
  return { type: 'MessageDrafted', data: { ...base, followUp } };
}

const scheduled = ({ tenant }: Sending, at: number): MessageEvent => ({
  type: 'EmailScheduled',
  data: {
    ...{ at: new Date(at).toISOString(), seed: 7, day: new Date(at).toISOString().slice(0, 10) },
    ...drawnByDefault,
    mailbox: tenant,
  },
});

/** A message from its draft to the provider's answer, as three commits. */
function* sent(of: Sending, to: Addressee, step: number, at: number): Generator<Entry[]> {
  const { tenant, campaignId, limit } = of;
  const id = intentOf(campaignId, to, step);
  const day = new Date(at).toISOString().slice(0, 10);
  const text = textFor(to, step);
  const hash = textHash(to.email, text, null) ?? '';
  const ready: MessageEvent[] = [
    drafted(of, to, step, at),
    written(to, step),
    { type: 'MessageApproved', data: { textHash: hash, by: 'start' } },
    scheduled(of, at),
    {
      type: 'SendClaimed',
      data: { attempt: 1, worker: 'w1', leaseUntil: new Date(at + 300_000).toISOString() },
    },
  ];
  yield ready.map((event) => ({ tenant, streamId: `message-${id}`, event, at }));
  const dispatched: MessageEvent = {
    type: 'EmailDispatched',
    data: { attempt: 1, sendId: `${id}.1`, mailbox: tenant, day, addressHmac: to.hmac, textHash: hash },
    personal: { to: to.email, from: 'me@shop.example', subject: text.subject, text: text.body },
  };
  const place: QuotaEvent = { type: 'QuotaTaken', data: { messageId: id, attempt: 1, limit, zone: 'UTC' } };
  yield [
    { tenant, streamId: `message-${id}`, event: dispatched, at },
    { tenant, streamId: `quota-${tenant}-${day}`, event: place, at },
    { tenant, streamId: `quota-${campaignId}-${day}`, event: place, at },
  ];
  const event: MessageEvent = { type: 'EmailSent', data: { attempt: 1, providerMessageId: `x-${id}` } };
  yield [{ tenant, streamId: `message-${id}`, event, at: at + 1 }];
}

const LABELS: readonly ReplyLabel[] = ['interested', 'question', 'later', 'no', 'interested'];

/** The answer of a person to the first follow-up. Every tenth is unread, every second done. */
function* answered({ tenant, campaignId }: Sending, to: Addressee, at: number): Generator<Entry[]> {
  const messageId = intentOf(campaignId, to, 1);
  const text = `Thank you for the note, Sam. ${pick(REASONS, to.index)} sounds right for my ${to.index % 13} runners. Send me more about it.`;
  const received: ConversationEvent = {
    type: 'MailReceived',
    data: {
      ...{ receivedId: `m${campaignId}${to.index}`, messageId, receivedAt: new Date(at).toISOString() },
      ...{ source: 'imap', automatic: false, truncated: false, unparsed: false, kept: [] },
    },
    personal: {
      ...{ from: to.email, fromName: to.name, subject: 'Re: A vest for your trails', text, newPart: text, html: null },
      ...{ internetMessageId: `<${campaignId}.${to.index}@run.example>`, references: [], replyTo: null },
      ...{ copies: [], files: [] },
    },
  };
  const label = LABELS[to.index % LABELS.length] ?? 'interested';
  const classified: ConversationEvent = {
    type: 'ReplyClassified',
    data: { receivedId: received.data.receivedId, label, by: 'rules', wants: [] },
    personal: { said: [] },
  };
  const events: AnyEvent[] = [received, classified];
  if (to.index % 10 !== 0) events.push({ type: 'ConversationRead', data: {} });
  if (to.index % 2 === 1) events.push({ type: 'ConversationDone', data: {} });
  const streamId = `conversation-${campaignId}.${to.id}`;
  const reply: MessageEvent = { type: 'ReplyReceived', data: { by: 'mailbox' } };
  yield [
    ...events.map((event) => ({ tenant, streamId, event, at })),
    { tenant, streamId: `message-${messageId}`, event: reply, at },
  ];
}

/** A message that waits for its time. */
function* planned(of: Sending, to: Addressee, step: number, at: number): Generator<Entry[]> {
  const hash = textHash(to.email, textFor(to, step), null) ?? '';
  const made = of.now - HOUR_MS;
  const events: MessageEvent[] = [
    drafted(of, to, step, made),
    written(to, step),
    { type: 'MessageApproved', data: { textHash: hash, by: 'start' } },
    scheduled(of, at),
  ];
  const streamId = `message-${intentOf(of.campaignId, to, step)}`;
  yield events.map((event) => ({ tenant: of.tenant, streamId, event, at: made }));
}

/**
 * A campaign's first emails and its two follow-ups, day by day. One half answers the first follow-up. The other half gets the second one.
 */
export function* sendsOf(of: Sending, to: readonly Addressee[], start: number): Generator<Entry[]> {
  const answers = (one: Addressee) => one.index < to.length / 2;
  for (let day = 0; day < 3 * DAYS_A_STEP; day += 1) {
    const step = Math.floor(day / DAYS_A_STEP);
    for (const one of to) {
      if (one.index % DAYS_A_STEP !== day % DAYS_A_STEP || (step === 2 && answers(one))) continue;
      const at = start + day * DAY_MS + 9 * HOUR_MS + (one.index % 20_000) * 1_000;
      if (step === 2 && of.lastPlanned) yield* planned(of, one, step, at + 10 * DAY_MS);
      else yield* sent(of, one, step, at);
      if (step === 1 && answers(one)) yield* answered(of, one, at + HOUR_MS);
    }
  }
}

/** Texts of the AI that no one has approved. */
export function* draftsOf(
  of: Pick<Sending, 'tenant' | 'campaignId'>,
  to: readonly Addressee[],
  at: number,
): Generator<Entry[]> {
  const sending = { ...of, followUps: [], limit: 0, lastPlanned: false, now: at };
  for (const one of to) {
    const streamId = `message-${intentOf(of.campaignId, one, 0)}`;
    const events = [drafted(sending, one, 0, at), written(one, 0)];
    yield events.map((event) => ({ tenant: of.tenant, streamId, event, at }));
  }
}
