import type { SearchScheduleForm } from '../../../events/partners/searchSchedule.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const KEY = ['search-schedule'];

export const [useSearchSchedule] = query(() => ({
  key: KEY,
  call: () => unwrap(client.api['search-schedule'].$get()),
}));

export const useSetSchedule = () =>
  useAction({
    call: (form: SearchScheduleForm) => unwrap(client.api['search-schedule'].$put({ json: form })),
    failed: failure('Not Saved', 'Failed to save the search options. Please try again.'),
    stale: [KEY],
  });
