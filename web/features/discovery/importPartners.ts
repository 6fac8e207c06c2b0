import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportProblemView, ImportView } from '../../../api/views.ts';
import type { ImportRow } from '../../../events/inputs/partners.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import type { Platform } from '../../../events/shared/options.ts';
import { ApiError, hasStatus, serverWords } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';
import { usePlatformsInForce } from './visiblePartners.ts';

/** Adds every row or none. POST /api/partners/import */
export function importPartners(rows: ImportRow[]): Promise<ImportView> {
  return unwrap(client.api.partners.import.$post({ json: { rows } }));
}

/** The rows that the server refused, by line; empty for any other failure. */
export function refusedRows(error: unknown): ImportProblemView[] {
  if (!(error instanceof ApiError) || error.status !== 422 || !Array.isArray(error.details)) return [];
  return error.details.filter(
    (detail): detail is ImportProblemView => typeof detail?.line === 'number' && typeof detail?.problem === 'string',
  );
}

/** What is said of the rows that were added, and how many of them the list does not show. */
export function importedText(rows: readonly ImportRow[], preferred: readonly Platform[]): string {
  const added = `${counted(rows.length, 'partner')} added to your list for review.`;
  const hidden = rows.filter((row) => {
    const platform = row.platform ?? platformOf(row.profileUrl ?? '');
    return platform !== null && !onPreferredPlatform({ platform }, preferred);
  }).length;
  if (hidden === 0) return added;
  const which = hidden < rows.length ? `${hidden} of them` : 'them';
  return `${added} Your preferred platforms hide ${which}.`;
}

/** Who was not added, by line. */
const leftOutText = (leftOut: readonly ImportProblemView[]): string =>
  leftOut.length === 0
    ? ''
    : `Left out, because they asked not to share their data: ${leftOut.length === 1 ? 'line' : 'lines'} ${leftOut.map(({ line }) => line).join(', ')}.`;

export function useImportPartners() {
  const preferred = usePlatformsInForce();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: importPartners,
    meta: {
      // The dialog lists refused rows itself.
      failure: (error) =>
        hasStatus(error, 422) && refusedRows(error).length > 0
          ? null
          : {
              title: 'Failed to Add Partners',
              text: hasStatus(error, 413)
                ? 'This list is too large for one import. Nothing was added; import it in parts.'
                : serverWords(error, 'The list could not be imported. Nothing was added.'),
            },
    },
    onSuccess: async ({ leftOut = [] }, rows) => {
      const added = rows.filter((row, index) => !leftOut.some(({ line }) => line === (row.line ?? index + 1)));
      const title = added.length > 0 ? 'Partners Added' : 'No Partners Added';
      const texts = [added.length > 0 && importedText(added, preferred), leftOutText(leftOut)];
      showToast({ title, text: texts.filter(Boolean).join(' ') });
      await refetchPartners(queries);
    },
  });
}
