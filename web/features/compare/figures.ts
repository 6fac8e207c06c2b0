import type { CampaignFiguresView } from '../../../api/views.ts';
import { percent, wholeNumber } from '../../lib/numbers.ts';

type StepFigures = CampaignFiguresView['campaigns'][number]['steps'][number];
export type Figures = Omit<StepFigures, 'step' | 'version'>;

/** Deliveries count only where a provider reports them. */
export function sumOf(parts: readonly Figures[]): Figures {
  const sum = (name: Exclude<keyof Figures, 'delivered'>) => parts.reduce((total, part) => total + part[name], 0);
  const delivered = parts.flatMap((part) => part.delivered ?? []);
  return {
    ...{ sent: sum('sent'), replied: sum('replied'), interested: sum('interested') },
    ...{ bounced: sum('bounced'), unsubscribed: sum('unsubscribed') },
    delivered: delivered.length > 0 ? delivered.reduce((total, n) => total + n, 0) : null,
  };
}

/** "29%" of the emails sent. */
export const rateOf = (count: number, { sent }: Pick<Figures, 'sent'>): string | null =>
  sent > 0 && count > 0 ? percent(Math.round((1_000 * count) / sent) / 10) : null;

export const figureText = (count: number | null): string => (count === null ? '–' : wholeNumber(count));

export const stepName = (step: number): string => (step === 1 ? 'First email' : `Follow-up ${step - 1}`);

export const compareHref = (campaignId?: string): string =>
  campaignId === undefined ? '/campaigns/compare' : `/campaigns/compare?campaigns=${campaignId}&by=step`;
