import type { SearchState } from '../../events/partners/search.ts';
import { type ErasureSubject, erasureId, recordErasure } from '../../events/privacy/erasure.ts';
import { URL_SEARCH } from '../../events/shared/event.ts';
import { idOf, ref } from '../store.ts';
import { type ErasureWork, eraseStep } from './eraseStep.ts';
import { appendErasureLog, dropNoted } from './erasuresFile.ts';

/** The subject of an erased search for one person. Its id is the one that they have or would have as a partner. */
export const searchedFor = (streamId: string, why: ErasureSubject['why']): ErasureSubject => ({
  kind: 'partner',
  partnerId: streamId.slice(URL_SEARCH.length),
  addressHmac: null,
  why,
});

/** Whether a search ended before a moment (ISO 8601); read.people_to_erase asks the same (tests/integration/rules-in-sql.test.ts). */
export const isSearchDue = ({ status, finishedAt }: SearchState, before: string): boolean =>
  status !== 'running' && (finishedAt ?? '') <= before;

/**
 * Erases the request of a search for one person that ended before a moment (ISO 8601) and found no partner. A search that started again since stays.
 * Throws ErasuresFileFailed.
 */
export async function eraseSearch(
  { store, tenant, cause, erasuresFile }: Omit<ErasureWork, 'erasure'>,
  streamId: string,
  before: string,
): Promise<void> {
  const search = ref('search', idOf(streamId));
  const whole = searchedFor(streamId, 'retention');
  const since = store.now().toISOString();
  await eraseStep({ store, tenant, cause, erasure: ref('erasure', erasureId(whole)) }, async () => {
    if (!isSearchDue((await store.load(tenant, search)).state, before)) {
      dropNoted(erasuresFile, tenant, streamId, since);
      return { persons: [] };
    }
    appendErasureLog(erasuresFile, [{ tenant, person: streamId, asListed: true }], store.now());
    return {
      persons: [streamId],
      streams: async () => [search],
      isCurrent: (_, state) => isSearchDue(state as SearchState, before),
      receipt: (receipt, tally) => recordErasure(receipt, whole, tally),
    };
  });
}
