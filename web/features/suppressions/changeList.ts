import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SuppressionsAddedView, SuppressionView } from '../../../api/views.ts';
import type { GivenReason } from '../../../events/inputs/suppressions.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchSuppressions } from './suppressions.ts';

/** `isNew`: it was not on the list before. POST /api/suppressions */
export async function addAddress(email: string): Promise<SuppressionView & { isNew: boolean }> {
  const response = await client.api.suppressions.$post({ json: { email } });
  return { ...(await unwrap(Promise.resolve(response))), isNew: response.status === 201 };
}

/** Whom an entry of the list is about: for a whole domain `everyone` there. */
export const whoIs = (email: string | null, everyone: string): string | null =>
  email?.startsWith('@') ? `${everyone} at ${email.slice(1)}` : email;

export function useAddAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: addAddress,
    meta: { failure: failure('Error', 'The address could not be added. Please try again.') },
    onSuccess: async ({ email, isNew }) => {
      showToast(
        isNew
          ? { title: 'Address Added', text: `Nothing more is sent to ${whoIs(email, 'anyone')}.` }
          : { title: 'Already on the List', text: `Nothing is sent to ${whoIs(email, 'anyone')}.` },
      );
      await refetchSuppressions(queries);
    },
  });
}

/** DELETE /api/suppressions/{id}; where the person had objected, the dialog has said so, and pressing it confirms. */
export function removeAddress({ id, objection }: SuppressionView) {
  return unwrap(client.api.suppressions[':id'].$delete({ param: { id }, json: { confirm: objection } }));
}

export function useRemoveAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: removeAddress,
    meta: { failure: failure('Error', 'The address could not be removed. Please try again.') },
    onSuccess: (_answer, { email }) =>
      showToast({
        title: 'Address Removed',
        text: `${whoIs(email, 'Everyone') ?? 'This address'} is no longer on the list.`,
      }),
    onSettled: () => refetchSuppressions(queries),
  });
}

export type AddressList = { reason: GivenReason; allOrNothing: boolean; rows: { line: number; email: string }[] };

/** A call takes 1 MB; an address has at most 254 characters. */
const ROWS_A_CALL = 1_000;

/** Adds a list in parts. An address that is on the list already is counted as such. POST /api/suppressions/import */
export async function importAddresses({ rows, ...how }: AddressList): Promise<SuppressionsAddedView> {
  const sum: SuppressionsAddedView = { addedCount: 0, knownCount: 0, leftOut: [] };
  for (let from = 0; from < rows.length; from += ROWS_A_CALL) {
    const json = { ...how, rows: rows.slice(from, from + ROWS_A_CALL) };
    const part = await unwrap(client.api.suppressions.import.$post({ json }));
    sum.addedCount += part.addedCount;
    sum.knownCount += part.knownCount;
    sum.leftOut.push(...part.leftOut);
  }
  return sum;
}

export const notImported = (lines: number): string => `${counted(lines, 'line was', 'lines were')} not imported.`;

export function useImportAddresses() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: importAddresses,
    meta: {
      failure: failure(
        'Import Failed',
        'The list could not be imported. Import it again; addresses are never added twice.',
      ),
    },
    onSuccess: async ({ addedCount, knownCount, leftOut }) => {
      const known =
        knownCount > 0 ? ` ${counted(knownCount, 'address was', 'addresses were')} on the list already.` : '';
      const refused = leftOut.length > 0 ? ` ${notImported(leftOut.length)}` : '';
      const text = `${counted(addedCount, 'address', 'addresses')} added.${known}${refused}`;
      showToast({ title: 'List Imported', text });
      await refetchSuppressions(queries);
    },
  });
}
