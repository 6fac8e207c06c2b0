import type { QueryKey } from '@tanstack/react-query';
import type { SuppressionsAddedView, SuppressionView } from '../../../api/views.ts';
import type { GivenReason } from '../../../events/privacy/suppressionsInput.ts';
import { client, unwrap } from '../../lib/client.ts';
import { downloadResponse } from '../../lib/downloadFile.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { pages } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api.suppressions;

/** `email`: an exact address, or nothing for the whole list. */
export type ListFilter = { email: string; reason: SuppressionView['reason'] | '' };

const filterQuery = ({ email, reason }: ListFilter) => ({ ...(email && { email }), ...(reason && { reason }) });

/** The newest first. */
export const [useSuppressions] = pages((filter: ListFilter) => ({
  key: ['suppressions', filter],
  call: (after) => unwrap(calls.$get({ query: { ...filterQuery(filter), ...(after && { after }) } })),
  keepsPages: true,
}));

/** The list itself, and who may be written to. */
const STALE: readonly QueryKey[] = [['suppressions'], ['partners'], ['campaigns']];

/** The person whom an entry of the list is about: for a whole domain `everyone` there. */
export const whoIs = (email: string | null, everyone: string): string | null =>
  email?.startsWith('@') ? `${everyone} at ${email.slice(1)}` : email;

export const useAddAddress = () =>
  useAction({
    call: async (email: string) => {
      const response = await calls.$post({ json: { email } });
      return { ...(await unwrap(Promise.resolve(response))), isNew: response.status === 201 };
    },
    failed: failure('Error', 'The address could not be added. Please try again.'),
    done: ({ email, isNew }) =>
      isNew
        ? { title: 'Address Added', text: `Nothing more is sent to ${whoIs(email, 'anyone')}.` }
        : { title: 'Already on the List', text: `Nothing is sent to ${whoIs(email, 'anyone')}.` },
    stale: STALE,
  });

/** Where the person had objected, the dialog has said so, and pressing it confirms. */
export const useRemoveAddress = () =>
  useAction({
    call: ({ id, objection }: SuppressionView) =>
      unwrap(calls[':id'].$delete({ param: { id }, json: { confirm: objection } })),
    failed: failure('Error', 'The address could not be removed. Please try again.'),
    done: (_, { email }) => ({
      title: 'Address Removed',
      text: `${whoIs(email, 'Everyone') ?? 'This address'} is no longer on the list.`,
    }),
    stale: STALE,
  });

type AddressList = { reason: GivenReason; allOrNothing: boolean; rows: { line: number; email: string }[] };

/** A call takes 1 MB; an address has at most 254 characters. */
const ROWS_A_CALL = 1_000;

export const notImported = (lines: number): string => `${counted(lines, 'line was', 'lines were')} not imported.`;

/** Adds a list in parts. An address that is on the list already is counted as such. */
export const useImportAddresses = () =>
  useAction({
    call: async ({ rows, ...how }: AddressList): Promise<SuppressionsAddedView> => {
      const sum: SuppressionsAddedView = { addedCount: 0, knownCount: 0, leftOut: [] };
      for (let from = 0; from < rows.length; from += ROWS_A_CALL) {
        const json = { ...how, rows: rows.slice(from, from + ROWS_A_CALL) };
        const part = await unwrap(calls.import.$post({ json }));
        sum.addedCount += part.addedCount;
        sum.knownCount += part.knownCount;
        sum.leftOut.push(...part.leftOut);
      }
      return sum;
    },
    failed: failure(
      'Import Failed',
      'The list could not be imported. Import it again; addresses are never added twice.',
    ),
    done: ({ addedCount, knownCount, leftOut }) => {
      const known =
        knownCount > 0 ? ` ${counted(knownCount, 'address was', 'addresses were')} on the list already.` : '';
      const refused = leftOut.length > 0 ? ` ${notImported(leftOut.length)}` : '';
      return {
        title: 'List Imported',
        text: `${counted(addedCount, 'address', 'addresses')} added.${known}${refused}`,
      };
    },
    stale: STALE,
  });

type Exported = { filter: ListFilter; count: number };

export const useExportAddresses = () =>
  useAction({
    call: async ({ filter }: Exported) =>
      downloadResponse(await calls.export.$get({ query: filterQuery(filter) }), 'do-not-contact.csv'),
    failed: failure('Export Failed', 'The list could not be exported. Please try again.'),
    done: (_, { count }) => ({
      title: 'Export Complete',
      text: `${counted(count, 'address', 'addresses')} exported as CSV.`,
    }),
  });
