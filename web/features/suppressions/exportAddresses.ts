import { useMutation } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { downloadFile } from '../../lib/downloadFile.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { filterQuery, type ListFilter } from './suppressions.ts';

type Export = { filter: ListFilter; count: number };

/** What the filter leaves of the list as CSV, under the server's file name. GET /api/suppressions/export */
export async function exportAddresses({ filter }: Export): Promise<void> {
  const response = await client.api.suppressions.export.$get({ query: filterQuery(filter) });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  downloadFile(await response.blob(), named ?? 'do-not-contact.csv');
}

export function useExportAddresses() {
  return useMutation({
    mutationFn: exportAddresses,
    meta: { failure: failure('Export Failed', 'The list could not be exported. Please try again.') },
    onSuccess: (_answer, { count }) =>
      showToast({ title: 'Export Complete', text: `${counted(count, 'address', 'addresses')} exported as CSV.` }),
  });
}
