import { RATE_LIMITS } from '../events/sending/rates.ts';
import type { AnyEvent } from '../events/shared/event.ts';
import type { Reason } from '../events/shared/reasons.ts';

/** An event as the relay sees it: `id` is the stream's id without its kind. */
export type TailedEvent = {
  tenant: string;
  streamId: string;
  id: string;
  version: number;
  type: string;
  data: AnyEvent['data'];
};

export type JobRequest = {
  task: TaskName;
  id: string;
  also?: Record<string, string>;
  runAt?: string;
  /** Instead: so long from now, by the clock of the database. */
  delayMs?: number;
  /** Jobs of one job key replace each other while they wait, so the same wish is deduplicated (`job_key` of graphile-worker). */
  jobKey?: string;
  /** Jobs of one queue are done one after the other. */
  queueName?: string;
};

export type TaskName =
  | 'find-partners'
  | 'import-partners'
  | 'write-partner-profile'
  | 'rescore-partners'
  | 'find-contact'
  | 'fetch-picture'
  | 'verify-contact'
  | 'follow-up'
  | 'write-message'
  | 'finish-messages'
  | 'plan-campaign'
  | 'complete-campaign'
  | 'cancel-messages'
  | 'cancel-suppressed'
  | 'resume-answered'
  | 'withdraw-approvals'
  | 'replan-mailbox'
  | 'resume-sends'
  | 'requeue-open-requests'
  | 'retry-job'
  | 'erase'
  | 'erase-deleted'
  | 'mail-access'
  | 'ask-issuer'
  | 'reconcile-sends'
  | 'connect-gmail'
  | 'revoke-gmail'
  | 'send-test-email'
  | 'check-domain'
  | 'read-mail'
  | 'classify-reply'
  | 'draft-answer'
  | 'revise-message'
  | 'connect-smtp'
  | 'connect-microsoft'
  | 'send-smtp-test'
  | 'send-sendgrid-test'
  | 'check-rates'
  | 'forget-secret'
  | 'tell-admins'
  | 'send-message';

type Reactor = (event: TailedEvent) => JobRequest[];

const text = (event: TailedEvent, field: string): string =>
  String((event.data as Record<string, unknown>)[field] ?? '');
/** How many searches, contacts and texts of a tenant are asked for at a time: all together as many as it has places (runWorker.ts). */
const LANES = { find: 2, contact: 2, text: 3, picture: 1 };
/** The queue of a job that asks a provider: one of the few lanes of its tenant, so that others get their turn beside a long list. */
export function laneOf(kind: keyof typeof LANES, { tenant }: Pick<TailedEvent, 'tenant'>, id: string): string {
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return `${kind}:${tenant}:${sum % LANES[kind]}`;
}

/** 0: it is none, or sends one again. */
const followUpNumber = ({ id }: TailedEvent): number => Math.max(0, Number(id.split('.')[2] ?? 0) - 1) || 0;

const campaignOfMessage = (event: TailedEvent): string => event.id.split('.')[0] ?? '';

const planOf = (campaignId: string, event: TailedEvent): JobRequest => ({
  task: 'plan-campaign',
  id: campaignId,
  jobKey: `plan:${event.tenant}:${campaignId}`,
});
const sendAt = (event: TailedEvent, runAt?: string): JobRequest[] => [
  { task: 'send-message', id: event.id, jobKey: `send:${event.tenant}:${event.id}`, ...(runAt ? { runAt } : {}) },
];
const complete: Reactor = (event) => {
  const id = campaignOfMessage(event);
  return [{ task: 'complete-campaign', id, jobKey: `complete:${event.tenant}:${id}` }];
};
const finish: Reactor = (event) => {
  const id = campaignOfMessage(event);
  return [{ task: 'finish-messages', id, jobKey: `finish:${event.tenant}:${id}` }];
};
const planMessage: Reactor = (event) => [planOf(campaignOfMessage(event), event)];
const planCampaign: Reactor = (event) => [planOf(event.id, event)];
/** The rules changed, or who shares the mailbox: what no longer holds is drawn again, and what waits is planned. */
const replan: Reactor = (event) => [{ task: 'replan-mailbox', id: event.tenant, jobKey: `replan:${event.tenant}` }];
/** An account lies in the tenant `system`: the task finds the user's workspace. */
const replanOfUser: Reactor = ({ id }) => [{ task: 'replan-mailbox', id, jobKey: `replan:user:${id}` }];
const replanAndComplete: Reactor = (event) => [
  ...replan(event),
  { task: 'complete-campaign', id: event.id, jobKey: `complete:${event.tenant}:${event.id}` },
];
/** One after the other: of two at once the one with the older words might end last. */
const rescoreQueue = ({ tenant }: TailedEvent): string => `rescore:${tenant}`;
const rescore: Reactor = (event) => [
  {
    task: 'rescore-partners',
    id: event.id,
    jobKey: `rescore:${event.tenant}`,
    queueName: rescoreQueue(event),
  },
];
/** A job key of its own: it must not replace the job of new criteria, which scores for any audience. */
const rescoreBySearch: Reactor = (event) => [
  {
    task: 'rescore-partners',
    id: event.id,
    also: { of: 'search' },
    jobKey: `rescore-by-search:${event.tenant}`,
    queueName: rescoreQueue(event),
  },
];
/** What a score depends on. A new phone number scores nobody again. */
const SCORED_BY = ['partnerCriteria', 'targetAudience', 'industry', 'businessName', 'description'];
/** What the times depend on: without a postal address nothing may leave. */
const PLANNED_BY = ['timezone', 'postalAddress', 'minDaysBetweenCampaigns'];
/** Who has replied gets nothing more that was asked for before: the event's stream is the message that was replied to. */
const cancelAnswered: Reactor = (event) => [{ task: 'cancel-messages', id: event.id, also: { of: 'reply' } }];
const cancelOfPartner: Reactor = (event) => [{ task: 'cancel-messages', id: event.id, also: { of: 'partner' } }];

/** A mailbox sends again: what waits is planned, and each Send Now that waited leaves. */
const resume: Reactor = (event) => [
  ...replan(event),
  { task: 'resume-sends', id: event.tenant, jobKey: `resume:${event.tenant}` },
];
/** What was sent is followed up. The job is about the message. */
const followUp: Reactor = (event) => [
  { task: 'follow-up', id: event.id, jobKey: `follow:${event.tenant}:${event.id}` },
];
const followCampaignOf = (id: string, { tenant }: TailedEvent): JobRequest => ({
  ...{ task: 'follow-up', id, also: { of: 'campaign' }, jobKey: `follow:${tenant}:${id}` },
});
const followCampaign: Reactor = (event) => [followCampaignOf(event.id, event)];
/** Why a follow-up ends when its campaign was edited. */
const OF_AN_EDIT = ['dropped', 'replaced'];
/** A mail says that somebody is away: the job is about the conversation. */
const followLater: Reactor = (event) =>
  text(event, 'label') === 'out_of_office' ? [{ task: 'follow-up', id: event.id, also: { of: 'away' } }] : [];
/** The text of a follow-up is written once it is there; that of a first message when somebody asks. */
const writeFollowUp: Reactor = (event) =>
  followUpNumber(event) > 0
    ? [{ task: 'write-message', id: event.id, queueName: laneOf('text', event, event.id) }]
    : [];

const ofRequest = (task: TaskName, event: TailedEvent): JobRequest => ({
  task,
  id: event.id,
  also: { requestId: text(event, 'requestId') },
});
const revokeGmail = (event: TailedEvent): JobRequest => ({
  task: 'revoke-gmail',
  id: event.id,
  jobKey: `revoke-gmail:${event.tenant}:${event.id}`,
});

const forgetSecret = ({ id }: TailedEvent, secretId: string): JobRequest => ({
  task: 'forget-secret',
  id,
  also: { secretId },
});

/** Nothing leaves the account any more, and nothing needs what signed in to it. */
const disconnected: Reactor = (event) => [
  ...replan(event),
  checkDomain(event),
  forgetSecret(event, text(event, 'secretId')),
];

/** Follow-ups of an account wait until it was read. */
const readNow = ({ id }: TailedEvent): JobRequest => ({ task: 'read-mail', id });

const mailboxConnected: Reactor = (event) => {
  const { replaced } = event.data as { replaced: string | null };
  return [...resume(event), checkDomain(event), readNow(event), ...(replaced ? [forgetSecret(event, replaced)] : [])];
};

const withdraw: Reactor = (event) => [{ task: 'withdraw-approvals', id: event.id }];
const checkAgain = (event: TailedEvent, of: 'campaign' | 'profile'): JobRequest => ({
  task: 'withdraw-approvals',
  id: event.id,
  also: { of },
  jobKey: `check-texts:${event.tenant}:${event.id}`,
});
/** What a text is checked against (checkText.ts). */
const CHECKED_BY = [
  ...['businessName', 'industry', 'description', 'userFullName', 'jobTitle'],
  ...['contactEmail', 'contactPhone', 'postalAddress'],
];

const verifyOf = (tenant: string, id: string): JobRequest => ({
  task: 'verify-contact',
  id,
  jobKey: `verify-contact:${tenant}:${id}`,
  queueName: laneOf('contact', { tenant }, id),
});
const verifyContact = ({ tenant, id }: TailedEvent): JobRequest => verifyOf(tenant, id);
/** An imported address is verified when it is needed: once its partner joins a campaign. Others were verified before. */
const verifyJoined: Reactor = (event) => {
  const { step, partnerId } = event.data as { step: string; partnerId: string };
  return step === '1' ? [verifyOf(event.tenant, partnerId)] : [];
};

/** Does something at once only where nothing is kept for a while (RETENTION_DAYS=0). */
const eraseDeleted = ({ tenant }: TailedEvent): JobRequest => ({
  task: 'erase-deleted',
  id: tenant,
  jobKey: 'erase-deleted',
});

/** How long an interrupted call to a provider may still have an effect. */
const RECONCILE_AFTER_MS = 60_000;
/** Unconfirmed messages of an account that is back. */
const reconcileNow: Reactor = ({ tenant }) => [
  { task: 'reconcile-sends', id: tenant, jobKey: `reconcile:${tenant}:now` },
];
/** Another sender may have another domain. */
const checkDomain = ({ tenant, id }: TailedEvent): JobRequest => ({
  task: 'check-domain',
  id,
  jobKey: `check-domain:${tenant}:${id}`,
});
const reconcile: Reactor = ({ tenant }) => [
  {
    task: 'reconcile-sends',
    id: tenant,
    jobKey: `reconcile:${tenant}`,
    delayMs: RECONCILE_AFTER_MS,
  },
];

/** Platforms whose source names a picture. */
const PICTURED: ReadonlySet<string> = new Set(['youtube']);

const checkRates: Reactor = (event) => {
  const id = campaignOfMessage(event);
  return [{ task: 'check-rates', id, jobKey: `rates:${event.tenant}:${id}` }];
};

/** Which jobs follow from which type of event. One that is not here needs none. */
const reactors: Readonly<Record<string, Reactor>> = {
  SearchRequested: (event) => [{ task: 'find-partners', id: event.id, queueName: laneOf('find', event, event.id) }],
  PartnerProfileRequested: (event) => [
    {
      task: 'write-partner-profile',
      id: event.id,
      also: { requestId: text(event, 'requestId') },
      queueName: laneOf('find', event, event.id),
    },
  ],
  ImportStarted: (event) => [
    {
      task: 'import-partners',
      id: event.id,
      also: { importId: text(event, 'importId') },
      queueName: `import:${event.tenant}`,
    },
  ],
  SearchPlanned: rescoreBySearch,
  PartnerProfileGenerated: rescore,
  BusinessProfileUpdated: (event) => {
    const { fields } = event.data as { fields: string[] };
    return [
      ...(fields.some((field) => SCORED_BY.includes(field)) ? rescore(event) : []),
      ...(fields.some((field) => PLANNED_BY.includes(field)) ? replan(event) : []),
      ...(fields.some((field) => CHECKED_BY.includes(field)) ? [checkAgain(event, 'profile')] : []),
    ];
  },
  ContactSearchRequested: (event) => [
    {
      task: 'find-contact',
      id: event.id,
      also: { contactSearchId: text(event, 'contactSearchId'), period: text(event, 'period') },
      queueName: laneOf('contact', event, event.id),
    },
  ],
  ContactEdited: (event) => [...withdraw(event), verifyContact(event)],
  // a search replaces the address of who has one; an import only brings people who are in no campaign
  ContactFound: (event) => {
    if (!text(event, 'contactSearchId')) return [];
    return [
      ...withdraw(event),
      ...('verification' in event.data && event.data.verification ? [] : [verifyContact(event)]),
    ];
  },
  PartnerDiscovered: (event) => {
    const { platform, otherPlatforms } = event.data as { platform: string; otherPlatforms: string[] };
    const pictured = [platform, ...otherPlatforms].some((one) => PICTURED.has(one));
    return pictured ? [{ task: 'fetch-picture', id: event.id, queueName: laneOf('picture', event, event.id) }] : [];
  },
  PartnerRejected: cancelOfPartner,
  PartnerDeleted: (event) => [...cancelOfPartner(event), eraseDeleted(event)],
  // a campaign may have added them at the very moment
  PartnerDecisionUndone: (event) => (text(event, 'now') === 'approved' ? [] : cancelOfPartner(event)),
  MessagesRequested: (event) => {
    const data = event.data as { runId: string; messageIds: string[] };
    return data.messageIds.map((id) => ({
      task: 'write-message',
      id,
      also: { runId: data.runId },
      queueName: laneOf('text', event, id),
    }));
  },
  MessageGenerated: finish,
  MessageGenerationFailed: finish,
  CampaignStarted: (event) => [...replanAndComplete(event), ...followCampaign(event)],
  // all of it may have reached its fate while the campaign was paused
  CampaignResumed: (event) => [...replanAndComplete(event), ...followCampaign(event)],
  CampaignPaused: planCampaign,
  CampaignEdited: (event) => [...replan(event), ...followCampaign(event), checkAgain(event, 'campaign')],
  SendingRulesSet: replan,
  // what a tenant needs before anything leaves (sendBlockers.ts)
  EmailProviderChosen: (event) => [...replan(event), checkDomain(event)],
  SendGridKeyStored: (event) => [...resume(event), checkDomain(event)],
  SenderAddressSet: (event) => [...replan(event), checkDomain(event)],
  DomainCheckRequested: (event) => [checkDomain(event)],
  TestMailReturned: (event) => [checkDomain(event)],
  UserPaused: replanOfUser,
  UserResumed: replanOfUser,
  UserDeleted: (event) => [...replanOfUser(event), eraseDeleted(event)],
  MailboxHeld: replan,
  MailboxPaused: replan,
  MailboxResumed: resume,
  MailboxHoldLifted: resume,
  GmailConnectRequested: (event) => [ofRequest('connect-gmail', event)],
  // another account than before leaves a token behind
  GmailConnected: (event) => [
    ...resume(event),
    revokeGmail(event),
    ...reconcileNow(event),
    checkDomain(event),
    readNow(event),
  ],
  // follow-ups waited for it
  MailReadThrough: replan,
  GmailReauthNeeded: replan,
  GmailDisconnected: (event) => [...replan(event), revokeGmail(event), checkDomain(event)],
  TestEmailRequested: (event) => [ofRequest('send-test-email', event)],
  SmtpConnectRequested: (event) => [ofRequest('connect-smtp', event)],
  SmtpConnected: mailboxConnected,
  MicrosoftConnectRequested: (event) => [ofRequest('connect-microsoft', event)],
  MicrosoftConnected: mailboxConnected,
  SmtpConnectFailed: (event) => [forgetSecret(event, text(event, 'secretId'))],
  SmtpReauthNeeded: replan,
  SmtpDisconnected: disconnected,
  SendGridDisconnected: disconnected,
  SendGridTestRequested: (event) => [ofRequest('send-sendgrid-test', event)],
  SmtpTestRequested: (event) => [ofRequest('send-smtp-test', event)],
  CampaignDeleted: (event) => [{ task: 'cancel-messages', id: event.id, also: { of: 'campaign' } }],
  MessageApproved: planMessage,
  EmailUnscheduled: planMessage,
  MessageRestored: (event) => [...planMessage(event), ...writeFollowUp(event)],
  FollowUpWaitChanged: planMessage,
  EmailScheduled: (event) => sendAt(event, text(event, 'at')),
  EmailDeferred: (event) => sendAt(event, text(event, 'until')),
  // a mail of the plan has no such time: the sweep has it planned again, at most once a minute
  SendReleased: (event) => {
    const { until } = event.data as { until: string | null };
    return until === null ? [] : sendAt(event, until);
  },
  ReplyReceived: cancelAnswered,
  // what a program wrote is known by its headers
  MailReceived: (event) =>
    (event.data as { automatic: boolean }).automatic
      ? []
      : [
          {
            task: 'classify-reply',
            id: event.id,
            also: { receivedId: text(event, 'receivedId') },
            queueName: laneOf('text', event, event.id),
          },
        ],
  AnswerDraftRequested: (event) => [
    { ...ofRequest('draft-answer', event), queueName: laneOf('text', event, event.id) },
  ],
  TextRevisionRequested: (event) => [
    { ...ofRequest('revise-message', event), queueName: laneOf('text', event, event.id) },
  ],
  // a list of thousands of addresses needs one such job
  AddressHeld: (event) => [{ task: 'cancel-suppressed', id: event.id, jobKey: `suppressed:${event.tenant}` }],
  AddressReleased: resume,
  SuppressionUndone: (event) => [
    { task: 'resume-answered', id: event.id, also: { of: 'address', version: String(event.version) } },
  ],
  AddressSuppressed: (event) => [{ task: 'cancel-suppressed', id: event.id, jobKey: `suppressed:${event.tenant}` }],
  SendNowRequested: (event) => sendAt(event),
  SendNowResumed: (event) => sendAt(event),
  ErasureRequested: (event) => [{ task: 'erase', id: event.id, jobKey: `erase:${event.tenant}:${event.id}` }],
  AccessRequested: (event) => [{ task: text(event, 'what') === 'issuer' ? 'ask-issuer' : 'mail-access', id: event.id }],
  // the jobs of what was asked for are no part of a backup
  SendingReleased: (event) => [{ task: 'requeue-open-requests', id: event.id, jobKey: 'requeue-open-requests' }],
  AiModelChecked: (event) =>
    text(event, 'state') === 'current'
      ? []
      : [
          {
            task: 'tell-admins',
            id: event.id,
            also: { version: String(event.version), model: text(event, 'model'), state: text(event, 'state') },
          },
        ],
  JobRetryAsked: (event) => [{ task: 'retry-job', id: text(event, 'jobId') }],
  MessageDrafted: (event) => [...writeFollowUp(event), ...verifyJoined(event)],
  MessageReopened: writeFollowUp,
  DeliveryReported: (event) => {
    const report = text(event, 'report');
    const isBad = RATE_LIMITS.some((limit) => limit.report === report);
    const rates = isBad ? checkRates(event) : [];
    // what came back is followed by nothing
    const arrived = report === 'delivered' || report === 'deferred';
    return [...rates, ...(arrived ? [] : followUp(event))];
  },
  DeliveryLabeled: (event) =>
    text(event, 'report') === 'bounced' ? [...checkRates(event), ...followUp(event)] : followUp(event),
  DeliveryUnlabeled: followUp,
  EmailSent: (event) => [...complete(event), ...followUp(event)],
  // an interrupted call may still reach the provider: its draft is looked at later
  EmailOutcomeUnknown: reconcile,
  // it may have counted as sent before
  EmailFailed: (event) => [...complete(event), ...followUp(event)],
  // a program had written it
  ReplyDiscounted: (event) => [...followUp(event), { task: 'resume-answered', id: event.id }],
  ReplyClassified: followLater,
  ReplyLabelSet: followLater,
  EmailMarkedSent: (event) => [...complete(event), ...followUp(event)],
  MessageAbandoned: complete,
  // what took its place begins
  MessageCancelled: (event) => [
    ...complete(event),
    ...(OF_AN_EDIT.includes((event.data as { reason: Reason }).reason.code)
      ? [followCampaignOf(campaignOfMessage(event), event)]
      : []),
  ],
};

/** The jobs that an event asks for. The relay adds them; after a restore requeueOpenRequests.ts does so once more for open requests. */
export const jobsFor = (event: TailedEvent): JobRequest[] => reactors[event.type]?.(event) ?? [];
