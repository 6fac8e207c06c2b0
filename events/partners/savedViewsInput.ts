import { z } from 'zod';
import { PARTNER_LISTS } from '../shared/options.ts';
import { isOneLine, requiredText, text } from '../shared/text.ts';

/** PUT /api/saved-views. `query`: what the list's address says after its question mark. */
export const savedViewForm = z.object({
  list: z.enum(PARTNER_LISTS),
  name: requiredText('Name the view', 60, 'The name of a view has at most 60 characters').refine(
    isOneLine,
    'The name must be a single line',
  ),
  // a search of 200 characters takes up to nine times as many in an address
  query: text(2500, 'These filters are too long to be saved'),
});
