/** A saved view is a list of partners with its filters and its order, under a name. */
import { z } from 'zod';
import { namedItems } from '../shared/namedItems.ts';
import { PARTNER_LISTS } from '../shared/options.ts';

/** `query`: that of the list's address. What is searched for may name a person. */
export const savedView = z.object({ name: z.string(), list: z.enum(PARTNER_LISTS), query: z.string() });

export const savedViews = namedItems({
  ...{ kind: 'views', noun: 'list', most: 50, content: savedView },
  shelf: ({ list }) => list,
});
