import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ImportView } from '../../../api/views.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure, linkedinFailure } from '../../lib/errorCatalogue.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { PARTNERS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import { query } from '../../lib/query.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import { added, profileReadText } from './linkedinWords.ts';
import { usePlatformsInForce } from './visiblePartners.ts';

const calls = client.api.partners;

/** The search that reads a LinkedIn profile, if it outlasted its call. Its end is said when it comes. */
const awaited = keptForTab<{ id: string }>('linkedin:awaited');

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
