import type { CampaignFiguresView } from '../views.ts';
import { csvOf } from './csv.ts';

const COLUMNS = ['sent', 'delivered', 'replied', 'interested', 'bounced', 'unsubscribed'] as const;

/** A cell is empty if no provider reports it. */
export const campaignFiguresCsv = ({ campaigns }: CampaignFiguresView): string =>
  csvOf(
    campaigns.flatMap(({ name, steps }) =>
      steps.map((one) => [
        name ?? 'erased',
        one.step,
        one.version ?? '',
        ...COLUMNS.map((column) => one[column] ?? ''),
      ]),
    ),
    ['campaign', 'step', 'version', ...COLUMNS],
  );
