import type { QueryClient } from '@tanstack/react-query';
import { capitalised } from '../../events/shared/format.ts';
import type { ItemNoun } from '../../events/shared/itemName.ts';
import { failure } from './errorCatalogue.ts';
import { query } from './query.ts';
import { useAction } from './useAction.ts';

type NamedItem = { id: string; name: string };
type Calls<Item, Form> = {
  all: (init: RequestInit) => Promise<Item[]>;
  save: (form: Form) => Promise<Item[]>;
  rename: (id: string, name: string) => Promise<Item[]>;
  remove: (id: string) => Promise<Item[]>;
};

/** Hooks for what a workspace keeps by name. Every call answers all of its kind. */
export function namedItems<Item extends NamedItem, Form>(noun: ItemNoun, key: string, calls: Calls<Item, Form>) {
  const [useAll, allQuery] = query(() => ({ key: [key], call: ({ signal }) => calls.all({ signal }) }));
  const after = (items: Item[], _: unknown, queries: QueryClient) => queries.setQueryData(allQuery().queryKey, items);
  const failed = (done: string, verb: string) =>
    failure(`${capitalised(noun)} Not ${done}`, `Failed to ${verb} the ${noun}. Please try again.`);
  return {
    noun,
    useAll,
    useSave: () => useAction({ call: calls.save, failed: failed('Saved', 'save'), after }),
    useRename: () =>
      useAction({
        call: ({ id, name }: NamedItem) => calls.rename(id, name),
        failed: failed('Renamed', 'rename'),
        after,
      }),
    useRemove: () => useAction({ call: calls.remove, failed: failed('Removed', 'remove'), after }),
  };
}

export type KeptItems<Item extends NamedItem, Form> = ReturnType<typeof namedItems<Item, Form>>;
