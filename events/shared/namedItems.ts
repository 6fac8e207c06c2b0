/** Small things that a workspace keeps by name: saved views, snippets, templates. One stream a workspace has all of a kind. */
import { z } from 'zod';
import type { Aggregate, Kind, Recorded } from './event.ts';
import type { ItemNoun } from './itemName.ts';
import { Refused } from './refused.ts';
import { sameJson } from './sameJson.ts';

type Named = { name: string };
export type NamedItem<Content extends Named> = Content & { id: string };
export type NamedItems<Content extends Named> = { items: readonly NamedItem<Content>[] };
export type NamedItemEvent<Content extends Named> =
  | { type: 'ItemSaved'; data: { id: string }; personal: Content | null }
  | { type: 'ItemRemoved'; data: { id: string }; personal?: undefined }
  | { type: 'PersonErased'; data: object; personal?: undefined };

export type NamedItemRules<Content extends Named> = {
  aggregate: Aggregate<NamedItems<Content>, NamedItemEvent<Content>>;
  save: (state: NamedItems<Content>, item: NamedItem<Content>) => NamedItemEvent<Content>[];
  rename: (state: NamedItems<Content>, id: string, name: string) => NamedItemEvent<Content>[];
  remove: (state: NamedItems<Content>, id: string) => NamedItemEvent<Content>[];
};

const id = z.object({ id: z.string() });

/** `shelf`: names are unique within it. */
export function namedItems<Content extends Named>(options: {
  kind: Kind;
  noun: ItemNoun;
  most: number;
  content: z.ZodType<Content>;
  shelf?: (item: Content) => string;
}): NamedItemRules<Content> {
  const { kind, noun, most, content, shelf = () => '' } = options;
  type State = NamedItems<Content>;
  type Event = NamedItemEvent<Content>;

  const aggregate: Aggregate<State, Event> = {
    kind,
    definitions: {
      /** An item of the same id is replaced. */
      ItemSaved: { version: 1, data: id, personal: content },
      ItemRemoved: { version: 1, data: id },
      PersonErased: { version: 1, data: z.object({}) },
    },
    projectionVersion: 1,
    initial: { items: [] },
    evolve({ items }: State, event: Recorded<Event>): State {
      if (event.type === 'PersonErased') return { items: [] };
      const others = items.filter((one) => one.id !== event.data.id);
      // one that cannot be read is dropped
      if (event.type === 'ItemRemoved' || !event.personal) return { items: others };
      return { items: [...others, { ...event.personal, id: event.data.id }] };
    },
  };

  const sameName = (one: Content, other: Content): boolean =>
    shelf(one) === shelf(other) && one.name.toLowerCase() === other.name.toLowerCase();
  const saved = ({ id: own, ...item }: NamedItem<Content>): Event[] => [
    { type: 'ItemSaved', data: { id: own }, personal: item as unknown as Content },
  ];

  return {
    aggregate,
    /** One of the same name is replaced, whatever its case. */
    save({ items }, item) {
      const same = items.find((one) => sameName(one, item));
      const next = same ? { ...item, id: same.id } : item;
      if (same && sameJson(same, next)) return [];
      if (!same && items.length >= most) throw new Refused({ code: 'items_full', noun, most });
      return saved(next);
    },
    rename({ items }, itemId, name) {
      const item = items.find((one) => one.id === itemId);
      if (!item) throw new Refused({ code: 'no_item', noun });
      const next = { ...item, name };
      if (items.some((one) => one !== item && sameName(one, next)))
        throw new Refused({ code: 'item_name_taken', noun });
      return item.name === name ? [] : saved(next);
    },
    remove: ({ items }, itemId) =>
      items.some((one) => one.id === itemId) ? [{ type: 'ItemRemoved', data: { id: itemId } }] : [],
  };
}
