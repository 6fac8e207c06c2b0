/** A snippet is a short text under a name, to insert where a text is typed. */
import { z } from 'zod';
import { itemName } from '../shared/itemName.ts';
import { LONGEST } from '../shared/longest.ts';
import { namedItems } from '../shared/namedItems.ts';
import { hasOnlyVariables, notAVariable, requiredText } from '../shared/text.ts';

/** PUT /api/snippets. */
export const snippetForm = z.object({
  name: itemName('snippet'),
  text: requiredText('Write the text', LONGEST.snippet, 'A snippet must be at most 2,000 characters').refine(
    hasOnlyVariables,
    notAVariable,
  ),
});
export type SnippetForm = z.infer<typeof snippetForm>;

export const snippet = z.object({ name: z.string(), text: z.string() });

export const snippets = namedItems({ kind: 'snippets', noun: 'snippet', most: 100, content: snippet });
