import MiniSearch from 'minisearch';

/** `words`: others that people use for it. */
export type Searched = { id: string; text: string; words: string };

/** What people type around what they look for. */
const FILLING = new Set(
  'a an the my our your i we to in on of for from with and or is are was do does how what where when can could should want need please it this that all'.split(
    ' ',
  ),
);

/** One mistake in four letters, two in eight. */
const mistakes = (word: string): number | false => (word.length < 4 ? false : word.length < 8 ? 1 : 2);

/**
 * Finds commands by their words, by beginnings of words and in spite of typing errors. `exact`: each typed word is one of its words, whole.
 * Commands with all words come first; only if there are none, those with some.
 */
export function searchCommands<C extends Searched>(commands: readonly C[], typed: string): (C & { exact: boolean })[] {
  const index = new MiniSearch<Searched>({
    fields: ['text', 'words'],
    processTerm: (word) => {
      const lower = word.toLowerCase();
      return FILLING.has(lower) ? null : lower;
    },
    searchOptions: { prefix: true, fuzzy: mistakes, boost: { text: 1.5 } },
  });
  index.addAll(commands);
  const all = index.search(typed, { combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(typed, { combineWith: 'OR' });
  const byId = new Map(commands.map((command) => [command.id, command]));
  return found.flatMap(({ id, terms, queryTerms }) => {
    const command = byId.get(id);
    return command ? [{ ...command, exact: queryTerms.every((word) => terms.includes(word)) }] : [];
  });
}
