/** The story of one mail, told from its events: db/audit/explain.ts reads them. */
import { sourceText, whatHappened } from './eventText.ts';
import { eventId, type HistoryEvent } from './historyEvent.ts';

export type ExplainTopic =
  | 'found'
  | 'decided'
  | 'address'
  | 'joined'
  | 'text'
  | 'approval'
  | 'time'
  | 'attempt'
  | 'answer'
  | 'reply'
  | 'end';

type Fact = string | number | boolean | null;

export type ExplainStep = {
  topic: ExplainTopic;
  at: string;
  actor: string;
  /** A sentence without its full stop. */
  text: string;
  facts: Record<string, Fact>;
  /** The event that says so: `STREAM@VERSION`. */
  event: string;
};

/** All events, oldest first, of the streams that a mail's story is told from; `calls`: to the AI, for this message. */
export type MailStory = {
  message: readonly HistoryEvent[];
  partner: readonly HistoryEvent[];
  search: readonly HistoryEvent[];
  campaign: readonly HistoryEvent[];
  calls: readonly HistoryEvent[];
};

const TOPICS: Readonly<Record<string, ExplainTopic>> = {
  SearchRequested: 'found',
  PartnerDiscovered: 'found',
  PartnerAdded: 'found',
  PartnerScored: 'found',
  PartnerApproved: 'decided',
  PartnerRejected: 'decided',
  PartnerDecisionUndone: 'decided',
  PartnerDeleted: 'end',
  ContactFound: 'address',
  ContactNotFound: 'address',
  ContactEdited: 'address',
  MessageDrafted: 'joined',
  MessageReopened: 'joined',
  MessageRestored: 'joined',
  AiCallMade: 'text',
  MessageGenerated: 'text',
  MessageGenerationFailed: 'text',
  MessageEdited: 'text',
  MessageApproved: 'approval',
  MessageApprovalWithdrawn: 'approval',
  CampaignStarted: 'approval',
  CampaignResumed: 'time',
  CampaignPaused: 'time',
  EmailScheduled: 'time',
  EmailUnscheduled: 'time',
  SendNowRequested: 'time',
  SendNowResumed: 'time',
  SendClaimed: 'attempt',
  SendReleased: 'attempt',
  EmailDispatched: 'attempt',
  DraftCreated: 'attempt',
  DraftDeletionStarted: 'attempt',
  EmailSent: 'answer',
  EmailDeferred: 'answer',
  EmailFailed: 'answer',
  EmailOutcomeUnknown: 'answer',
  EmailMarkedSent: 'answer',
  DeliveryReported: 'answer',
  ReplyReceived: 'reply',
  MessageAbandoned: 'end',
  MessageCancelled: 'end',
  PersonErased: 'end',
};

type Words = (event: HistoryEvent) => string;

const days = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function drawn({ type, data }: HistoryEvent): string {
  // one that cannot be decoded says only that it happened
  if (!data.hours) return whatHappened(type, data);
  const { at, seed, zone, hours, dailyLimit, mailboxCap, rampUp, gapSeconds } = data as {
    at: string;
    seed: number;
    zone: string;
    hours: { from: string; to: string; weekdays: number[] };
    dailyLimit: number;
    mailboxCap: number;
    rampUp: boolean;
    gapSeconds: { min: number; max: number } | null;
  };
  const when = gapSeconds
    ? `by the sandbox’s gap of ${gapSeconds.min}–${gapSeconds.max} s`
    : `within ${hours.weekdays.map((day) => days[day]).join(' ')} ${hours.from}–${hours.to} in ${zone}`;
  const most = `at most ${dailyLimit} a day of the campaign and ${mailboxCap} of the mailbox${rampUp ? ', fewer while it is new' : ''}`;
  return `The time ${at} was drawn by the seed ${seed}, ${when}, ${most}`;
}

function aiCall({ data }: HistoryEvent): string {
  const cost = typeof data.costUsd === 'number' ? `${data.costUsd.toFixed(6)} US dollars` : 'an unknown amount';
  const result =
    data.outcome === 'ok' ? 'was asked for a text' : `was asked for a text and gave none (${data.errorCode})`;
  return `${data.model} ${result}, for ${cost} (${data.inputTokens} tokens in, ${data.outputTokens} out)`;
}

const name = (event: HistoryEvent, otherwise: string): string => {
  const known = event.personal?.name;
  if (typeof known === 'string') return known;
  if (event.unreadable) return 'A person whose data is unreadable';
  return event.personal === null ? 'A person who was erased' : otherwise;
};

/** What a sealed text was, or why nobody knows. */
const sealedText = ({ personal, unreadable }: HistoryEvent, field: string): string =>
  String(personal?.[field] ?? (unreadable ? '(unreadable)' : '(erased)'));

const WORDS: Readonly<Record<string, Words>> = {
  PartnerDiscovered: (event) => `${name(event, 'The partner')} was found in ${sourceText(event.data.source)}`,
  PartnerAdded: (event) => `${name(event, 'The partner')} was added from ${sourceText(event.data.by)}`,
  PartnerApproved: () => 'The partner was approved',
  PartnerRejected: () => 'The partner was rejected',
  ContactFound: (event) =>
    `The address ${sealedText(event, 'email')} was found in ${sourceText(event.data.source)}${
      typeof event.personal?.sourceUrl === 'string' ? `, on ${event.personal.sourceUrl}` : ''
    }`,
  ContactEdited: (event) => `The address ${sealedText(event, 'email')} was typed by hand`,
  AiCallMade: aiCall,
  MessageGenerated: (event) =>
    `The text "${sealedText(event, 'subject')}" was written by ${event.data.model} after the instructions ${event.data.promptVersion}`,
  MessageEdited: (event) => `The text "${sealedText(event, 'subject')}" was written by hand`,
  MessageApproved: (event) =>
    `${whatHappened(event.type, event.data)}: the text with the hash ${String(event.data.textHash).slice(0, 12)}…`,
  EmailScheduled: drawn,
  EmailDispatched: (event) =>
    `Attempt ${event.data.attempt} handed "${sealedText(event, 'subject')}" to the provider for ${sealedText(event, 'to')}, from ${sealedText(
      event,
      'from',
    )}: the text with the hash ${String(event.data.textHash).slice(0, 12)}…`,
  EmailSent: ({ type, data }) =>
    data.providerMessageId ? `${whatHappened(type, data)}, as ${data.providerMessageId}` : whatHappened(type, data),
  DeliveryReported: ({ data, personal }) =>
    `The provider reported: ${data.report}${typeof personal?.reason === 'string' ? ` (${personal.reason})` : ''}`,
};

/** The facts of an event that say exactly what its sentence says roughly. */
const factsOf = ({ data }: HistoryEvent): Record<string, Fact> =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, Fact] =>
        entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );

/** A campaign's own events matter to a mail that waits for it: from when it joined, and until it had left. */
function whileWaiting(story: MailStory): HistoryEvent[] {
  const joined = story.message[0]?.at ?? '';
  const left = story.message.findLast(({ type }) => type === 'EmailDispatched')?.at;
  return story.campaign.filter(({ at }) => at >= joined && (left === undefined || at <= left));
}

/** The steps of the story in their order. Events that say nothing of how a mail came to be are left out. */
export function explainMessage(story: MailStory): ExplainStep[] {
  const told = [...story.search, ...story.partner, ...whileWaiting(story), ...story.calls, ...story.message];
  return told
    .flatMap((event): ExplainStep[] => {
      const topic = TOPICS[event.type];
      if (!topic) return [];
      const text = (WORDS[event.type] ?? (({ type, data }) => whatHappened(type, data)))(event);
      return [{ topic, at: event.at, actor: event.actor, text, facts: factsOf(event), event: eventId(event) }];
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
