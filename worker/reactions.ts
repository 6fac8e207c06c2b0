import type { AnyEvent } from '../events/event.ts';

/** An event as the relay sees it: `id` is the stream's id without its kind. */
export type TailedEvent = {
  tenant: string;
  streamId: string;
  id: string;
  version: number;
  type: string;
  data: AnyEvent['data'];
};

export type JobWish = {
  task: TaskName;
  id: string;
  also?: Record<string, string>;
  runAt?: string;
  /** Jobs of one key replace each other while they wait. */
  key?: string;
};

export type TaskName =
  | 'find-partners'
  | 'write-partner-profile'
  | 'rescore-partners'
  | 'find-contact'
  | 'write-message'
  | 'finish-messages'
  | 'plan-campaign'
  | 'complete-campaign'
  | 'cancel-messages'
  | 'cancel-suppressed'
  | 'withdraw-approvals'
  | 'replan-mailbox'
  | 'send-message';

type Reaction = (event: TailedEvent) => JobWish[];

const text = (event: TailedEvent, field: string): string =>
  String((event.data as Record<string, unknown>)[field] ?? '');
const campaignOfMessage = (event: TailedEvent): string => event.id.split('.')[0] ?? '';

const planOf = (campaignId: string, event: TailedEvent): JobWish => ({
  task: 'plan-campaign',
  id: campaignId,
  key: `plan:${event.tenant}:${campaignId}`,
});
const sendAt = (event: TailedEvent, runAt?: string): JobWish[] => [
  { task: 'send-message', id: event.id, key: `send:${event.tenant}:${event.id}`, ...(runAt ? { runAt } : {}) },
];
const complete: Reaction = (event) => {
  const id = campaignOfMessage(event);
  return [{ task: 'complete-campaign', id, key: `complete:${event.tenant}:${id}` }];
};
const finish: Reaction = (event) => {
  const id = campaignOfMessage(event);
  return [{ task: 'finish-messages', id, key: `finish:${event.tenant}:${id}` }];
};
const planMessage: Reaction = (event) => [planOf(campaignOfMessage(event), event)];
const planCampaign: Reaction = (event) => [planOf(event.id, event)];
/** The rules changed, or who shares the mailbox: what no longer stands is drawn again, and what waits is planned. */
const replan: Reaction = (event) => [{ task: 'replan-mailbox', id: event.tenant, key: `replan:${event.tenant}` }];
const replanAndComplete: Reaction = (event) => [
  ...replan(event),
  { task: 'complete-campaign', id: event.id, key: `complete:${event.tenant}:${event.id}` },
];
const rescore: Reaction = (event) => [{ task: 'rescore-partners', id: event.id, key: `rescore:${event.tenant}` }];
/** What a score depends on. A new phone number scores nobody anew. */
const SCORED_BY = ['partnerCriteria', 'targetAudience', 'industry', 'businessName', 'description'];
/** Who has replied gets nothing more that was asked for before: the event's stream is the message that was replied to. */
const cancelAnswered: Reaction = (event) => [{ task: 'cancel-messages', id: event.id, also: { of: 'reply' } }];
const cancelOfPartner: Reaction = (event) => [{ task: 'cancel-messages', id: event.id, also: { of: 'partner' } }];

/** Which jobs follow from which event. An event that is not here needs none. The relay is the only reader. */
export const reactions: Readonly<Record<string, Reaction>> = {
  SearchRequested: (event) => [{ task: 'find-partners', id: event.id }],
  PartnerProfileRequested: (event) => [
    { task: 'write-partner-profile', id: event.id, also: { requestId: text(event, 'requestId') } },
  ],
  PartnerProfileGenerated: rescore,
  BusinessProfileUpdated: (event) => {
    const { fields } = event.data as { fields: string[] };
    return [
      ...(fields.some((field) => SCORED_BY.includes(field)) ? rescore(event) : []),
      ...(fields.includes('timezone') ? replan(event) : []),
    ];
  },
  ContactSearchRequested: (event) => [
    {
      task: 'find-contact',
      id: event.id,
      also: { contactSearchId: text(event, 'contactSearchId'), period: text(event, 'period') },
    },
  ],
  ContactEdited: (event) => [{ task: 'withdraw-approvals', id: event.id }],
  PartnerRejected: cancelOfPartner,
  PartnerDeleted: cancelOfPartner,
  // a campaign may have added them at the very moment
  PartnerDecisionUndone: cancelOfPartner,
  MessagesRequested: (event) => {
    const data = event.data as { runId: string; messageIds: string[] };
    return data.messageIds.map((id) => ({ task: 'write-message', id, also: { runId: data.runId } }));
  },
  MessageGenerated: finish,
  MessageGenerationFailed: finish,
  CampaignStarted: replanAndComplete,
  // all of it may have reached its fate while the campaign was paused
  CampaignResumed: replanAndComplete,
  CampaignPaused: planCampaign,
  CampaignEdited: replan,
  SendingRulesSet: replan,
  MailboxHeld: replan,
  MailboxHoldLifted: replan,
  CampaignDeleted: (event) => [{ task: 'cancel-messages', id: event.id, also: { of: 'campaign' } }],
  MessageApproved: planMessage,
  EmailUnscheduled: planMessage,
  EmailScheduled: (event) => sendAt(event, text(event, 'at')),
  EmailDeferred: (event) => sendAt(event, text(event, 'until')),
  // a mail of the plan has no such time: the sweep has it planned again, at most once a minute
  SendReleased: (event) => {
    const { until } = event.data as { until: string | null };
    return until === null ? [] : sendAt(event, until);
  },
  ReplyReceived: cancelAnswered,
  // a list of thousands of addresses needs one such job
  AddressSuppressed: (event) => [{ task: 'cancel-suppressed', id: event.id, key: `suppressed:${event.tenant}` }],
  SendNowRequested: (event) => sendAt(event),
  EmailSent: complete,
  EmailFailed: complete,
  EmailMarkedSent: complete,
  MessageAbandoned: complete,
  MessageCancelled: complete,
};
