import type { SearchState } from '../../events/partners/search.ts';
import { type ErasureSubject, erasureId, recordErasure } from '../../events/privacy/erasure.ts';
import { URL_SEARCH } from '../../events/shared/event.ts';
import { idOf, ref } from '../store.ts';
import { type ErasureWork, eraseStep } from './eraseStep.ts';
import { appendErasureLog, dropNoted } from './erasuresFile.ts';

/** What the erasure of a search for one person is about: that person, by the id that they have or would have as a partner. */
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
 * Erases what a search for one person was asked for that ended before a moment (ISO 8601) and led to no partner; one that was started again
 * since is left alone. Throws ErasuresFileFailed.
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
