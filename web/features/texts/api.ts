import type { SnippetView } from '../../../api/views.ts';
import type { SnippetForm } from '../../../events/messages/snippets.ts';
import { client, unwrap } from '../../lib/client.ts';
import { namedItems } from '../../lib/namedItems.ts';

const calls = client.api.snippets;

export const keptSnippets = namedItems<SnippetView, SnippetForm>('snippet', 'snippets', {
  all: (init) => unwrap(calls.$get({}, { init })),
  save: (json) => unwrap(calls.$put({ json })),
  rename: (id, name) => unwrap(calls[':id'].$patch({ param: { id }, json: { name } })),
  remove: (id) => unwrap(calls[':id'].$delete({ param: { id } })),
});
