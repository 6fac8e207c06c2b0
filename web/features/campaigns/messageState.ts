import type { CampaignView, SendStatus, SendView } from '../../../api/views.ts';
import { flawText } from '../../../events/messages/check/flaw.ts';
import { byScore } from '../../../events/partners/score.ts';
import type { BadgeTone } from '../../components/ui/Badge.tsx';

/** The words and steps of a message in its state, the same on every screen. */

type Look = { label: string; tone: BadgeTone };

export const STATUS: Record<SendStatus, Look> = {
  pending: { label: 'Pending', tone: 'mute' },
  unfit: { label: 'No email', tone: 'warn' },
  sending: { label: 'Sending', tone: 'info' },
  sent: { label: 'Sent', tone: 'good' },
  replied: { label: 'Replied', tone: 'accent' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'warn' },
  cancelled: { label: 'Cancelled', tone: 'mute' },
};

type Delivery = NonNullable<SendView['delivery']>;

export const REPORT: Record<Delivery['report'], Look> = {
  deferred: { label: 'Delayed', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  bounced: { label: 'Bounced', tone: 'bad' },
  blocked: { label: 'Blocked', tone: 'bad' },
  dropped: { label: 'Not delivered', tone: 'bad' },
  complained: { label: 'Reported as spam', tone: 'bad' },
  unsubscribed: { label: 'Unsubscribed', tone: 'warn' },
};

export const noticeTone = ({ cameBack, report }: Delivery): 'bad' | 'info' | 'warn' =>
  cameBack ? 'bad' : report === 'delivered' || report === 'deferred' ? 'info' : 'warn';

/** Shown for a message that may have left. */
export const UNCONFIRMED = 'We could not confirm whether this left';

type Question = { title: string; warning: (who: string) => string };
const again = 'Send this email again?';
const twice = (who: string) => `${who} already got this email and will get it a second time.`;

/** The question before a message that may have left is sent again. */
export const RESEND_UNCONFIRMED: Question = {
  title: again,
  warning: (who) => `${who} may already have this email, and would then get it a second time.`,
};

/** The question before a message of this status is sent again. The others cannot be. */
export const RESEND: Partial<Record<SendStatus, Question>> = {
  sent: { title: again, warning: twice },
  replied: { title: again, warning: twice },
  unknown: RESEND_UNCONFIRMED,
  failed: {
    title: 'Try this email again?',
    warning: (who) => `${who} did not get it. It is sent immediately, without changes.`,
  },
};

export const READ_ONLY: Partial<Record<SendStatus, string>> = {
  sending: 'It is being sent right now.',
  sent: 'Sent messages cannot be edited.',
  replied: 'Sent messages cannot be edited.',
  unknown: 'It may have been sent, so it cannot be edited.',
  cancelled: 'It was cancelled and is not sent.',
};

/** Whether the list of messages shows it unless it is narrowed. */
export const isKept = ({ status }: SendView): boolean => status !== 'cancelled';

/** Whether `messageCount` counts it. An answer that needs a decision is listed, and counts only in its state. */
export const isCounted = (message: SendView): boolean => isKept(message) && message.answer === null;

export const hasLeft = ({ status }: Pick<SendView, 'status'>): boolean => status === 'sent' || status === 'replied';

/** Not sent: nothing was handed to an email provider, or it certainly refused. */
export const isEditable = ({ status }: SendView): boolean =>
  status === 'pending' || status === 'failed' || status === 'unfit';

/** Includes a text that was approved before it was flagged: the facts of its partner may change. */
export const waitsForReview = ({ status, approved, body, flaws }: SendView): boolean =>
  status === 'pending' && body !== null && (!approved || flaws.length > 0);

/** "Follow-up 2"; null for a first email. */
export const stepText = ({ followUp }: Pick<SendView, 'followUp'>): string | null =>
  followUp && `Follow-up ${followUp.number}`;

/** "Version B" of an A/B test; null where there is none. A message that is not written yet has no version. */
export const versionText = ({ abTest }: Pick<CampaignView, 'abTest'>, { variant }: Pick<SendView, 'variant'>) =>
  abTest && variant && `Version ${variant}`;

/** Its most important fact in one line; null for most. */
export function troubleOf({
  delivery,
  detail,
  errorMessage,
  flaws,
  status,
  unknown,
}: SendView): { text: string; look: string } | null {
  if (status === 'unknown') {
    const answer = unknown && `${unknown.answer.replace(/\.$/, '')}.`;
    return { text: [`${UNCONFIRMED}.`, answer].filter(Boolean).join(' '), look: 'text-signal' };
  }
  if (status === 'unfit') return { text: detail, look: 'text-signal' };
  if (errorMessage) return { text: errorMessage, look: 'text-bad' };
  if (delivery) return { text: delivery.text, look: 'text-ink-3' };
  if (flaws.length === 0) return null;
  return { text: `Flagged: ${[...new Set(flaws.map(flawText))].join('; ')}.`, look: 'text-signal' };
}

export type MessageStep =
  | 'openConversation'
  | 'markSent'
  | 'sendAgain'
  | 'restore'
  | 'review'
  | 'sendNow'
  | 'edit'
  | 'readdress'
  | 'retry'
  | 'markReplied';

/** A person's possible steps with a message. An answer belongs to its conversation, where all can be done with it. */
export function stepsOf(message: SendView): MessageStep[] {
  const { status, answer, delivery, needsAddress, steers } = message;
  if (answer) return ['openConversation'];
  if (status === 'unknown') return ['markSent', 'sendAgain'];
  if (needsAddress) return ['readdress'];
  if (status === 'failed') return ['edit', 'retry'];
  if (status === 'unfit') return ['edit'];
  if (status === 'sent' && !delivery?.cameBack) return ['markReplied'];
  if (steers.includes('restore')) return ['restore'];
  if (status !== 'pending') return [];
  return [...(waitsForReview(message) ? (['review'] as const) : []), 'sendNow'];
}

/** The messages to one partner stay together, in the order of their steps. */
const inThread = (a: SendView, b: SendView): number =>
  a.partner.id === b.partner.id ? a.step - b.step : a.partner.id < b.partner.id ? -1 : 1;

/**
 * Orders messages by what needs a person: with an unknown outcome, flagged, to review, failed, advised against. The best matches follow. Messages that are
 * not written yet come last.
 */
export function orderMessages(messages: readonly SendView[]): SendView[] {
  const rank = (message: SendView): number => {
    const { status, flaws, body } = message;
    if (status === 'unknown') return 0;
    if (waitsForReview(message)) return flaws.length > 0 ? 1 : 2;
    if (status === 'failed') return 3;
    if (status === 'unfit') return 4;
    return status === 'pending' && body === null ? 6 : 5;
  };
  return messages.toSorted(
    (a, b) => rank(a) - rank(b) || byScore(a.partner.matchScore, b.partner.matchScore) || inThread(a, b),
  );
}
