/** A provider's later reports on an email: it came back, was complained about, or arrived. */

import { type DeliveryReport, isGraver, type LabeledReport, type MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';

/**
 * Marks a message with what became of an attempt (`reason`: the provider's words, which may name people; `happenedAt`: ISO 8601). Told again, it is
 * no event.
 */
export function recordDelivery(
  state: MessageState,
  attempt: number,
  report: DeliveryReport,
  reason: string | null,
  happenedAt: string | null = null,
): MessageEvent[] {
  if (!state.dispatch || state.dispatch.attempt !== attempt) return [];
  if (!isGraver(report, state.reported?.report)) return [];
  const personal = reason === null || state.erased || state.unreadable ? null : { reason };
  return [{ type: 'DeliveryReported', data: { attempt, report, happenedAt }, personal }];
}

/** A label of the conversation says what became of the last attempt. null: none says so any more. */
export function labelDelivery(state: MessageState, report: LabeledReport | null): MessageEvent[] {
  const { dispatch, labeled } = state;
  if (!dispatch || (labeled?.report ?? null) === report) return [];
  const { attempt } = dispatch;
  return report === null
    ? [{ type: 'DeliveryUnlabeled', data: { attempt } }]
    : [{ type: 'DeliveryLabeled', data: { attempt, report } }];
}

/** The reports of a mail that did not reach the person. */
export const CAME_BACK: readonly DeliveryReport[] = ['blocked', 'dropped', 'bounced'];

export const cameBack = ({ delivery }: Pick<MessageState, 'delivery'>): boolean =>
  delivery !== null && CAME_BACK.includes(delivery.report);

const IN_WORDS: Record<DeliveryReport, string> = {
  deferred: 'Sent; the server of the recipient asked to wait, and SendGrid tries again',
  delivered: 'Delivered to the server of the recipient',
  blocked: 'Sent, but it was turned away',
  dropped: 'Sent to SendGrid, which did not pass it on',
  bounced: 'Sent, but it came back',
  unsubscribed: 'Sent; this person unsubscribed',
  complained: 'Sent, but reported as spam',
};

/** The fate of a sent email, as a line for the user. */
export const deliveryText = ({ report, reason }: NonNullable<MessageState['delivery']>): string =>
  reason ? `${IN_WORDS[report]}: ${reason}` : IN_WORDS[report];
