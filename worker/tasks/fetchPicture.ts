import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { keepPicture } from '../../events/partners/keepPicture.ts';
import { scopeOf } from '../context.ts';
import { defineTask, queued, tryAgain } from '../defineTask.ts';
import { ProviderError } from '../providers/providerError.ts';
import type { WebFault } from '../providers/web/safeWeb.ts';

/** Temporary faults. After anything else the initials stay. */
const PASSES: readonly WebFault[] = ['timeout', 'connection'];

/** The platform whose source names a picture. */
const PICTURED = 'youtube';

/** Fetches a partner's picture from its source once, so that no browser calls the source. */
export const fetchPicture = defineTask({
  name: 'fetch-picture',
  lane: 'ask',
  on: {
    PartnerDiscovered: (event) =>
      [event.data.platform, ...event.data.otherPlatforms].includes(PICTURED) && queued('picture', event),
  },
  needs: ['store', 'openPicture'],
  handler: async ({ store, openPicture }, job, run) => {
    const partner = ref('partner', job.id);
    const { state } = await store.load(job.tenant, partner);
    const address = state.person?.avatar;
    if (!openPicture || !address || state.picture !== null || state.status === 'deleted') return;
    const found = await openPicture(address);
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
    await store.decide(scopeOf('fetch-picture', job), partner, (now) => keepPicture(now, newId(), picture));
  },
});
