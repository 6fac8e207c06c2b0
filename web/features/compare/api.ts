import { client, unwrap } from '../../lib/client.ts';
import { downloadResponse } from '../../lib/downloadFile.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api['campaign-figures'];

export type FiguresAsked = { campaigns: readonly string[]; from?: string; to?: string };

const queryOf = ({ campaigns, ...days }: FiguresAsked) => ({ ...days, campaigns: campaigns.join(',') });

/** By step and version. The events that change an A/B test change these, too. */
export const [useFigures] = query((asked: FiguresAsked) => ({
  key: ['ab-test', 'figures', asked],
  call: () => unwrap(calls.$get({ query: queryOf(asked) })),
  enabled: asked.campaigns.length > 0,
}));

export const useExportFigures = () =>
  useAction({
    call: async (asked: FiguresAsked) =>
      downloadResponse(await calls.export.$get({ query: queryOf(asked) }), 'campaigns.csv'),
    failed: failure('Export Failed', 'Failed to export the figures. Please try again.'),
    done: { title: 'Export Complete', text: 'The figures are exported as CSV.' },
  });
