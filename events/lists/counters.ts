/**
 * The counters that a person's rows add to. Each has a key: campaign ('' for the whole tenant), name and day ('' for none) in the tenant's zone. A
 * person counts once in a number of people, so no number needs to look for doubles.
 */
import { CAMPAIGN_METRICS, type CampaignMetric, DASHBOARD_METRICS } from '../history/metrics.ts';
import { isAnswer } from '../messages/answer.ts';
import { type MessageState, willLeave } from '../messages/messageState.ts';
import type { LeavingKind } from '../sending/mailboxSchedule.ts';
import { localDay } from '../shared/zoned.ts';
import type { ConversationRow } from './conversationRow.ts';
import { byCampaign } from './messageSets.ts';
import { waitsForJudge } from './partnerRow.ts';
import type { Person, Placed } from './person.ts';
import { countSteps } from './stepCounters.ts';

export type CounterKey = { campaign?: string; name: string; day?: string };

export const keyOf = ({ campaign = '', name, day = '' }: CounterKey): string => `${campaign}|${name}|${day}`;

const SETS = Object.entries(CAMPAIGN_METRICS).filter(([name]) => !name.startsWith('run')) as [
  CampaignMetric,
  { set: string; people?: true },
][];

/** What a campaign's state decides is counted beside the metrics of its screen. */
const MORE = ['all', 'open', 'openPlanned', 'toFollow', 'toRead', 'flagged', 'unchecked'] as const;

/** Whether the past has the counter: if a screen of the past shows it. Then it follows from partner, messages and zone alone, without personal data. */
export function isInPast(key: string): boolean {
  const [campaign = '', name = '', day = ''] = key.split('|');
  if (campaign === '') return name in DASHBOARD_METRICS;
  return day === '' && (name in CAMPAIGN_METRICS || name === 'all' || name.startsWith('run.'));
}

const dayOf = (at: string, zone: string): string => localDay(Date.parse(at), zone);

export function countersOf(
  { partner, zone }: Pick<Person, 'partner' | 'zone'>,
  messages: readonly Placed[],
  conversations: readonly ConversationRow[],
): Record<string, number> {
  const counted: Record<string, number> = {};
  const add = (key: CounterKey, count = 1) => {
    const name = keyOf(key);
    if (count > 0) counted[name] = (counted[name] ?? 0) + count;
  };
  for (const [campaign, own] of byCampaign(messages)) {
    const inSet = (set: string) => own.filter(({ sets }) => sets.includes(set));
    for (const [name, { set, people }] of SETS)
      add({ campaign, name }, people ? Math.min(1, inSet(set).length) : inSet(set).length);
    for (const name of MORE) add({ campaign, name }, inSet(name).length);
    add({ campaign, name: 'answers' }, own.filter(isListedAnswer).length);
    for (const { state } of own)
      if (state.lastRun) add({ campaign, name: `run.${state.lastRun.runId}.${state.lastRun.outcome}` });
    for (const { state } of inSet('sent'))
      if (state.sentAt) add({ campaign, name: 'sent', day: dayOf(state.sentAt, zone) });
    for (const { state } of inSet('replied'))
      if (state.repliedAt) add({ campaign, name: 'replied', day: dayOf(state.repliedAt, zone) });
    for (const { state } of own) countLeaving(state, zone, add);
    countVariant(own, conversations, add);
    countSteps(own, conversations, zone, add);
  }
  countPerson(partner, messages, zone, add);
  countConversations(conversations, add);
  return counted;
}

/** It is in the campaign's list, and no other number counts it there. */
const isListedAnswer = ({ state, sets }: Placed): boolean =>
  isAnswer(state.step) && (sets.includes('failed') || sets.includes('unknown'));

type Add = (key: CounterKey, count?: number) => void;

/** The emails of a campaign that will leave, by mailbox ('': open) and day. Those of `now` have no day. */
function countLeaving(state: MessageState, zone: string, add: Add): void {
  if (!willLeave(state)) return;
  const { campaignId: campaign, status, mailbox, scheduledAt, scheduledDay } = state;
  const count = (kind: LeavingKind, day = '') => add({ campaign, name: `leaving.${kind}.${mailbox ?? ''}`, day });
  if (status === 'claimed' || scheduledAt === null) count('now');
  else if (status === 'scheduled' && scheduledDay !== null) count('planned', scheduledDay);
  else count('deferred', dayOf(scheduledAt, zone));
}

/** Of an A/B test: a person belongs to the version of their first email, whichever message counts. */
function countVariant(messages: readonly Placed[], conversations: readonly ConversationRow[], add: Add): void {
  const first = messages.find(({ state }) => state.step === '1')?.state;
  if (!first?.variant) return;
  const { campaignId: campaign, variant, variantTextId } = first;
  const count = (name: string) => add({ campaign, name: `version.${variant}.${variantTextId ?? ''}.${name}` });
  for (const set of ['sent', 'replied', 'bounced', 'unsubscribed', 'complained'])
    if (messages.some(({ sets }) => sets.includes(set))) count(set);
  if (conversations.some((one) => one.campaignId === campaign && one.label === 'interested')) count('interested');
}

function countPerson(partner: Person['partner'], messages: readonly Placed[], zone: string, add: Add): void {
  const sent = messages.filter(({ sets }) => sets.includes('sent'));
  const replied = messages.filter(({ sets }) => sets.includes('replied'));
  const isListed = partner !== null && partner.status !== 'deleted' && partner.status !== 'none';
  const wasWritten = sent.length > 0;
  if (partner && isListed) {
    add({ name: 'totalPartners', day: dayOf(partner.createdAt, zone) });
    if (partner.status === 'approved')
      add({ name: 'approvedPartners', day: dayOf(partner.decidedAt ?? partner.createdAt, zone) });
    add({ name: `status.${partner.status}` });
    add({ name: `partners.${partner.status}.${partner.platform}.${partner.emailStatus}` });
    if (waitsForJudge(partner)) add({ name: 'waitsForJudge' });
    const isApproved = partner.status === 'approved';
    // a person who was written to counts as approved and with an address, whatever became of that since
    if (isApproved || wasWritten) add({ name: 'funnel.approved' });
    if ((isApproved && partner.emailStatus === 'email_found') || wasWritten) add({ name: 'funnel.email' });
    if (wasWritten) add({ name: 'funnel.sent' });
    if (replied.length > 0) add({ name: 'funnel.replied' });
  }
  for (const { state } of sent) if (state.sentAt) add({ name: 'totalEmailsSent', day: dayOf(state.sentAt, zone) });
  for (const { state } of replied) if (state.repliedAt) add({ name: 'replied', day: dayOf(state.repliedAt, zone) });
  const firstSent = sent.flatMap(({ state }) => state.sentAt ?? []).sort()[0];
  if (firstSent === undefined) return;
  add({ name: 'partnersWrittenTo', day: dayOf(firstSent, zone) });
  if (replied.length > 0) add({ name: 'partnersReplied', day: dayOf(firstSent, zone) });
  const ofDeleted = ({ campaign }: Placed) => campaign?.status === 'deleted';
  if (sent.some(ofDeleted)) add({ name: 'deleted.partnersWrittenTo' });
  if (replied.some(ofDeleted)) add({ name: 'deleted.partnersReplied' });
}

function countConversations(conversations: readonly ConversationRow[], add: Add): void {
  for (const { campaignId, listed, variant, unread, unanswered, done, label } of conversations) {
    if (!listed) continue;
    const scopes = [
      { campaign: '', prefix: 'inbox' },
      { campaign: campaignId, prefix: 'inbox' },
      ...(variant ? [{ campaign: campaignId, prefix: `inbox.${variant}` }] : []),
    ];
    for (const { campaign, prefix } of scopes) {
      const count = (name: string) => add({ campaign, name: `${prefix}.${name}` });
      if (unread) count('unread');
      if (unanswered) count('unanswered');
      count(done ? 'done' : 'open');
      if (label && !done) count(`label.${label}`);
    }
  }
}
