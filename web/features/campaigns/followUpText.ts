import type { SendView } from '../../../api/views.ts';

/** "+3 days, then +7 days": when the follow-ups leave, each after the email before it. */
export const daysText = (days: readonly number[]): string =>
  days.map((count) => `+${count} ${count === 1 ? 'day' : 'days'}`).join(', then ');

/** Which email of its sequence it is; null for a first one. */
export const stepText = ({ followUp }: Pick<SendView, 'followUp'>): string | null =>
  followUp && `Follow-up ${followUp.number}`;
