import type { ExplainTopic } from '../events/history/eventText.ts';
import type { CampaignMetric, DashboardMetric } from '../events/history/metrics.ts';
import type { PartnerCriteria } from '../events/inputs/business.ts';
import type { DeliveryReport } from '../events/messages/messageEvents.ts';
import type { MessageStatus } from '../events/messages/messageState.ts';
import type { ErasureReceipt } from '../events/privacy/erasureReceipt.ts';
import type { SuppressionReason, SuppressionSource } from '../events/privacy/suppression.ts';
import type { SendBlocker } from '../events/sending/sendBlockers.ts';
import type { SendWhy } from '../events/sending/sendWhy.ts';
import type { SendHours } from '../events/sending/sendWindow.ts';
import type { Kind } from '../events/shared/event.ts';
import type {
  CampaignStatus,
  EmailProvider,
  EmailStatus,
  GmailAccess,
  PartnerStatus,
  Platform,
  SubjectType,
} from '../events/shared/options.ts';

/** What the calls answer: JSON shapes of product spec section 3. Times are ISO 8601 in UTC; engagement is a percent number. */

export type PartnerView = {
  id: string;
  name: string | null;
  username: string | null;
  avatar: string | null;
  platform: Platform;
  industry: string | null;
  bio: string | null;
  profileUrl: string | null;
  /** The profile on `platform`, when `profileUrl` is on another one. */
  platformUrl: string | null;
  followersCount: number | null;
  engagementRate: number | null;
  matchScore: number;
  status: PartnerStatus;
  emailStatus: EmailStatus;
  contactInfo: { email: string | null; socialProfiles: { platform: string; url: string }[]; confidence: number } | null;
  /** Where the e-mail came from, for "Email found" notices. */
  contactSource: 'people_data_labs' | 'hunter' | 'ai' | 'manual' | 'import' | null;
  contactSearching: boolean;
  /** Why nothing is sent to their address; null when something may be. */
  doNotContact: SuppressionReason | null;
  erased: boolean;
  /** The search that found them; null for anyone added or imported. */
  searchId: string | null;
  /** Their key was damaged: what was sealed cannot be read, and nothing can be sealed. */
  unreadable: boolean;
  createdAt: string;
};

/** PATCH /api/partners/{id}/status. `undo`: the decision that this call made, for Undo; null: it made none. */
export type PartnerDecidedView = PartnerView & { undo: number | null };
/** POST /api/partners/{id}/undo-decision. `waitingMessages`: how many messages to them may leave, now that they are back. */
export type DecisionUndoneView = PartnerView & { waitingMessages: number };
/** GET /api/partners/{id}/waiting-messages: what is cancelled when the partner is removed. */
export type WaitingMessagesView = { campaigns: { id: string; name: string | null; messages: number }[] };

export type MatchPartView = {
  part: 'topic' | 'audience' | 'engagement' | 'platform' | 'region';
  points: number;
  max: number;
  reason: string;
};
export type EvidenceView = {
  part: MatchPartView['part'];
  text: string;
  source: string;
  url: string | null;
  seenAt: string;
};
export type HistoryView = { at: string; what: string; actor: string };

/** GET /api/partners/{id}: the partner with why it got its score and what happened to it. */
export type PartnerDetailView = PartnerView & {
  parts: MatchPartView[];
  evidence: EvidenceView[];
  history: HistoryView[];
};

export type GenerateView = {
  valid: boolean;
  requested: number;
  found: number;
  /** How many of those found were known before. */
  duplicates: number;
  complete: boolean;
  sources: { source: string; found: number; error?: string | undefined }[];
  searchId: string;
  partners: PartnerView[];
};

/** GET /api/searches/latest: the newest search of the tenant, for progress bars; GET /api/searches/{id}: the one that a 202 named. */
export type SearchView = {
  id: string;
  status: 'running' | 'completed' | 'failed';
  requested: number;
  found: number;
  duplicates: number;
  complete: boolean;
  sources: GenerateView['sources'];
  error: string | null;
  startedAt: string;
  finishedAt: string | null;
};

export type EnhanceView = {
  partner: PartnerView;
  usedHunter: boolean;
  fallbackUsed: boolean;
  source: 'people_data_labs' | 'hunter' | 'ai' | null;
  creditsRemaining: number;
};

export type CreditsView = { remainingCredits: number; monthlyLimit: number; used: number; resetsAt: string };

export type StatsView = Record<Exclude<DashboardMetric, 'creditsUsed'>, number> & {
  responseRate: number;
  /** This 30 days against the 30 before, in percent; null when there is nothing to compare. */
  trends: {
    totalPartners: number | null;
    approvedPartners: number | null;
    totalEmailsSent: number | null;
    responseRate: number | null;
  };
};

export type BusinessProfileView = {
  businessName: string | null;
  industry: string | null;
  description: string | null;
  userFullName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  jobTitle: string | null;
  postalAddress: string | null;
  timezone: string | null;
  preferredPlatforms: Platform[];
  partnerCriteria: PartnerCriteria | null;
  /** Where onboarding goes on after a reload: 'done' after the first search or an explicit skip. */
  onboarding: 'audience' | 'profile' | 'done';
  /** What became of the last request for a partner profile, so that step 3 can be followed after a reload or a 202. */
  profileGeneration: 'none' | 'running' | 'generated' | 'failed';
  /** The last generated partner profile, for step 3 after a reload. */
  generatedProfile: GeneratedProfileView | null;
};

export type GeneratedProfileView = {
  description: string;
  industry: string;
  minFollowers: number;
  minEngagement: number;
  platforms: Platform[];
  targetAudience: string;
};

/** Why none of the user's mail leaves for now (sendBlockers.ts). */
export type HoldView = Omit<SendBlocker, 'refusal'>;

export type CampaignView = Record<
  Exclude<CampaignMetric, 'runAskedCount' | 'runDoneCount' | 'runFailedCount'>,
  number
> & {
  id: string;
  name: string | null;
  status: CampaignStatus;
  subjectType: SubjectType;
  staticSubject: string | null;
  invitationText: string | null;
  messagePrompt: string | null;
  dailyLimit: number;
  /** Hours of its own; null: those of Settings. */
  sendWindow: SendHours | null;
  responseRate: number;
  nextSendAt: string | null;
  /** Why the next one leaves then and not now, or why none does; null when nothing is left to send. */
  nextSendWhy: SendWhy | null;
  /** What keeps its mail from leaving, while it has some; of a draft, what the provider refused. */
  hold: HoldView | null;
  /** The running generation, or null. */
  generation: { requested: number; done: number; failed: number } | null;
  createdAt: string;
};

/** The messages that were on their way already when a campaign was stopped: these may still leave, and no others. */
export type SendingNowView = { id: string; partnerName: string | null }[];
/** PUT /api/campaigns/{id}/status. `sendingNow` is empty but for a pause. */
export type CampaignStatusView = CampaignView & { sendingNow: SendingNowView };
/** DELETE /api/campaigns/{id}. */
export type CampaignDeletedView = { success: true; sendingNow: SendingNowView };

export type SendStatus = 'pending' | 'sending' | 'sent' | 'replied' | 'failed' | 'unknown' | 'cancelled';

/** A message of unknown fate whose campaign was deleted. */
export type UndecidedView = SendView & { campaignName: string | null };

export type SendView = {
  id: string;
  campaignId: string;
  /** Where it went; while it may still leave, where it would go now. */
  recipientEmail: string | null;
  subject: string | null;
  body: string | null;
  status: SendStatus;
  /** The finer state in words: not generated, ready for review, approved, scheduled, deferred, … */
  detail: string;
  step: number;
  /** An earlier message to the same person, sent once more. */
  sentAgain: boolean;
  edited: boolean;
  /** The text as it stands may be sent. */
  approved: boolean;
  nextSendAt: string | null;
  sentAt: string | null;
  /** Only while nobody knows whether it left: when it was handed over (null: nobody knows that it was), and what was answered, as a sentence. */
  unknown: { handedOverAt: string | null; answer: string } | null;
  /** It counts as sent because the user said so. */
  markedSent: boolean;
  /** What the provider told of it after it was sent, the same as a sentence, and whether it means that it did not reach the person. */
  delivery: { report: DeliveryReport; text: string; cameBack: boolean } | null;
  errorMessage: string | null;
  partner: {
    id: string;
    name: string | null;
    username: string | null;
    avatar: string | null;
    platform: Platform;
    industry: string | null;
    bio: string | null;
    followersCount: number | null;
    matchScore: number;
    contactInfo: { email: string | null };
  };
};

/** GET /api/campaigns/{id}/schedule: the sends to come, in their order, and how full each of their days is (`yyyy-mm-dd` in `timezone`). */
export type ScheduleView = {
  timezone: string;
  /** The sandbox's gap stands in for the sending hours (SEND_GAP_SECONDS). */
  anyHour: boolean;
  sends: { messageId: string; partnerName: string | null; at: string; day: string; why: SendWhy }[];
  /** `planned` includes what has left today; `limit`: the campaign's; the mailbox's stand beside. */
  days: { day: string; planned: number; limit: number; mailboxPlanned: number; mailboxLimit: number }[];
};

/** GET /api/campaigns/{id}/start-preview: what Start or Resume would set going. */
export type StartPreviewView = {
  /** Why it would be refused now, and where that is mended; null when nothing stands in the way. */
  problem: { text: string; where: 'campaign' | 'settings' } | null;
  /** Messages that would leave, one after the other. */
  messages: number;
  /** Of these, texts that nobody has approved yet: starting approves them. */
  reviewCount: number;
  from: string | null;
  dailyLimit: number;
  /** Between which moments the first one leaves. */
  first: { from: string; until: string } | null;
};

/**
 * GET /api/campaigns/{id}/available-partners. `contactedAt`, `repliedAt`: when any campaign last wrote to them, and when they last replied to one.
 * `otherCampaigns`: names of active or paused ones that have a message for them, too.
 */
export type AvailablePartnerView = PartnerView & {
  contactedAt: string | null;
  repliedAt: string | null;
  otherCampaigns: string[];
};

export type AddPartnersView = { addedCount: number; skipped: { partnerId: string; reason: string }[] };
export type GenerateMessagesView = { generatedCount: number; failedCount: number; keptEdited: number };

/** GET /api/admin/health: whether all that keeps the installation going does so. Counts that say "at most" mean: that many, or more. */
export type InstallationHealthView = {
  sandbox: boolean;
  version: string;
  /** Why no mail leaves, from which file that is known, and what to do; null: sending is open. */
  frozen: { reason: string; detail: string | null; whatToDo: string } | null;
  /** OPENAI_MODEL. `priced`: whether its cost is known; `endsOn`: the day on which OpenAI switches it off (yyyy-mm-dd), where one is known. */
  aiModel: { name: string; priced: boolean; endsOn: string | null };
  /** `setting`: what is missing where it is not configured. In a sandbox all of them are the sandbox. `trouble`: why it cannot be used, as far as the worker knows. */
  providers: { name: string; setting: string; configured: boolean; trouble: string | null }[];
  /** The installation's own mails of the last 24 hours. `failed`: those not known to have left; `failing`: the newest of all is one. */
  mailer: {
    kind: 'sendgrid' | 'smtp' | 'sandbox' | null;
    mailed: number;
    failed: number;
    failing: boolean;
    lastFailure: string | null;
  };
  /**
   * `waiting`: jobs that are due and nobody works at yet, the oldest since `oldestRunAt`; `scheduled`: for later, such as planned mails; `failed`:
   * for good. `jobs`: those that failed or are tried again, the failed ones first, at most 50.
   */
  queue: {
    waiting: number;
    oldestRunAt: string | null;
    scheduled: number;
    running: number;
    failed: number;
    jobs: FailingJobView[];
  };
  /** Worker processes that were there in the last day; `alive`: in the last 30 seconds. */
  workers: { id: string; lastBeatAt: string; alive: boolean }[];
  /**
   * `events`: about how many (the number of the newest one; commits that failed leave gaps). `horizonAgeMs`: how long the oldest open transaction
   * holds the readers of the log back. `relayLag`: events of which no jobs were made yet, at most 10,000.
   */
  log: { events: number; newestAt: string | null; horizonAgeMs: number; relayLag: number };
  /** `unsealed`: events that no seal covers yet, at most 10,000. `file`: how it is with SEAL_FILE, as the workers say; null: it is not set, or no worker is there. */
  seals: { lastAt: string | null; unsealed: number; file: 'ok' | 'trouble' | null; trouble: string | null };
};
/** A job that failed for good (`attempts` = `maxAttempts`), or that is tried again at `runAt`. */
export type FailingJobView = {
  id: string;
  task: string;
  attempts: number;
  maxAttempts: number;
  /** Its code, such as `send-message: 42P01`. */
  lastError: string | null;
  runAt: string;
  tenant: string | null;
};

export type GmailStatusView = {
  /** Why Gmail cannot be connected in this installation; null when it can. */
  unavailable: string | null;
  connected: boolean;
  gmailEmail: string | null;
  needsReauth: boolean;
  /** What is wrong with the connection beside its age; null: nothing. */
  error: string | null;
  /** What the account is asked for, or was: to send only, or to write drafts and read. */
  access: GmailAccess;
  /** What accounts of this installation are asked for, for an admin; null: another user asks, or Gmail is not set up. */
  appAccess: GmailAccess | null;
};
/** What the calls of Gmail answer that did what they were asked for; one that did not answers ErrorView. */
export type GmailDoneView = { success: true };
export type GmailConnectedView = GmailDoneView & { gmailEmail: string | null };
export type EmailSettingsView = {
  emailProvider: EmailProvider | null;
  fromEmail: string | null;
  hasGmailAuth: boolean;
  hasSendGridKey: boolean;
  /** Whether the key is stored by which this user's SendGrid account signs its events, and where it posts them. */
  hasWebhookKey: boolean;
  webhookUrl: string;
  hold: HoldView | null;
};

/** GET and PUT /api/sending-settings. Local times `HH:MM` (the end up to `24:00`), weekdays 1 Monday … 7 Sunday, in the profile's zone. */
export type SendingSettingsView = {
  window: SendHours;
  mailboxDailyCap: number;
  /** A new mailbox begins with 5 a day and takes 5 more on each further day. */
  rampUp: boolean;
  /** null: none is set, and UTC counts. */
  timezone: string | null;
  /** The sandbox's gap stands in for the hours (SEND_GAP_SECONDS). */
  anyHour: boolean;
};

/** An address to which nothing is sent. `email` is null when it was erased; `objection`: the person asked for it, so removing it wants a confirmation. */
export type SuppressionView = {
  id: string;
  email: string | null;
  reason: SuppressionReason;
  source: SuppressionSource;
  since: string;
  objection: boolean;
};
/** GET /api/suppressions: newest first; `next` goes into `after` for the following page. */
export type SuppressionListView = { items: SuppressionView[]; total: number; next: string | null };
/** POST /api/suppressions/import: how many are new, and how many were on the list already. */
export type SuppressionsAddedView = { addedCount: number; knownCount: number };

/** POST /api/partners/import: 200 with added, or 422 with every bad or duplicate row by line and nothing added. */
export type ImportView = { addedCount: number };
export type ImportProblemView = { line: number; problem: string };

export type ErrorView = { error: string; details?: unknown };

/** A 202 answer: the work goes on; the screen follows it by server-sent events. */
export type AcceptedView = { accepted: true; id: string };

/**
 * POST /api/partners/{id}/erase, POST /api/admin/erasures (or 202 and AcceptedView, whose id is the receipt's) and, in lists, the newest
 * first, GET /api/erasures and GET /api/admin/erasures.
 */
export type ErasureView = ErasureReceipt;

/** One message of GET /api/events/stream: which streams changed, never their content. */
export type StreamNotice = { kind: string; id: string; type: string; version: number };

/** One event of the log, decoded for a person and as it is stored. */
export type EventView = {
  /** `STREAM@VERSION`: one event of its tenant. */
  id: string;
  tenant: string;
  stream: string;
  kind: Kind;
  version: number;
  type: string;
  at: string;
  /** `user:ID`, `worker:TASK`, `webhook:sendgrid`, `recipient`, `system:…`. */
  actor: string;
  /** The same for a person: "you", "a user", "Partner Pilot", … */
  by: string;
  /** All that one request set going bears its id. */
  correlation: string;
  /** The id of the event whose job did this; null: a call from outside did. */
  cause: string | null;
  /** What happened, as a sentence without its full stop. */
  what: string;
  /** Today's form of it. `personal` is null when there is none (`sealed: 'none'`) or when the person was erased or is unreadable; null: it cannot be read. */
  decoded: { data: object; personal: object | null; sealed: 'none' | 'opened' | 'erased' | 'unreadable' } | null;
  /** Why it cannot be decoded: a newer program wrote it, or its bytes were altered. */
  problem: string | null;
  /** `payload` is the stored text, byte for byte; `hash` is hex; `cursor` its place in the whole log. */
  raw: { payload: string; schemaVersion: number; hash: string; cursor: string };
  /** Which account it is about, in an admin's timeline alone; `email` null: it was erased. */
  account?: { email: string | null };
  /** Whom it is about and in which campaign, in the list of a number alone; null where there is none, or where it was erased. */
  about?: { name: string | null; email: string | null; campaign: string | null };
};

/**
 * GET /api/history and GET /api/admin/history: newest first. A call looks through a bounded part of the log. `next` goes into `before` for
 * what is older (null: there is nothing more), also when `events` is short or empty; `searchedBackTo` is how far this call looked.
 */
export type TimelineView = { events: EventView[]; next: string | null; searchedBackTo: string | null };

/** One reason of an event. `shownAbove`: its own reasons stand at another place of the tree already, and are not repeated. */
export type CauseView = { why: string; event: EventView; because: CauseView[]; shownAbove: boolean };
/** GET /api/history/causes?event=STREAM@VERSION: why it happened, back to the calls of people. The first reason of each event is the main one. */
export type CausesView = { event: EventView; because: CauseView[] };

export type ExplainStepView = {
  topic: ExplainTopic;
  at: string;
  by: string;
  /** A sentence without its full stop. */
  text: string;
  /** Names and values for whoever wants to know exactly: model, cost, hash, seed, … */
  facts: Record<string, string | number | boolean | null>;
  /** The id of the event that says so. */
  event: string;
};
/** GET /api/history/explain/{messageId}: the story of one mail, oldest first. */
export type ExplainView = {
  message: { id: string; status: MessageStatus; partner: string | null; campaign: string | null; erased: boolean };
  steps: ExplainStepView[];
};

/** What became of a list since a moment: which of its entries differ now, and in what; who came; who is not in it any more. */
export type ListChangesView = { changed: { id: string; fields: string[] }[]; added: string[]; gone: string[] };
/** GET /api/history/as-of?at=TIME&what=…: what the screen showed at that moment, in its own shapes, and what has changed since. */
export type AsOfView =
  | {
      what: 'dashboard';
      at: string;
      stats: StatsView;
      credits: CreditsView;
      /** `field`: such as `totalPartners`, `trends.responseRate` or `credits.used`. */
      changes: { field: string; was: number | string | null; now: number | string | null }[];
    }
  | { what: 'partners'; at: string; items: PartnerView[]; changes: ListChangesView }
  | { what: 'campaigns'; at: string; items: CampaignView[]; changes: ListChangesView }
  | {
      what: 'messages';
      at: string;
      /** With their bodies only when one campaign was asked for. */
      items: (Omit<SendView, 'body'> & Partial<Pick<SendView, 'body'>>)[];
      changes: ListChangesView;
    };

/**
 * GET /api/history/days?zone= and /api/admin/history/days: when something first and last happened, and on which days (YYYY-MM-DD in the zone)
 * how much. As of `last` all is as it is now.
 */
export type EventDaysView = { first: string | null; last: string | null; days: { day: string; events: number }[] };

/** GET /api/history/number/{name}: the events that a number was counted from; `next` goes into `after`. `count` is the number on the screen. */
export type NumberView = {
  name: string;
  campaign: string | null;
  count: number;
  events: EventView[];
  next: string | null;
};

/** One line of GET /api/events (NDJSON): an event as it is stored, personal parts sealed. `cursor` goes into `after`. */
export type FeedLine = {
  cursor: string;
  tenant: string;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  at: string;
  actor: string;
  correlation: string;
  cause: string | null;
  hash: string;
  payload: { d: object; p?: { k: string; iv: string; ct: string; tag: string } };
};
