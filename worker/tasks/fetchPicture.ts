import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { keepPicture } from '../../events/partners/keepPicture.ts';
import { type Deps, scopeOf } from '../context.ts';
import { ProviderError } from '../providers/providerError.ts';
import type { WebFault } from '../providers/web/safeWeb.ts';
import { type Handler, tryAgain } from './task.ts';

/** What may pass by. After anything else the initials stay. */
const PASSES: readonly WebFault[] = ['timeout', 'connection'];

/** Fetches the picture that a source named when it found the partner, once, so that no browser asks the source for it. */
export const fetchPicture: Handler = async (deps: Deps, job, run) => {
  const partner = ref('partner', job.id);
  const { state } = await deps.store.load(job.tenant, partner);
  const address = state.person?.avatar;
  if (!deps.openPicture || !address || state.picture !== null || state.status === 'deleted') return;
  const found = await deps.openPicture(address);
  if (!found.ok) {
    const trouble = new ProviderError(
      { code: 'picture_not_fetched' },
      `picture_${found.why}`,
      PASSES.includes(found.why),
    );
    if (tryAgain(trouble, run)) throw trouble;
    return;
  }
  const picture = { type: found.type, bytes: found.bytes.toString('base64') };
  await deps.store.decide(scopeOf('fetch-picture', job), partner, (now) => keepPicture(now, newId(), picture));
};
