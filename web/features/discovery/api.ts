import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ImportView } from '../../../api/views.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import type { ImportCells } from '../../../events/partners/partnersInput.ts';
import { ApiError, hasStatus, serverWords } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { downloadResponse } from '../../lib/downloadFile.ts';
import { failure, linkedinFailure } from '../../lib/errorCatalogue.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { PARTNERS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import { query } from '../../lib/query.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import { hiddenRows, markImportTold, partsOf, tellImportEnd } from './importWords.ts';
import { added, profileReadText } from './linkedinWords.ts';
import { usePlatformsInForce } from './visiblePartners.ts';

const calls = client.api.partners;

/** The search that reads a LinkedIn profile, if it outlasted its call. Its end is said when it comes. */
const awaited = keptForTab<{ id: string }>('linkedin:awaited');

/** Adds the owner of a LinkedIn profile to the list. */
export function useAddFromLinkedin() {
  const preferred = usePlatformsInForce();
  return useAction({
    call: (profileUrl: string) => unwrap(calls['ingest-url'].$post({ json: { profileUrl } })),
    failed: linkedinFailure,
    done: (result) => {
      if ('partner' in result)
        return added(result.partner.name ?? 'The partner', !onPreferredPlatform(result.partner, preferred));
      awaited.keep({ id: result.id });
      return {
        title: 'Still Reading the Profile',
        text: 'This takes longer than usual. The partner appears in your list when it is done.',
      };
    },
    stale: PARTNERS,
  });
}

const [, searchQuery] = query((id: string | undefined) => ({
  key: ['searches', id],
  call: () => unwrap(client.api.searches[':id'].$get({ param: { id: id ?? '' } })),
  enabled: id !== undefined,
}));

/** Says what became of an awaited profile, once its search has ended. */
export function useAwaitedProfileRead(): void {
  const search = awaited.use();
  const queries = useQueryClient();
  const { data, error } = useQuery(searchQuery(search?.id));
  useEffect(() => {
    if (!search) return;
    // of somebody else who used this browser
    if (hasStatus(error, 404)) awaited.keep(null);
    if (!data || data.status === 'running') return;
    awaited.keep(null);
    showToast(profileReadText(data));
    void refetch(queries, PARTNERS);
  }, [search, data, error, queries]);
}

/** Has the AI judge everyone whose score is rough. */
export const useJudgePartners = () =>
  useAction({
    call: () => unwrap(calls.judge.$post()),
    failed: failure('Judging Failed', 'The partners could not be judged. Please try again.'),
    done: ({ partners }) => ({
      title: `Judging ${counted(partners, 'Partner')}`,
      text: 'Their scores change as the AI answers.',
    }),
  });

const [useImportQuery] = query(() => ({
  key: ['import'],
  call: () => unwrap(calls.import.$get()),
}));

/** The newest import, for its progress; null before the first. */
export const useNewestImport = (): ImportView | null => useImportQuery().data ?? null;

/** Every row that was not imported, with its reason. */
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
