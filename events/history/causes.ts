/**
 * Why an event happened: which earlier events made it possible, in the words of the business. The log's own causation leads from stream to stream, by
 * the event whose job did it. Inside a stream the events themselves tell. A dispatch has the hash of the approved text, an outcome its attempt, a
 * text its run, a person the search.
 */
import { byCommit, eventId, type HistoryEvent, placeOfEvent } from './historyEvent.ts';

export type CauseKnowledge = {
  /** All events of a stream, oldest first. */
  stream(id: string): readonly HistoryEvent[];
  /** The calls to the AI that were made for a stream, in the order of the log. */
  callsFor(stream: string): readonly HistoryEvent[];
};

/** The main reason of an event comes first. */
export type Reason = { why: string; event: HistoryEvent };

type Match = (event: HistoryEvent) => boolean;
type Rule = (event: HistoryEvent, known: CauseKnowledge) => (Reason | null)[];

/** The latest event of these types before `event`: by version in its own stream, in another by the order of commits. */
function latest(event: HistoryEvent, known: CauseKnowledge, stream: string, types: readonly string[], match?: Match) {
  const before = (other: HistoryEvent) =>
    stream === event.stream ? other.version < event.version : byCommit(other, event) <= 0;
  return known
    .stream(stream)
    .findLast((other) => types.includes(other.type) && before(other) && (match?.(other) ?? true));
}

const because = (why: string, event: HistoryEvent | undefined): Reason | null => (event ? { why, event } : null);

const own =
  (why: string, types: readonly string[], same?: string): Rule =>
  (event, known) => {
    const match: Match | undefined = same === undefined ? undefined : (other) => other.data[same] === event.data[same];
    return [because(why, latest(event, known, event.stream, types, match))];
  };

const campaignOf = (message: string): string => `campaign-${message.slice('message-'.length).split('.')[0] ?? ''}`;
const conversationOf = (message: string): string =>
  `conversation-${message.slice('message-'.length).split('.').slice(0, 2).join('.')}`;
const partnerOf = (message: string): string => `partner-${message.split('.')[1] ?? ''}`;

const FOUND = ['PartnerDiscovered', 'PartnerAdded'];
const TEXTS = ['MessageGenerated', 'MessageEdited'];
const STARTED = ['CampaignStarted', 'CampaignResumed'];
const ADDRESSES = ['ContactFound', 'ContactEdited'];

/** The event whose job did it, if it is of these types. */
function causeOf(event: HistoryEvent, known: CauseKnowledge, types?: readonly string[]): HistoryEvent | undefined {
  const place = event.causation === null ? null : placeOfEvent(event.causation);
  const cause = place && known.stream(place.stream).find(({ version }) => version === place.version);
  return cause && (types?.includes(cause.type) ?? true) ? cause : undefined;
}

const caused: Rule = (event, known) => [
  because('this had happened, and the work followed from it', causeOf(event, known)),
];

/** The last successful call to the AI for this stream in the same chain. */
function aiCall(event: HistoryEvent, known: CauseKnowledge): Reason | null {
  const call = known
    .callsFor(event.stream)
    .findLast(
      (other) => byCommit(other, event) <= 0 && other.correlation === event.correlation && other.data.outcome === 'ok',
    );
  return because('the AI was asked', call);
}

/** The message that this one follows up; null: it is a first one. */
const followsOf = ({ data }: HistoryEvent): string | null =>
  (data.followUp as { follows?: string } | null | undefined)?.follows ?? null;

const joined: Rule = (event, known) => [
  followsOf(event) === null
    ? null
    : because(
        'the email before it had been sent',
        latest(event, known, `message-${followsOf(event)}`, ['EmailSent', 'EmailMarkedSent']),
      ),
  because('the partner had been approved', latest(event, known, partnerOf(event.stream), ['PartnerApproved'])),
  because('their address was known', latest(event, known, partnerOf(event.stream), ADDRESSES)),
  event.data.resendOf
    ? because(
        'no one knew whether the email before it had left',
        latest(event, known, `message-${event.data.resendOf}`, ['EmailOutcomeUnknown']),
      )
    : null,
];

/** The edit that gave the follow-up of a message its text. */
function savedText(event: HistoryEvent, known: CauseKnowledge): HistoryEvent | undefined {
  const begun = latest(
    event,
    known,
    event.stream,
    ['MessageDrafted', 'MessageReopened'],
    ({ data }) => 'followUp' in data,
  );
  const { textId } = (begun?.data.followUp ?? {}) as { textId?: string };
  const has = ({ data }: HistoryEvent) =>
    ((data.followUps ?? []) as readonly { textId: string }[]).some((one) => one.textId === textId);
  return known.stream(campaignOf(event.stream)).find(has);
}

const handedOver = own('the email had been handed over, and this was the answer', ['EmailDispatched'], 'attempt');
const ofSearch = own('the search had been asked for', ['SearchRequested']);
const ofContactSearch: Rule = (event, known) => [
  ...own('the address had been asked for', ['ContactSearchRequested'], 'contactSearchId')(event, known),
  aiCall(event, known),
];
const ofCredit = own('the credit had been reserved', ['CreditReserved'], 'contactSearchId');

const CLAIMED_AFTER: Readonly<Record<string, string>> = {
  EmailScheduled: 'the time that was drawn had come',
  SendNowRequested: 'it was to leave at once',
  SendNowResumed: 'it was to leave at once, and nothing held it back any more',
  EmailDeferred: 'the time to try again had come',
  SendReleased: 'the time to try again had come',
};

const RULES: Readonly<Record<string, Rule>> = {
  MembershipGranted: own('the account had been made', ['UserSignedUp', 'UserInvited']),
  PartnerDiscovered: (event, known) => [
    because(
      'a search had asked for people',
      latest(event, known, `search-${event.data.searchId}`, ['SearchRequested']),
    ),
  ],
  PartnerScored: (event, known) => [
    because('a search had new words, by which everyone is scored', causeOf(event, known, ['SearchPlanned'])),
    because('the profile had changed', causeOf(event, known, ['BusinessProfileUpdated', 'PartnerProfileGenerated'])),
    ...own('the partner had been found', FOUND)(event, known),
  ],
  PartnerApproved: own('the partner had been found', FOUND),
  PartnerRejected: own('the partner had been found', FOUND),
  PartnerDecisionUndone: own('it had been decided', ['PartnerApproved', 'PartnerRejected']),
  ContactSearchRequested: own('the partner had been approved', ['PartnerApproved']),
  ContactFound: ofContactSearch,
  ContactNotFound: ofContactSearch,
  ContactSearchFailed: ofContactSearch,
  ContactVerified: own('the address had become known', ADDRESSES),
  PartnerOptedOut: ofContactSearch,
  SearchPlanned: (event, known) => [...ofSearch(event, known), aiCall(event, known)],
  PartnerFound: ofSearch,
  PartnerRecognised: ofSearch,
  SourceCreditsSpent: ofSearch,
  SearchStepEnded: ofSearch,
  SearchCompleted: ofSearch,
  SearchFailed: ofSearch,
  CampaignStarted: own('the campaign had been set up', ['CampaignCreated']),
  CampaignResumed: (event, known) => {
    const stopped = latest(event, known, event.stream, ['CampaignPaused', 'CampaignCompleted']);
    if (stopped?.type !== 'CampaignCompleted') return [because('the campaign had been paused', stopped)];
    return [because('the campaign had been completed, and messages of it were restored', stopped)];
  },
  MessagesFinished: own('texts had been asked for', ['MessagesRequested'], 'runId'),
  MessageDrafted: joined,
  MessageReopened: joined,
  MessageRestored: (event, known) => [
    // one commit restores the partner and the messages
    because(
      'the removal of the partner was undone',
      known
        .stream(partnerOf(event.stream))
        .find(({ type, correlation }) => type === 'PartnerDecisionUndone' && correlation === event.correlation),
    ),
    because('the message had been cancelled', latest(event, known, event.stream, ['MessageCancelled'])),
  ],
  MessageGenerated: (event, known) => [
    because(
      'texts had been asked for',
      latest(
        event,
        known,
        campaignOf(event.stream),
        ['MessagesRequested'],
        ({ data }) => data.runId === event.data.runId,
      ),
    ),
    aiCall(event, known),
  ],
  MessageApproved: (event, known) => [
    // Start approves text by text, and then starts: the approval comes first, the click was one
    event.data.by === 'start'
      ? because(
          'the campaign was started, which approves its texts',
          known
            .stream(campaignOf(event.stream))
            .find(({ type, correlation }) => STARTED.includes(type) && correlation === event.correlation),
        )
      : null,
    event.data.by === 'follow_up'
      ? because('the follow-up was saved with this text, which approves it', savedText(event, known))
      : null,
    because('this was the text', latest(event, known, event.stream, TEXTS)),
  ],
  EmailScheduled: (event, known) => [
    because('the text had been approved', latest(event, known, event.stream, ['MessageApproved'])),
    because('the campaign was running', latest(event, known, campaignOf(event.stream), STARTED)),
  ],
  SendNowRequested: (event, known) => [
    because('the text was approved', latest(event, known, event.stream, ['MessageApproved'])),
  ],
  SendNowResumed: own('it was to leave at once', ['SendNowRequested']),
  SendClaimed: (event, known) => {
    const due = latest(event, known, event.stream, Object.keys(CLAIMED_AFTER));
    return [because(CLAIMED_AFTER[due?.type ?? ''] ?? '', due)];
  },
  SendReleased: own('a worker had taken the message', ['SendClaimed'], 'attempt'),
  EmailDispatched: (event, known) => [
    ...own('this very text had been approved for this address', ['MessageApproved'], 'textHash')(event, known),
    ...own('its turn had come', ['SendClaimed'], 'attempt')(event, known),
  ],
  DraftCreated: handedOver,
  DraftDeletionStarted: own('the provider had a draft of it', ['DraftCreated'], 'attempt'),
  EmailSent: handedOver,
  EmailDeferred: handedOver,
  EmailFailed: (event, known) => [
    ...handedOver(event, known),
    ...own('a worker had taken the message', ['SendClaimed'], 'attempt')(event, known),
  ],
  EmailOutcomeUnknown: (event, known) =>
    (event.data.reason as { code?: string }).code === 'restored' ? [] : handedOver(event, known),
  EmailMarkedSent: own('nobody knew whether it had left', ['EmailOutcomeUnknown']),
  MessageAbandoned: own('nobody knew whether it had left', ['EmailOutcomeUnknown']),
  DeliveryReported: own('the email had been handed over', ['EmailDispatched'], 'attempt'),
  ReplyReceived: (event, known) => [
    // one commit records the mail and the reply
    because(
      'an email came from them',
      known
        .stream(conversationOf(event.stream))
        .find(({ type, correlation }) => type === 'MailReceived' && correlation === event.correlation),
    ),
    ...own('the email had been sent', ['EmailSent', 'EmailMarkedSent'])(event, known),
  ],
  DeliveryLabeled: own('the email had been handed over', ['EmailDispatched'], 'attempt'),
  DeliveryUnlabeled: own('a label had said so', ['DeliveryLabeled'], 'attempt'),
  ReplyDiscounted: own('it had been taken for a reply', ['ReplyReceived']),
  MailReceived: (event, known) => [
    because(
      'an email had been sent to them',
      latest(event, known, `message-${event.data.messageId}`, ['EmailDispatched', 'EmailMarkedSent']),
    ),
  ],
  ReplyClassified: (event, known) => [
    ...own('it had come in', ['MailReceived'], 'receivedId')(event, known),
    event.data.by === 'ai' ? aiCall(event, known) : null,
  ],
  QuestionAsked: (event, known) => [
    ...own('it had come in', ['MailReceived'], 'receivedId')(event, known),
    event.data.by === 'ai' ? aiCall(event, known) : null,
  ],
  QuestionRepeated: own('it had been asked before', ['QuestionAsked']),
  QuestionWithdrawn: own('it had been asked', ['QuestionAsked'], 'receivedId'),
  QuestionsAnswered: own('it had been asked', ['QuestionAsked']),
  AnswerDrafted: (event, known) => [
    ...own('a draft had been asked for', ['AnswerDraftRequested'], 'requestId')(event, known),
    aiCall(event, known),
  ],
  TextRevised: (event, known) => [
    ...own('a person had asked for it', ['TextRevisionRequested'], 'requestId')(event, known),
    aiCall(event, known),
  ],
  TextRevisionFailed: own('a person had asked for it', ['TextRevisionRequested'], 'requestId'),
  TextCopySent: own('a user had asked for it', ['TextCopyRequested'], 'requestId'),
  TextCopyFailed: own('a user had asked for it', ['TextCopyRequested'], 'requestId'),
  AnswerDraftFailed: own('a draft had been asked for', ['AnswerDraftRequested'], 'requestId'),
  ReplyLabelSet: own('an email had come in', ['MailReceived']),
  CreditKept: ofCredit,
  CreditReturned: ofCredit,
  QuotaTaken: (event, known) => {
    const message = `message-${event.data.messageId}`;
    const sameAttempt: Match = ({ data }) => data.attempt === event.data.attempt;
    return [because('the email was handed over', latest(event, known, message, ['EmailDispatched'], sameAttempt))];
  },
};

/** Why an event happened, the main reason first, each once; nothing for what a person or a provider set going. */
export function reasonsOf(event: HistoryEvent, known: CauseKnowledge): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const reason of [...(RULES[event.type]?.(event, known) ?? []), ...caused(event, known)])
    if (reason && !reasons.has(eventId(reason.event))) reasons.set(eventId(reason.event), reason);
  return [...reasons.values()];
}

/** A reason with its own reasons. `shownAbove`: they are at another place of the tree and are not repeated here. */
export type Cause = Reason & { because: Cause[]; shownAbove: boolean };

/** The tree of causes of an event, back to what people and providers did. */
export function causesOf(event: HistoryEvent, known: CauseKnowledge): Cause[] {
  const shown = new Set<string>();
  const name = ({ stream, version }: HistoryEvent) => `${stream}@${version}`;
  const tree = (of: HistoryEvent): Cause[] => {
    shown.add(name(of));
    return reasonsOf(of, known).map(({ why, event: cause }) =>
      shown.has(name(cause))
        ? { why, event: cause, because: [], shownAbove: reasonsOf(cause, known).length > 0 }
        : { why, event: cause, because: tree(cause), shownAbove: false },
    );
  };
  return tree(event);
}
