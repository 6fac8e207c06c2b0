import { stringify } from 'csv-stringify/sync';
import type { CampaignFiguresView } from '../views.ts';

const COLUMNS = ['sent', 'delivered', 'replied', 'interested', 'bounced', 'unsubscribed'] as const;

/** UTF-8 with a byte order mark, formulas escaped for spreadsheets. A cell is empty if no provider reports it. */
export const campaignFiguresCsv = ({ campaigns }: CampaignFiguresView): string =>
  stringify(
    campaigns.flatMap(({ name, steps }) =>
      steps.map((one) => [
        name ?? 'erased',
        one.step,
        one.version ?? '',
        ...COLUMNS.map((column) => one[column] ?? ''),
      ]),
    ),
    { header: true, columns: ['campaign', 'step', 'version', ...COLUMNS], bom: true, escape_formulas: true },
  );
