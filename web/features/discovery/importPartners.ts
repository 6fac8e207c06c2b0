import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportProblemView, ImportView } from '../../../api/views.ts';
import type { ImportRow } from '../../../events/inputs/partners.ts';
import { ApiError, hasStatus, serverWords } from '../../lib/apiError.ts';
import { answer, client } from '../../lib/client.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';

/** Adds every row or none. POST /api/partners/import */
export function importPartners(rows: ImportRow[]): Promise<ImportView> {
  return answer(client.api.partners.import.$post({ json: { rows } }));
}

/** The rows that the server refused, by line; empty for any other failure. */
export function refusedRows(error: unknown): ImportProblemView[] {
  if (!(error instanceof ApiError) || error.status !== 422 || !Array.isArray(error.details)) return [];
  return error.details.filter(
    (detail): detail is ImportProblemView => typeof detail?.line === 'number' && typeof detail?.problem === 'string',
  );
}

export function useImportPartners() {
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
    onSuccess: async ({ addedCount }) => {
      showToast({ title: 'Partners Added', text: `${counted(addedCount, 'partner')} added to your list for review.` });
      await refetchPartners(queries);
    },
  });
}
