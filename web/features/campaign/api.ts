import type { Variant } from '../../../events/campaigns/variants.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS } from '../../lib/liveKeys.ts';
import { nextOf, pages, query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api.campaigns[':id'];

export const [useCampaignDays] = query((id: string) => ({
  key: ['campaigns', id, 'days'],
  call: () => unwrap(calls.days.$get({ param: { id } })),
}));

export const [useSchedule] = pages((id: string) => ({
  key: ['campaigns', id, 'schedule'],
  call: async (after) => {
    const response = await calls.schedule.$get({ param: { id }, query: after === null ? {} : { after } });
    return { ...(await unwrap(Promise.resolve(response))), next: nextOf(response) };
  },
}));

export const [useAbTest] = query((id: string) => ({
  key: ['ab-test', id],
  call: () => unwrap(calls['ab-test'].$get({ param: { id } })),
}));

/** Messages that are not approved yet are sent in this version. */
export const useChooseVariant = (id: string) =>
  useAction({
    call: (variant: Variant) => unwrap(calls['ab-test'].choice.$post({ param: { id }, json: { variant } })),
    failed: failure('Error', 'Failed to choose a version. Please try again.'),
    done: (_, variant) => ({
      title: `Version ${variant} Chosen`,
      text: 'Approved and sent messages stay as they are.',
    }),
    stale: [['ab-test'], ...CAMPAIGNS],
  });
