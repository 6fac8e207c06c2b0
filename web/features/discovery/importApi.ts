import { useEffect, useRef } from 'react';
import type { ImportView } from '../../../api/views.ts';
import type { ImportCells } from '../../../events/partners/partnersInput.ts';
import { ApiError, hasStatus, serverWords } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { downloadResponse } from '../../lib/downloadFile.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { PARTNERS } from '../../lib/liveKeys.ts';
import { useAction } from '../../lib/useAction.ts';
import { hiddenRows, markImportTold, partsOf, tellImportEnd } from './importWords.ts';
import { usePlatformsInForce } from './visiblePartners.ts';

const calls = client.api.partners;

export const useDownloadLeftOut = () =>
  useAction({
    call: async () => downloadResponse(await calls.import['left-out'].$get(), 'not-imported.csv'),
    failed: failure('Export Failed', 'The list could not be downloaded. Please try again.'),
  });

type SentList = { importId: string; rows: readonly ImportCells[]; allOrNothing: boolean };

/** Plain http on another host has no randomUUID. */
export const newImportId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sends a list in parts. A part that was sent before changes nothing, so it can be sent again. */
async function importPartners({ importId, rows, allOrNothing }: SentList): Promise<ImportView> {
  const parts = partsOf(rows);
  let answer: ImportView | undefined;
  for (const [index, part] of parts.entries()) {
    const json = { importId, part: index + 1, parts: parts.length, allOrNothing, rows: part };
    answer = await unwrap(calls.import.$post({ json }));
  }
  if (!answer) throw new Error('A list without rows is not sent.');
  return answer;
}

const lostAnswer = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 502;

export function useImportPartners() {
  const preferred = usePlatformsInForce();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return useAction({
    call: importPartners,
    retry: (failures, error) => failures < 2 && lostAnswer(error),
    // the dialog names the rows of an import that was refused
    failed: (error) =>
      hasStatus(error, 422)
        ? null
        : { title: 'Failed to Add Partners', text: serverWords(error, 'The list could not be imported. Try again.') },
    after: (view, { rows }) => {
      if (view.status === 'completed') tellImportEnd(view, hiddenRows(rows, preferred));
    },
    onError: (error, { importId }) => {
      // a dialog that was closed cannot say it
      if (open.current && hasStatus(error, 422)) markImportTold(importId);
    },
    stale: [...PARTNERS, ['import']],
  });
}
