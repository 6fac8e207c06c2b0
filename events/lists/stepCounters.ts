/** What became of the emails of a campaign, by step, version and the day on which an email left. */
import type { Variant } from '../campaigns/variants.ts';
import { sequenceNumber } from '../messages/followUp.ts';
import type { DeliveryReport } from '../messages/messageEvents.ts';
import { localDay } from '../shared/zoned.ts';
import type { ConversationRow } from './conversationRow.ts';
import type { Placed } from './person.ts';

/** `arrived`: a report that came after the delivery and replaced it. */
const STEP_COUNTS = ['sent', 'delivered', 'arrived', 'replied', 'interested', 'bounced', 'unsubscribed'] as const;
type StepCount = (typeof STEP_COUNTS)[number];

/** The first email is step 1. */
type Step = { step: number; version: Variant | null };

/** They have rows of their own, so that other reads of a campaign's counters do not pass them. */
export const stepCountersOf = (campaign: string): string => `${campaign}.steps`;

function readStepCounter(name: string): Step & { count: StepCount } {
  const [step = '', version = '', count = ''] = name.split('.');
  return { step: Number(step), version: (version || null) as Variant | null, count: count as StepCount };
}

const AFTER_DELIVERY: readonly DeliveryReport[] = ['unsubscribed', 'complained'];

/** `messages`: of one campaign to one person. The version is that of their first email. */
export function countSteps(
  messages: readonly Placed[],
  conversations: readonly ConversationRow[],
  zone: string,
  add: (key: { campaign: string; name: string; day: string }) => void,
): void {
  const sent = messages.filter(({ sets }) => sets.includes('sent'));
  const campaign = sent[0]?.state.campaignId;
  if (campaign === undefined) return;
  const version = messages.find(({ state }) => state.step === '1')?.state.variant ?? '';
  const isInterested = conversations.some((one) => one.campaignId === campaign && one.label === 'interested');
  const byTime = sent.toSorted((a, b) => ((a.state.sentAt ?? '') < (b.state.sentAt ?? '') ? -1 : 1));
  // the label is about the conversation, so the email with the reply counts once
  const interested = isInterested ? (byTime.findLast(({ sets }) => sets.includes('replied')) ?? byTime.at(-1)) : null;
  for (const one of sent) {
    const { sentAt, reported } = one.state;
    if (sentAt === null) continue;
    const counts: Record<StepCount, boolean> = {
      sent: true,
      delivered: reported?.report === 'delivered',
      arrived: reported !== null && AFTER_DELIVERY.includes(reported.report),
      replied: one.sets.includes('replied'),
      interested: one === interested,
      bounced: one.sets.includes('bounced'),
      unsubscribed: one.sets.includes('unsubscribed'),
    };
    const step = (sequenceNumber(one.state) ?? 0) + 1;
    const day = localDay(Date.parse(sentAt), zone);
    for (const count of STEP_COUNTS)
      if (counts[count]) add({ campaign: stepCountersOf(campaign), name: `${step}.${version}.${count}`, day });
  }
}

/** `delivered`: null if no provider reported a delivery. */
export type StepFigures = Step &
  Record<Exclude<StepCount, 'delivered' | 'arrived'>, number> & { delivered: number | null };

/** The figures of a campaign's counters, in the order of steps and versions. */
export function stepFigures(counters: readonly { name: string; n: number }[]): StepFigures[] {
  const found = new Map<string, Step & Record<StepCount, number>>();
  for (const { name, n } of counters) {
    const { count, ...step } = readStepCounter(name);
    const key = `${step.step}${step.version ?? ''}`;
    const none = { sent: 0, delivered: 0, arrived: 0, replied: 0, interested: 0, bounced: 0, unsubscribed: 0 };
    const figures = found.get(key) ?? { ...step, ...none };
    figures[count] += n;
    found.set(key, figures);
  }
  return [...found.values()]
    .sort((a, b) => a.step - b.step || ((a.version ?? '') < (b.version ?? '') ? -1 : 1))
    .map(({ delivered, arrived, ...figures }) => ({
      ...figures,
      delivered: delivered > 0 ? delivered + arrived : null,
    }));
}
