/**
 * The dictionary: every event in words, for timelines, stories and the command line. To add an event, add its entry; the compiler asks for it.
 * Nothing else is loaded with it, so the browser can use it.
 */

import { LIMITS, type LimitName } from '../accounts/limits.ts';
import { SETTING_NAMES } from '../accounts/settingNames.ts';
import type { AiOperation } from '../ai/aiCall.ts';
import { SETTING_WORDS, type SettingPart } from '../campaigns/settingWords.ts';
import type { EventsOf } from '../catalog.ts';
import { QUESTION_TEXTS } from '../conversations/question.ts';
import type { BatchAct } from '../messages/batch.ts';
import { LABEL_TEXTS, type ReplyLabel } from '../messages/replyLabels.ts';
import { MAIL_HOSTS, type MailHostId } from '../sending/mailHosts.ts';
import { throughToken, userOf } from '../shared/actor.ts';
import type { HoldSign } from '../shared/doNotContact.ts';
import type { Kind } from '../shared/event.ts';
import { counted, fileSize } from '../shared/format.ts';
import { channelName } from '../shared/noticeChannels.ts';
import { type EmailProvider, PROVIDER_NAMES, REJECT_TEXTS, type RejectReason } from '../shared/options.ts';
import { breachText, type RateBreach } from '../shared/rates.ts';
import { type Reason, reasonText } from '../shared/reasons.ts';
import type { HistoryEvent } from './historyEvent.ts';
import type { ReadSubject } from './reads.ts';

/** What the account of a mailbox is called. */
function accountOf({ provider, host }: Data): string {
  const at = MAIL_HOSTS[host as MailHostId]?.signInAt;
  return at ? `${at} account` : (PROVIDER_NAMES[provider as EmailProvider] ?? 'Account');
}

type Data = Readonly<Record<string, unknown>>;
type Told = Pick<HistoryEvent, 'data' | 'personal' | 'unreadable'>;

/** The subject of a step in an email's story. */
export type ExplainTopic =
  | 'agent'
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

/** Where an event is, and what caused it, as far as the reader knows. */
export type EventPlace = Partial<Pick<HistoryEvent, 'stream' | 'actor' | 'causation'>>;

type EventText = {
  /** A sentence without its full stop. It names no one. Without it, the type's own words are the sentence. */
  text?: (data: Data, place: EventPlace) => string;
  /** Set for events that belong to the story of a mail. */
  topic?: ExplainTopic;
  /** The sentence in a story, which may name people. */
  story?: (event: Told & EventPlace) => string;
};

const SOURCES: Readonly<Record<string, string>> = {
  people_data_labs: 'People Data Labs',
  youtube: 'YouTube',
  web_search: 'a web search',
  hunter: 'Hunter',
  ai: 'AI web search',
  manual: 'manual entry',
  import: 'your file',
  url: 'a profile URL',
  program: 'another program',
};

/** Where something came from, as the end of "found in …". */
export const sourceText = (source: unknown): string => SOURCES[String(source)] ?? String(source);

const APPROVED_BY: Readonly<Record<string, string>> = {
  start: 'by starting the campaign',
  edit: 'by hand',
  bulk: 'with others at once',
  send_now: 'by Send Now',
  resend: 'by sending it again',
  follow_up: 'with the campaign’s own text',
};

const POSTPONED: Readonly<Record<string, string>> = {
  later: 'the partner asked for it',
  automatic: 'the partner is out of office',
  user: 'you postponed it',
};

const SUPPRESSED_FOR: Readonly<Record<string, string>> = {
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'reported spam',
  user: 'added by hand',
  erased: 'erased',
};

const SET_BY: Readonly<Record<string, string>> = {
  invitation: 'with an invitation link',
  reset: 'with a reset link',
  change: 'by the user',
};

const REQUESTED: Readonly<Record<string, string>> = {
  'sign-up': 'A new account',
  invitation: 'An invitation',
  reset: 'A password reset',
  confirmation: 'The confirmation of an address',
  issuer: 'A sign-in through an identity provider',
  'password-changed': 'A notice about a changed password',
  'ai-model': 'A notice about the AI model',
  'second-factor-off': 'A notice about two-factor authentication being turned off',
};

const days = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function scheduled({ data }: Told): string {
  // one that cannot be decoded says only that it happened
  if (!data.hours) return 'Email scheduled';
  const { at, seed, zone, hours, dailyLimit, mailboxCap, rampUp, recipientHours, gapSeconds } = data as {
    at: string;
    seed: number | null;
    zone: string;
    hours: { from: string; to: string; weekdays: number[] };
    dailyLimit: number;
    mailboxCap: number;
    rampUp: boolean;
    recipientHours?: boolean;
    gapSeconds: { min: number; max: number } | null;
  };
  if (seed === null) return `Scheduled for ${at} by the user`;
  const when = gapSeconds
    ? `by the sandbox’s gap of ${gapSeconds.min}–${gapSeconds.max} s`
    : `within ${hours.weekdays.map((day) => days[day]).join(' ')} ${hours.from}–${hours.to} in ${zone}${recipientHours ? ', in the working hours of the recipient where they are known' : ''}`;
  const most = `at most ${dailyLimit} a day for the campaign and ${mailboxCap} for the mailbox${rampUp ? ', fewer while it is new' : ''}`;
  return `Scheduled for ${at} by the seed ${seed}, ${when}, ${most}`;
}

const AI_WORK: Readonly<Record<AiOperation, { wanted: string; done: string }>> = {
  partnerGeneration: { wanted: 'plan a search', done: 'planned a search' },
  partnerDiscovery: { wanted: 'search the web for partners', done: 'searched the web for partners' },
  messageGeneration: { wanted: 'write a message', done: 'wrote a message' },
  profileGeneration: { wanted: 'describe the ideal partner', done: 'described the ideal partner' },
  contactEnhancement: { wanted: 'search the web for an email', done: 'searched the web for an email' },
  replyClassification: { wanted: 'label a reply', done: 'labeled a reply' },
  replyDraft: { wanted: 'draft an answer', done: 'drafted an answer' },
  textJudgment: { wanted: 'check a text', done: 'checked a text' },
  partnerJudgment: { wanted: 'judge partners', done: 'judged partners' },
  embedding: { wanted: 'compare profiles', done: 'compared profiles' },
};

const aiWork = (operation: unknown) => AI_WORK[operation as AiOperation] ?? { wanted: 'work', done: 'worked' };

function aiCallMade({ operation, model, outcome }: Data): string {
  const { wanted, done } = aiWork(operation);
  if (outcome === 'ok') return `AI ${done} (${model})`;
  return `AI ${outcome === 'refused' ? 'declined' : 'failed'} to ${wanted} (${model})`;
}

function aiCall({ data }: Told): string {
  const cost = typeof data.costUsd === 'number' ? `${data.costUsd.toFixed(6)} US dollars` : 'an unknown amount';
  const result = data.outcome === 'ok' ? 'wrote a text' : `wrote no text (${data.errorCode})`;
  return `${data.model} ${result}, for ${cost} (${data.inputTokens} tokens in, ${data.outputTokens} out)`;
}

/** A reason that cannot be decoded has no words. */
const why = (reason: unknown): string => (reason ? reasonText(reason as Reason) : 'unknown');

const nameOf = ({ personal, unreadable }: Told): string => {
  if (typeof personal?.name === 'string') return personal.name;
  if (unreadable) return 'A person whose data is unreadable';
  return personal === null ? 'An erased person' : 'The partner';
};

/** A personal text, or why it cannot be shown. */
const personalText = ({ personal, unreadable }: Told, field: string): string =>
  String(personal?.[field] ?? (unreadable ? '(unreadable)' : '(erased)'));

const labelText = (label: unknown): string => LABEL_TEXTS[label as ReplyLabel] ?? String(label);

const hashText = ({ data }: Told): string => `text hash ${String(data.textHash).slice(0, 12)}…`;

function withKit(event: Told): string {
  const { file } = event.data as { file?: { size: number } };
  return file ? `, with the media kit ${personalText(event, 'fileName')} (${fileSize(file.size)})` : '';
}

const PersonErased: EventText = { topic: 'end' };

export const EVENT_TEXTS: { readonly [K in Kind]: Readonly<Record<EventsOf<K>['type'], EventText>> } = {
  installation: {
    InstallationSettled: {},
    FirstAdminNamed: {},
    EpochBegan: { text: () => 'Sending was frozen' },
    SendingReleased: {},
    PublicLinkChecked: {},
    AiServerChecked: { text: ({ lacks }) => `AI server checked. Missing: ${String(lacks) || 'nothing'}` },
    AiModelChecked: { text: ({ model, state }) => `AI model ${model} checked: ${state}` },
    SecretKeyRotated: {
      text: ({ keys, secrets }) => `SECRET_KEY rotated: it wraps ${keys} keys and ${secrets} secrets`,
    },
    SigningKeyRotated: { text: () => 'Another key signs the log' },
    JobRetryAsked: { text: ({ jobId }) => `Retry of job ${jobId} requested` },
    ClockStepped: { text: ({ clock, seconds }) => `Clock of the ${clock} changed by ${seconds} seconds` },
  },
  user: {
    UserSignedUp: { text: () => 'Account created by signing up' },
    UserInvited: { text: () => 'Account created by an admin' },
    MembershipGranted: { text: ({ role }) => (role === 'owner' ? 'Account set up' : `Membership granted (${role})`) },
    InvitationAccepted: {},
    EmailConfirmed: { text: () => 'Email address of the account confirmed' },
    UserDetailsChanged: {},
    AdminGranted: {},
    AuditorGranted: {},
    AuditorRevoked: {},
    AdminRevoked: {},
    MonthlyCreditsSet: {},
    AiBudgetSet: {},
    LimitSet: {
      text: ({ limit, most }) =>
        `Limit of the user set. ${LIMITS[limit as LimitName]?.label ?? 'Limit'}: ${most ?? 'as for everyone'}`,
    },
    PasswordSet: { text: ({ by }) => `Password set ${SET_BY[String(by)] ?? ''}`.trim() },
    SecondFactorTurnedOn: {},
    SecondFactorTurnedOff: {},
    RecoveryCodeUsed: {},
    RecoveryCodesMade: {},
    AccessTokenMade: {
      text: ({ scopes }) => `Access token made${Array.isArray(scopes) ? ` (${scopes.join(', ')})` : ''}`,
    },
    AccessTokenRevoked: {},
    IncomingWebhookMade: {
      text: ({ acts }) => `Incoming webhook made${Array.isArray(acts) ? ` (${acts.join(', ')})` : ''}`,
    },
    IncomingWebhookRemoved: {},
    IssuerLinked: {},
    UserPaused: {},
    UserResumed: {},
    UserDeleted: {},
    PersonErased,
  },
  setting: { SettingChanged: { text: settingChanged } },
  profile: {
    BusinessProfileCreated: {},
    BusinessProfileUpdated: {},
    MediaKitUploaded: {
      text: ({ size }) => `Media kit uploaded${typeof size === 'number' ? ` (${fileSize(size)})` : ''}`,
    },
    MediaKitRemoved: {},
    PartnerProfileRequested: {},
    PartnerProfileGenerated: {},
    PartnerProfileFailed: {},
    PartnerJudgmentRequested: {
      text: ({ partners }) => `Judgment by the AI requested for ${counted(Number(partners), 'partner')}`,
    },
    PersonErased,
  },
  search: {
    SearchRequested: {
      text: ({ kind, requested }) =>
        kind === 'url' ? 'Search for the person behind a profile URL' : `Search for ${requested} partners requested`,
      topic: 'found',
    },
    SearchPlanned: {
      text: ({ planner }) => `Search planned by ${planner === 'ai' ? 'the AI' : 'the words of the criteria'}`,
    },
    PartnerFound: { text: ({ source }) => `Partner found in ${sourceText(source)}` },
    PartnerRecognised: { text: () => 'The profile belongs to a partner who is in the list already' },
    SourceCreditsSpent: {
      text: ({ source, credits }) => `${counted(Number(credits), 'credit')} spent at ${sourceText(source)}`,
    },
    SearchStepEnded: { text: () => 'Step of the search completed' },
    SearchStopped: { text: () => 'Search stopped' },
    SearchCompleted: {},
    SearchFailed: { text: ({ reason }) => `Search failed: ${why(reason)}` },
    PersonErased,
  },
  partner: {
    PartnerDiscovered: {
      text: ({ source }) => `Found by a search in ${sourceText(source)}`,
      topic: 'found',
      story: (event) => `${nameOf(event)} was found in ${sourceText(event.data.source)}`,
    },
    PartnerAdded: {
      text: ({ by }) => `Added from ${sourceText(by)}`,
      topic: 'found',
      story: (event) => `${nameOf(event)} was added from ${sourceText(event.data.by)}`,
    },
    PartnerLinked: { text: () => 'Known to another program by its id' },
    PartnerScored: {
      // a rough score and the one of the AI after it are two
      text: ({ score, by }, place) =>
        `${score === null ? 'Score removed' : `${by === 'rules' ? 'Roughly scored' : 'Scored'} ${score}`}${scoredAgain(place)}`,
      topic: 'found',
    },
    PartnerJudged: {
      text: ({ model, refused }) =>
        refused ? 'Not judged: the AI cannot read this profile' : `Judged by the AI (${model})`,
      topic: 'found',
    },
    PartnerFiguresRefreshed: {
      text: ({ source, followersCount, engagementRate }) =>
        `Figures from ${sourceText(source)} ${followersCount === null && engagementRate === null ? 'removed' : 'refreshed'}`,
    },
    PartnerPictureStored: { text: () => 'Picture fetched' },
    PartnerNotesEdited: { text: () => 'Notes edited' },
    PartnerApproved: { topic: 'decided' },
    PartnerRejected: {
      text: ({ reason }) =>
        `Partner rejected${reason ? `: ${REJECT_TEXTS[reason as RejectReason].toLowerCase()}` : ''}`,
      topic: 'decided',
    },
    PartnerDecisionUndone: {
      text: ({ was }) => (was === 'approved' ? 'Approval undone' : 'Rejection undone'),
      topic: 'decided',
    },
    PartnerDeleted: { topic: 'end' },
    ContactSearchRequested: { text: () => 'Email search started' },
    ContactFound: {
      text: ({ source }) => `Email found in ${sourceText(source)}`,
      topic: 'address',
      story: (event) =>
        `The address ${personalText(event, 'email')} was found in ${sourceText(event.data.source)}${
          typeof event.personal?.sourceUrl === 'string' ? `, on ${event.personal.sourceUrl}` : ''
        }`,
    },
    ContactNotFound: { text: () => 'No email found', topic: 'address' },
    ContactSearchFailed: {
      text: ({ reason }) => `Email search failed, and the credit was returned: ${why(reason)}`,
    },
    ContactVerified: {
      text: ({ status, by }) => `Email checked ${by === 'mx' ? 'in the DNS' : 'at Hunter'}: ${status}`,
      topic: 'address',
    },
    PartnerOptedOut: { text: () => 'This person asked Hunter not to share their data', topic: 'end' },
    ContactEdited: {
      text: () => 'Email edited by hand',
      topic: 'address',
      story: (event) => `The address ${personalText(event, 'email')} was entered by hand`,
    },
    PersonErased,
  },
  campaign: {
    CampaignCreated: { text: (data) => `Campaign created${testText(data)}` },
    CampaignEdited: { text: (data) => `Campaign edited${changedText(data)}${testText(data)}` },
    MessagesRequested: { text: textsRequested },
    VariantChosen: { text: ({ variant }) => `Version ${variant} chosen for the rest of the A/B test`, topic: 'text' },
    MessagesFinished: { text: ({ generated, failed }) => `Texts done: ${generated} written, ${failed} failed` },
    CampaignStarted: { topic: 'approval' },
    CampaignPaused: {
      text: ({ reason, figures }) => {
        if (reason === 'partners_added') return 'Campaign paused for a review, because partners were added';
        if (reason === 'follow_ups_added') return 'Campaign paused for a review, because follow-ups were added';
        return figures
          ? `Campaign paused: ${breachText({ rate: reason, ...(figures as object) } as RateBreach)}`
          : 'Campaign paused';
      },
      topic: 'time',
    },
    CampaignResumed: { topic: 'time' },
    CampaignCompleted: {},
    CampaignArchived: {},
    CampaignUnarchived: {},
    CampaignDeleted: {},
    PersonErased,
  },
  message: {
    MessageDrafted: {
      text: drafted,
      topic: 'joined',
    },
    EmailPostponed: {
      text: ({ notBefore, reason }) => `Waits until ${notBefore}, because ${POSTPONED[String(reason)]}`,
      topic: 'time',
    },
    FollowUpWaitChanged: {
      text: ({ afterDays, notBefore }) =>
        `Follow-up waits until ${notBefore}, because the campaign changed its wait to ${afterDays === 1 ? '1 day' : `${afterDays} days`}`,
      topic: 'time',
    },
    MessageReopened: {
      text: (data) => (data.followUp ? drafted(data) : 'Message reopened'),
      topic: 'joined',
    },
    MessageGenerated: {
      text: ({ model, variant }) => `Text written by the AI (${model})${variant ? `, version ${variant}` : ''}`,
      topic: 'text',
      story: (event) =>
        `The text "${personalText(event, 'subject')}" was written by ${event.data.model} with the prompt ${event.data.promptVersion}${event.data.variant ? `, in version ${event.data.variant} of the A/B test` : ''}`,
    },
    MessageUnfit: { text: ({ model }) => `No text written: the AI (${model}) sees reasons against it`, topic: 'text' },
    UnfitOverridden: { text: () => 'Text wanted in spite of the AI’s reasons', topic: 'text' },
    MessageJudged: { text: ({ model }) => `Text compared with the facts by the AI (${model})`, topic: 'text' },
    MessageGenerationFailed: { text: ({ reason }) => `No text written: ${why(reason)}`, topic: 'text' },
    MessageEdited: {
      text: ({ fromCampaign }) => (fromCampaign ? 'The campaign’s own text was filled in' : 'Text edited by hand'),
      topic: 'text',
      story: (event) =>
        `The text "${personalText(event, 'subject')}" ${event.data.fromCampaign ? 'is the campaign’s own' : 'was written by hand'}`,
    },
    TextRevisionRequested: { text: () => 'The AI was asked to improve the text' },
    TextRevised: { text: ({ model }) => `Improved text suggested by the AI (${model})` },
    TextRevisionFailed: { text: ({ reason }) => `No improved text: ${why(reason)}` },
    TextCopyRequested: { text: () => 'A copy of the text was asked for, to the user’s own address' },
    TextCopySent: { text: () => 'Copy sent to the user’s own address' },
    TextCopyFailed: { text: ({ reason }) => `No copy sent: ${why(reason)}` },
    TextCheckOverridden: {
      text: ({ rules }) => `Text let pass in spite of the check (${[rules].flat().join(', ')})`,
      topic: 'approval',
    },
    MessageApproved: {
      text: approvedText,
      topic: 'approval',
      story: (event) => `${approvedText(event.data)}, ${hashText(event)}`,
    },
    MessageApprovalWithdrawn: { text: ({ reason }) => `Approval withdrawn: ${why(reason)}`, topic: 'approval' },
    EmailScheduled: {
      text: ({ at, zone, chosen }) => `Email scheduled for ${at} (${zone})${chosen ? ', as you chose' : ''}`,
      topic: 'time',
      story: scheduled,
    },
    EmailHeld: { text: () => 'Email put on hold', topic: 'time' },
    EmailHoldEnded: { text: () => 'Email released', topic: 'time' },
    EmailUnscheduled: { text: ({ reason }) => `Email unscheduled: ${why(reason)}`, topic: 'time' },
    AnswerAddressed: { topic: 'text' },
    SendNowRequested: { topic: 'time' },
    SendNowResumed: { topic: 'time' },
    SendClaimed: { text: ({ attempt }) => `Send claimed by a worker (attempt ${attempt})`, topic: 'attempt' },
    SendReleased: {
      text: ({ attempt, reason }) => `Send released (attempt ${attempt}): ${why(reason)}`,
      topic: 'attempt',
    },
    EmailDispatched: {
      text: ({ attempt }) => `Email handed to the provider (attempt ${attempt})`,
      topic: 'attempt',
      story: (event) =>
        `Attempt ${event.data.attempt} handed "${personalText(event, 'subject')}" to the provider for ${personalText(event, 'to')}, from ${personalText(event, 'from')}, ${hashText(event)}${withKit(event)}`,
    },
    DraftCreated: { text: ({ attempt }) => `Draft stored at the provider (attempt ${attempt})`, topic: 'attempt' },
    DraftDeletionStarted: { text: ({ attempt }) => `Deleting the unsent draft (attempt ${attempt})`, topic: 'attempt' },
    EmailSent: {
      text: ({ attempt }) => (Number(attempt) > 1 ? `Email sent (attempt ${attempt})` : 'Email sent'),
      topic: 'answer',
      story: ({ data }) =>
        `Email accepted by the provider (attempt ${data.attempt})${data.providerMessageId ? `, as ${data.providerMessageId}` : ''}`,
    },
    EmailDeferred: {
      text: ({ attempt, reason }) => `Email deferred (attempt ${attempt}): ${why(reason)}`,
      topic: 'answer',
    },
    EmailFailed: {
      text: ({ attempt, reason }) => `Email failed (attempt ${attempt}): ${why(reason)}`,
      topic: 'answer',
    },
    EmailOutcomeUnknown: {
      text: ({ attempt, reason }) =>
        (reason as Reason | undefined)?.code === 'restored'
          ? 'Email unconfirmed: the database was restored, and it may have left'
          : `Email unconfirmed (attempt ${attempt}): ${why(reason)}`,
      topic: 'answer',
    },
    EmailMarkedSent: { text: () => 'Email marked as sent by the user', topic: 'answer' },
    MessageAbandoned: {
      text: ({ resendStep }) => (resendStep ? 'Unconfirmed email sent again' : 'Unconfirmed email dismissed'),
      topic: 'end',
    },
    DeliveryReported: {
      text: ({ report }) => `Provider reported: ${report}`,
      topic: 'answer',
      story: ({ data, personal }) =>
        `Provider reported: ${data.report}${typeof personal?.reason === 'string' ? ` (${personal.reason})` : ''}`,
    },
    DeliveryLabeled: {
      text: ({ report }) => `The label of the conversation says: ${SUPPRESSED_FOR[String(report)] ?? report}`,
      topic: 'answer',
    },
    DeliveryUnlabeled: { text: () => 'The label of the conversation was corrected', topic: 'answer' },
    ReplyReceived: { text: ({ by }) => (by === 'user' ? 'Marked as replied' : 'Reply received'), topic: 'reply' },
    ReplyDiscounted: {
      text: ({ label }) => `The reply was automatic and does not count (${labelText(label)})`,
      topic: 'reply',
    },
    MessageCancelled: { text: ({ reason }) => `Message cancelled: ${why(reason)}`, topic: 'end' },
    MessageRestored: { text: () => 'Message restored, because what had cancelled it was undone', topic: 'joined' },
    PersonErased,
  },
  conversation: {
    MailReceived: {
      text: ({ automatic }) => (automatic ? 'Automatic email received' : 'Email received'),
      topic: 'reply',
      story: (event) =>
        `${event.data.automatic ? 'An automatic email' : 'An email'} came from ${personalText(event, 'from')}: "${personalText(event, 'subject')}"`,
    },
    ReplyClassified: {
      text: ({ label, by }) => `Reply labeled ${labelText(label)} by ${by === 'ai' ? 'the AI' : 'rules'}`,
      topic: 'reply',
    },
    ReplyLabelSet: { text: ({ label }) => `Reply labeled ${labelText(label)} by hand`, topic: 'reply' },
    QuestionAsked: { text: ({ sign }) => `You were asked: ${QUESTION_TEXTS[sign as HoldSign]}`, topic: 'reply' },
    QuestionRepeated: { text: () => 'You were asked again' },
    QuestionWithdrawn: { text: () => 'The AI read the email, and the question was withdrawn', topic: 'reply' },
    QuestionsAnswered: {
      text: ({ confirmed }) => (confirmed ? 'You answered: yes' : 'You answered: no'),
      topic: 'reply',
    },
    LegalRequestDone: { text: () => 'Legal request marked as done', topic: 'reply' },
    OfferAnswered: {
      text: ({ label, taken }) => `You ${taken ? 'accepted' : 'declined'} a suggestion: ${labelText(label)}`,
      topic: 'reply',
    },
    ConversationRead: {},
    ConversationMarkedUnread: {},
    ConversationDone: {},
    ConversationReopened: {},
    AnswerDraftRequested: { text: () => 'Draft of an answer requested' },
    AnswerDrafted: { text: () => 'Answer drafted by the AI' },
    AnswerDraftFailed: { text: ({ reason }) => `No answer drafted: ${why(reason)}` },
    PersonErased,
  },
  credits: { CreditReserved: {}, CreditKept: { text: () => 'Credit spent' }, CreditReturned: {} },
  snippets: {
    ItemSaved: { text: () => 'Snippet saved' },
    ItemRemoved: { text: () => 'Snippet removed' },
    PersonErased,
  },
  templates: {
    ItemSaved: { text: () => 'Campaign template saved' },
    ItemRemoved: { text: () => 'Campaign template removed' },
    PersonErased,
  },
  views: {
    ItemSaved: { text: () => 'View of a list saved' },
    ItemRemoved: { text: () => 'Saved view removed' },
    PersonErased,
  },
  need: {
    NeedDone: { text: () => 'Marked as done' },
    NeedSnoozed: {
      text: ({ until }) => (until === null ? 'Put off until they answer' : `Put off until ${until}`),
    },
    NeedReopened: { text: () => 'Waits again' },
  },
  import: {
    ImportPartReceived: {
      text: ({ rows, part, parts }) => `${counted(Number(rows), 'row')} of a list received (part ${part} of ${parts})`,
    },
    ImportStarted: { text: () => 'Import of a list started' },
    ImportRowsChecked: { text: ({ people }) => `List checked: ${counted(Number(people), 'person', 'people')}` },
    ImportRowsAdded: { text: ({ added }) => `${counted(Number(added), 'partner')} added from a list` },
    ImportCompleted: { text: () => 'Import of a list completed' },
    ImportRefused: { text: () => 'Import refused: a row was wrong' },
    ImportStopped: { text: () => 'Import of a list stopped' },
  },
  notifications: {
    NotificationsSet: { text: () => 'Notifications changed' },
    NoticeChannelConnected: { text: ({ channel }) => `Notifications by ${channelName(String(channel))} connected` },
    NoticeChannelRemoved: {
      text: ({ channel, why }) =>
        `Notifications by ${channelName(String(channel))} ${why === 'failing' ? 'switched off after a day of failures' : 'removed'}`,
    },
    NoticeTestRequested: { text: ({ channel }) => `Test notification by ${channelName(String(channel))} requested` },
    NoticeTested: {
      text: ({ trouble }) => (trouble === null ? 'Test notification sent' : 'Test notification not sent'),
    },
  },
  webhooks: {
    WebhookAdded: { text: () => 'Webhook added' },
    WebhookChanged: { text: () => 'Webhook changed' },
    WebhookSecretRotated: { text: () => 'Signing secret of a webhook rotated' },
    WebhookSwitchedOff: {
      text: ({ why }) =>
        why === 'failing'
          ? 'Webhook switched off after three days of failures'
          : why === 'gone'
            ? 'Webhook switched off because its server no longer wants it'
            : 'Webhook switched off',
    },
    WebhookSwitchedOn: { text: () => 'Webhook switched on' },
    WebhookRemoved: { text: () => 'Webhook removed' },
    WebhookTestRequested: { text: () => 'Test of a webhook requested' },
    WebhookRedeliveryRequested: { text: () => 'Another delivery to a webhook requested' },
    PersonErased,
  },
  batch: {
    BatchStarted: {
      text: ({ total, act }) =>
        `Change of ${counted(Number(total), (act as BatchAct | undefined)?.kind === 'steer' ? 'email' : 'partner')} started`,
    },
    BatchAdvanced: { text: ({ done }) => `Changed ${done}` },
    BatchCompleted: { text: () => 'Change of many at once completed' },
    BatchStopped: { text: () => 'Change of many at once stopped' },
  },
  schedule: {
    SearchScheduleSet: {
      text: ({ count, every }) =>
        every === 'never'
          ? `Searches find ${count} partners, when asked`
          : `Search for ${count} partners every ${every}`,
    },
    ScheduledSearchStarted: { text: () => 'Scheduled search started' },
    ScheduledSearchSkipped: { text: ({ reason }) => `Scheduled search skipped: ${why(reason)}` },
    ScheduledSearchEnded: {
      text: ({ found, reason }) =>
        reason
          ? `Scheduled search failed: ${why(reason)}`
          : `Scheduled search added ${counted(Number(found), 'partner')}`,
    },
    SearchScheduleStopped: {
      text: ({ why: cause }) =>
        cause === 'failures' ? 'Scheduled searches stopped after 3 failures' : 'Scheduled searches stopped',
    },
  },
  reads: { DataRead: { text: dataRead }, AgentAsked: { text: agentAsked, topic: 'agent' } },
  domain: {
    DomainCheckRequested: { text: () => 'Check of the sending domain requested' },
    DomainChecked: { text: () => 'DNS of the sending domain checked' },
    TestMailReturned: { text: () => 'Signature of a test email read' },
    DomainCheckSkipped: { text: () => 'No sending domain to check' },
    PersonErased,
  },
  mailbox: {
    EmailProviderChosen: {},
    EventWebhookKeySet: {},
    SendingRulesSet: {},
    MailboxPaused: { text: (data) => `Sending paused: ${breachText(data as RateBreach)}` },
    MailboxResumed: { text: () => 'Sending resumed' },
    MailboxHeld: { text: ({ reason, until }) => `Mailbox held (${reason})${until ? ` until ${until}` : ''}` },
    MailboxHoldLifted: {},
    MailboxTroubled: {},
    MailboxRecovered: {},
    MailboxProbed: {},
    AccountConnectRequested: { text: (data) => `${accountOf(data)} connection started` },
    AccountConnected: { text: (data) => `${accountOf(data)} connected` },
    AccountConnectFailed: { text: (data) => `${accountOf(data)} connection failed (${data.trouble})` },
    AccountLost: { text: (data) => `${accountOf(data)} must be connected again (${data.trouble})` },
    AccountDisconnected: { text: (data) => `${accountOf(data)} disconnected` },
    AccountAccessEnded: { text: (data) => `Unused access to ${accountOf(data)} ended` },
    AccountTestRequested: { text: () => 'Test email requested' },
    AccountTestSent: { text: ({ sender }) => `Test email sent${sender ? ` (sender: ${sender})` : ''}` },
    AccountTestFailed: { text: ({ trouble }) => `Test email failed (${trouble})` },
    MailReadingFailed: { text: ({ trouble }) => `Replies could not be read (${trouble})` },
    MailReadThrough: { text: ({ but }) => `Replies are read${but ? `, but not all (${but})` : ''}` },
    MailPassedOver: { text: () => 'An email that arrived could not be read' },
    SentCopyFailed: { text: ({ trouble }) => `A copy in the Sent folder failed (${trouble})` },
    SentCopyFiled: { text: () => 'Sent emails are copied to the Sent folder again' },
    PersonErased,
  },
  quota: {
    QuotaTaken: { text: ({ limit }) => `Counted toward the daily limit of ${limit}` },
    QuotaReturned: { text: () => 'No longer counted toward the daily limit' },
  },
  suppression: {
    AddressSuppressed: { text: ({ reason }) => `Added to Do not contact: ${SUPPRESSED_FOR[String(reason)] ?? reason}` },
    SuppressionLifted: { text: () => 'Removed from Do not contact' },
    SuppressionUndone: { text: () => 'Removed from Do not contact, because the label was corrected' },
    AddressHeld: { text: () => 'Held until you answer a question in the inbox' },
    AddressReleased: { text: () => 'Held no more' },
    PersonErased,
  },
  aicall: {
    AiCallStarted: {
      text: ({ operation, model }) => `AI asked to ${aiWork(operation).wanted} (${model})`,
      topic: 'text',
    },
    AiCallMade: {
      text: aiCallMade,
      topic: 'text',
      story: aiCall,
    },
  },
  erasure: { ErasureRequested: {}, ErasureAdvanced: {}, ErasureCompleted: {}, ErasureDropped: {} },
  access: {
    AccessRequested: { text: ({ what }) => `${REQUESTED[String(what)] ?? 'An account link'} requested` },
    AccessMailed: { text: ({ notice }) => (notice ? 'Notice emailed to the account owner' : 'Account link emailed') },
    AccessMailUnknown: { text: ({ reason }) => `Account email unconfirmed: ${why(reason)}` },
    AccessMailFailed: { text: ({ reason }) => `Account email failed: ${why(reason)}` },
    AccessHandedOver: { text: () => 'Invitation link shown to the admin' },
    IssuerVouched: { text: () => 'Sign-in confirmed by the identity provider' },
    AccessUsed: { text: () => 'Account link used' },
    AccessEnded: { text: ({ reason }) => `Account link ended: ${why(reason)}` },
  },
};

const READS: Readonly<Record<ReadSubject, (count: number) => string>> = {
  partners: (count) => `${counted(count, 'partner')} exported`,
  do_not_contact: (count) => `Do not contact exported: ${counted(count, 'address', 'addresses')}`,
  figures: (count) => `Figures of ${counted(count, 'campaign')} exported`,
  log: (count) => `Log exported: ${counted(count, 'event')}`,
  past: (count) => `Screen of an earlier time read: ${counted(count, 'entry', 'entries')}`,
  history: (count) => `History read: ${counted(count, 'event')}`,
  email: (count) => `Story of an email read: ${counted(count, 'step')}`,
  search: (count) => `Search for emails to a person: ${counted(count, 'email')}`,
};

function agentAsked({ tool, client, model }: Data): string {
  const named = [client, model].filter(Boolean).join(', ');
  return `Agent${named ? ` ${named}` : ''} asked: ${String(tool ?? '').replaceAll('_', ' ')}`;
}

function dataRead({ what, count }: Data): string {
  return READS[what as ReadSubject]?.(Number(count)) ?? 'Data read';
}

/** The parts of a campaign that an edit changed: ": commission or fee, link". */
const changedText = ({ changed }: Data): string =>
  changed ? `: ${(changed as readonly SettingPart[]).map((part) => SETTING_WORDS[part]).join(', ')}` : '';

function testText({ abTest }: Data): string {
  const { varies } = (abTest ?? {}) as { varies?: string };
  return varies ? `, with an A/B test of the ${varies}` : '';
}

function textsRequested({ messageIds, variants }: Data): string {
  const count = (variant: string) => (variants as unknown[]).filter((one) => one === variant).length;
  const split = variants ? ` (${count('A')} in version A, ${count('B')} in version B)` : '';
  return `Texts requested: ${(messageIds as unknown[] | undefined)?.length ?? 0}${split}`;
}

function settingChanged({ value, was }: Data, { stream = '' }: EventPlace): string {
  const name = (SETTING_NAMES as Record<string, string>)[stream.slice('setting-'.length)];
  if (name === undefined) return 'Setting changed';
  const shown = (of: unknown) => (of === '' ? 'blank' : String(of));
  return `${name}: ${shown(was)} → ${shown(value)}`;
}

/** People who are scored again were found by an earlier search, or before the profile changed. */
function scoredAgain({ actor, causation }: EventPlace): string {
  if (actor !== 'worker:rescore-partners') return '';
  return causation?.startsWith('search-') ? ' by the words of a newer search' : ' after a change of the profile';
}

function drafted({ step, resendOf, followUp }: Data): string {
  if (String(step).startsWith('a')) return 'Answer written';
  if (resendOf || String(step).startsWith('r')) return 'Message to be sent again';
  const { number, notBefore } = (followUp ?? {}) as { number?: number; notBefore?: string };
  return number === undefined
    ? 'Partner joined the campaign'
    : `Follow-up ${number} begun, it leaves after ${notBefore}`;
}

function approvedText({ by }: Data): string {
  return `Text approved ${APPROVED_BY[String(by)] ?? ''}`.trim();
}

const BY_TYPE: Readonly<Record<string, EventText>> = Object.assign({}, ...Object.values(EVENT_TEXTS));

/** The names of all events of these kinds. */
export const eventTypes = (kinds: readonly string[] = Object.keys(EVENT_TEXTS)): string[] =>
  [...new Set(kinds.flatMap((kind) => Object.keys(EVENT_TEXTS[kind as Kind] ?? {})))].sort();

/** The words of a name such as `CampaignStarted`: "Campaign started". */
export function typeInWords(type: string): string {
  const words = type.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.replace(/^Ai\b/, 'AI');
}

/** The event as a sentence without its full stop. It names no one: `data` holds nothing personal. */
export const whatHappened = (type: string, data: object, place: EventPlace = {}): string =>
  BY_TYPE[type]?.text?.(data as Data, place) ?? typeInWords(type);

/** An event as a step of an email's story. null: it says nothing of that. */
export function storyText(event: Told & EventPlace & { type: string }): { topic: ExplainTopic; text: string } | null {
  const { topic, story } = BY_TYPE[event.type] ?? {};
  return topic ? { topic, text: story?.(event) ?? whatHappened(event.type, event.data, event) } : null;
}

/** The actor of an event, in words. `owner` is the event's user, `viewer` the reading user. `tokens`: their names by id. */
export function byWhom(
  actor: string,
  owner: string | null,
  viewer: string | null,
  tokens: ReadonlyMap<string, string> = new Map(),
): string {
  const user = userOf(actor);
  if (user) {
    const who = user.userId === viewer ? 'you' : user.userId === owner ? 'the user' : 'another user';
    return who + throughToken(user.tokenId, tokens.get(user.tokenId ?? ''));
  }
  if (actor === 'recipient') return 'the recipient';
  if (actor === 'visitor') return 'someone who was not signed in';
  if (actor === 'system:operator') return 'the operator at the command line';
  return actor.startsWith('webhook:') ? 'the mail provider' : 'Partner Pilot';
}
