import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ImportView } from '../../../api/views.ts';
import type { ImportCells } from '../../../events/inputs/partners.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { IMPORT_LIMIT, type Platform } from '../../../events/shared/options.ts';
import { ApiError, hasStatus, serverWords } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { downloadFile } from '../../lib/downloadFile.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';
import { usePlatformsInForce } from './visiblePartners.ts';

export type SentList = { importId: string; rows: readonly ImportCells[]; allOrNothing: boolean };

/** Plain http on another host has no randomUUID. */
export const newImportId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A call takes 1 MB, and a character up to three bytes. */
const CHARACTERS_A_PART = 250_000;

/** The rows in parts that one call takes. */
export function partsOf(rows: readonly ImportCells[]): ImportCells[][] {
  const parts: ImportCells[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = parts.at(-1);
    if (last && last.length < IMPORT_LIMIT.rowsAPart && size <= room) last.push(row);
    else {
      parts.push([row]);
      room = CHARACTERS_A_PART;
    }
    room -= size;
  }
  return parts;
}

/** Sends a list in parts. A part that was sent before changes nothing, so it can be sent again. POST /api/partners/import */
export async function importPartners({ importId, rows, allOrNothing }: SentList): Promise<ImportView> {
  const parts = partsOf(rows);
  let answer: ImportView | undefined;
  for (const [index, part] of parts.entries()) {
    const json = { importId, part: index + 1, parts: parts.length, allOrNothing, rows: part };
    answer = await unwrap(client.api.partners.import.$post({ json }));
  }
  if (!answer) throw new Error('A list without rows is not sent.');
  return answer;
}

/** The newest import, for its progress; null before the first. GET /api/partners/import */
export const newestImportQuery = () =>
  queryOptions({
    queryKey: ['import'],
    queryFn: (): Promise<ImportView | null> => unwrap(client.api.partners.import.$get()),
  });

export const useNewestImport = () => useQuery(newestImportQuery()).data ?? null;

/** Every row that was not imported, with its reason. GET /api/partners/import/left-out */
export async function downloadLeftOut(): Promise<void> {
  const response = await client.api.partners.import['left-out'].$get();
  downloadFile(await response.blob(), 'not-imported.csv');
}

export const useDownloadLeftOut = () =>
  useMutation({
    mutationFn: downloadLeftOut,
    meta: { failure: failure('Export Failed', 'The list could not be downloaded. Please try again.') },
  });

type ImportCounts = Pick<ImportView, 'addedCount' | 'knownCount' | 'repeatedCount' | 'leftOutCount'>;

/** What is said of an import that ended. `hidden`: which of the added partners the preferred platforms hide. */
export function importedText(
  { addedCount, knownCount, repeatedCount, leftOutCount }: ImportCounts,
  hidden: 'some' | 'all' | null = null,
): string {
  return [
    `${counted(addedCount, 'partner')} added to your list for review.`,
    addedCount > 0 && hidden && `Your preferred platforms hide ${hidden === 'all' ? 'them' : 'some of them'}.`,
    knownCount > 0 && `${counted(knownCount, 'person was', 'people were')} in your list already.`,
    repeatedCount > 0 && `${counted(repeatedCount, 'row repeats', 'rows repeat')} a person in the list.`,
    leftOutCount > 0 && `${counted(leftOutCount, 'row was', 'rows were')} not imported.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Which of the rows the list of partners does not show. */
export function hiddenRows(rows: readonly ImportCells[], preferred: readonly Platform[]): 'some' | 'all' | null {
  const platforms = rows.flatMap((row) => row.platform ?? platformOf(String(row.profileUrl ?? '')) ?? []);
  const hidden = platforms.filter((platform) => !onPreferredPlatform({ platform: platform as Platform }, preferred));
  if (hidden.length === 0) return null;
  return hidden.length === platforms.length ? 'all' : 'some';
}

const told = new Set<string>();

/** Says once how an import ended. */
export function tellImportEnd(view: ImportView, hidden?: 'some' | 'all' | null): void {
  if (told.has(view.id)) return;
  told.add(view.id);
  if (view.status === 'completed')
    showToast({
      title: view.addedCount > 0 ? 'Partners Added' : 'No Partners Added',
      text: importedText(view, hidden),
    });
  else showToast({ title: 'Failed to Add Partners', text: view.error ?? '', variant: 'destructive' });
}

const lostAnswer = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 502;

export function useImportPartners() {
  const preferred = usePlatformsInForce();
  const queries = useQueryClient();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: importPartners,
    retry: (failures, error) => failures < 2 && lostAnswer(error),
    meta: {
      // the dialog names the rows of an import that was refused
      failure: (error) =>
        hasStatus(error, 422)
          ? null
          : { title: 'Failed to Add Partners', text: serverWords(error, 'The list could not be imported. Try again.') },
    },
    onSuccess: async (view, { rows }) => {
      if (view.status === 'completed') tellImportEnd(view, hiddenRows(rows, preferred));
      await refetchPartners(queries);
    },
    onError: (error, { importId }) => {
      // a dialog that was closed cannot say it
      if (open.current && hasStatus(error, 422)) told.add(importId);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['import'] }),
  });
}
