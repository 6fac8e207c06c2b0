import type { SavedViewView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { namedItems } from '../../lib/namedItems.ts';

const calls = client.api['saved-views'];

export const keptViews = namedItems<SavedViewView, Omit<SavedViewView, 'id'>>('list', 'saved-views', {
  all: (init) => unwrap(calls.$get({}, { init })),
  save: (json) => unwrap(calls.$put({ json })),
  rename: (id, name) => unwrap(calls[':id'].$patch({ param: { id }, json: { name } })),
  remove: (id) => unwrap(calls[':id'].$delete({ param: { id } })),
});
