import { isOneLine, requiredText } from './text.ts';

/** What is kept by name (namedItems.ts), in the words of the screens. */
export type ItemNoun = 'list' | 'snippet' | 'template';

export const itemName = (noun: ItemNoun) =>
  requiredText(`Name the ${noun}`, 60, `The name of a ${noun} has at most 60 characters`).refine(
    isOneLine,
    'The name must be a single line',
  );
