import type { SendView } from '../../../api/views.ts';

/** Which email of its sequence it is; null for a first one. */
export const stepText = ({ followUp }: Pick<SendView, 'followUp'>): string | null =>
  followUp && `Follow-up ${followUp.number}`;
