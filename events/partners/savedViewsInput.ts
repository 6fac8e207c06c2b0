import { z } from 'zod';
import { itemName } from '../shared/itemName.ts';
import { PARTNER_LISTS } from '../shared/options.ts';
import { text } from '../shared/text.ts';

/** PUT /api/saved-views. `query`: what the list's address says after its question mark. */
export const savedViewForm = z.object({
  list: z.enum(PARTNER_LISTS),
  name: itemName('list'),
  // a search of 200 characters takes up to nine times as many in an address
  query: text(2500, 'These filters are too long to be saved'),
});
