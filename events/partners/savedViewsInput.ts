import { z } from 'zod';
import { PARTNER_LISTS } from '../shared/options.ts';
import { isOneLine, requiredText, text } from '../shared/text.ts';

const name = requiredText('Name the list', 60, 'The name of a list has at most 60 characters').refine(
  isOneLine,
  'The name must be a single line',
);

/** PATCH /api/saved-views/{id}. */
export const savedViewName = z.object({ name });

/** PUT /api/saved-views. `query`: what the list's address says after its question mark. */
export const savedViewForm = z.object({
  list: z.enum(PARTNER_LISTS),
  name,
  // a search of 200 characters takes up to nine times as many in an address
  query: text(2500, 'These filters are too long to be saved'),
});
