/** The story of one mail, told from its events: db/audit/explain.ts reads them. */
import { type ExplainTopic, storyText } from './eventText.ts';
import { eventId, type HistoryEvent } from './historyEvent.ts';

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

/** All events, oldest first, of the streams that a mail's story comes from; `calls`: to the AI, for this message. */
export type MailStory = {
  message: readonly HistoryEvent[];
  partner: readonly HistoryEvent[];
  search: readonly HistoryEvent[];
  campaign: readonly HistoryEvent[];
  calls: readonly HistoryEvent[];
  /** What agents asked for, in the days of `askedIn`. */
  asked: readonly HistoryEvent[];
};

/** The events that a mail's story may follow from: its own, and the campaign's that its calls and texts follow from. */
function toldBy({ message, partner, search, campaign, calls }: Omit<MailStory, 'asked'>): HistoryEvent[] {
  const own = [...message, ...partner, ...search, ...calls];
  const causes = new Set(own.map(({ causation }) => causation));
  return [...own, ...campaign.filter((event, index) => index === 0 || causes.has(eventId(event)))];
}

/** The streams of the days on which agents asked for parts of the story. */
export const askedIn = (story: Omit<MailStory, 'asked'>): string[] => [
  ...new Set(
    toldBy(story).flatMap(({ causation }) => (causation?.startsWith('reads-') ? (causation.split('@')[0] ?? []) : [])),
  ),
];

function askedFor(story: MailStory): HistoryEvent[] {
  const causes = new Set(toldBy(story).map(({ causation }) => causation));
  return story.asked.filter((event) => causes.has(eventId(event)));
}

/** The facts of an event that say exactly what its sentence says roughly. */
const factsOf = ({ data }: HistoryEvent): Record<string, Fact> =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, Fact] =>
        entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );

/** A campaign's own events matter to a waiting email, from joining until it left. */
function whileWaiting(story: MailStory): HistoryEvent[] {
  const joined = story.message[0]?.at ?? '';
  const left = story.message.findLast(({ type }) => type === 'EmailDispatched')?.at;
  return story.campaign.filter(({ at }) => at >= joined && (left === undefined || at <= left));
}

/** The steps of the story in their order. Events that say nothing of how a mail came to be are left out. */
export function explainMessage(story: MailStory): ExplainStep[] {
  const told = [
    ...askedFor(story),
    ...story.search,
    ...story.partner,
    ...whileWaiting(story),
    ...story.calls,
    ...story.message,
  ];
  return told
    .flatMap((event): ExplainStep[] => {
      const told = storyText(event);
      return told ? [{ ...told, at: event.at, actor: event.actor, facts: factsOf(event), event: eventId(event) }] : [];
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
