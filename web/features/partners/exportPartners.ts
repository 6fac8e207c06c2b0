import { useMutation } from '@tanstack/react-query';
import type { PartnerFilter } from '../../../events/inputs/partners.ts';
import { client } from '../../lib/client.ts';
import { downloadFile } from '../../lib/downloadFile.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';

/** "2026-03-02", the day in the browser's zone. */
const isoDay = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** Which ones: those that pass a filter, or these. */
export type Exported = { filter: PartnerFilter } | { ids: string[] };

/** Their CSV, under the server's file name or the fallback. GET or POST /api/partners/export */
export async function exportPartners(wanted: Exported, fallbackName: string): Promise<void> {
  const calls = client.api.partners.export;
  const response =
    'ids' in wanted
      ? await calls.$post({ json: { ids: wanted.ids } })
      : await calls.$get({ query: queryOf(wanted.filter) });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  downloadFile(await response.blob(), named ?? `${fallbackName}-${isoDay(new Date())}.csv`);
}

function queryOf(filter: PartnerFilter): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined && String(value) !== '') query[name] = String(value);
  }
  return query;
}

export function useExportPartners(fallbackName: 'partners-export' | 'approved-partners') {
  return useMutation({
    mutationFn: (wanted: Exported & { count: number }) => exportPartners(wanted, fallbackName),
    meta: { failure: failure('Export Failed', 'Failed to export partners. Please try again.') },
    onSuccess: (_answer, { count }) =>
      showToast({ title: 'Export Complete', text: `${counted(count, 'partner')} exported as CSV.` }),
  });
}
