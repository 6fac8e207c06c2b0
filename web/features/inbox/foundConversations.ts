import { keepPreviousData } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { query } from '../../lib/query.ts';

/** The first conversations with these words, the newest first, also those that are done. */
export const [, foundConversationsQuery] = query((search: string, most: number) => ({
  key: ['inbox', 'found', search, most],
  call: () => unwrap(client.api.inbox.$get({ query: { search, show: 'all', limit: String(most) } })),
  placeholderData: keepPreviousData,
}));
