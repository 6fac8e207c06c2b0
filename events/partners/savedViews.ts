/** The views that a workspace saved by name: a list of partners with its filters and its order. One stream a workspace. */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { PARTNER_LISTS, type PartnerList } from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';

const MOST_VIEWS = 50;

export const savedViewsDefinitions = {
  /** A view of the same id is replaced. `query`: that of the list's address; what is searched for may name a person. */
  ViewSaved: {
    version: 1,
    data: z.object({ viewId: z.string(), list: z.enum(PARTNER_LISTS) }),
    personal: z.object({ name: z.string(), query: z.string() }),
  },
  ViewRemoved: { version: 1, data: z.object({ viewId: z.string() }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type SavedViewsEvent = EventOf<typeof savedViewsDefinitions>;

export type SavedView = { id: string; list: PartnerList; name: string; query: string };
export type SavedViewsState = { views: SavedView[] };

const without = (views: readonly SavedView[], id: string) => views.filter((view) => view.id !== id);

function evolve({ views }: SavedViewsState, event: Recorded<SavedViewsEvent>): SavedViewsState {
  switch (event.type) {
    case 'ViewSaved': {
      const { viewId: id, list } = event.data;
      // a view whose name cannot be read is dropped
      if (!event.personal) return { views: without(views, id) };
      return { views: [...without(views, id), { id, list, ...event.personal }] };
    }
    case 'ViewRemoved':
      return { views: without(views, event.data.viewId) };
    case 'PersonErased':
      return { views: [] };
  }
}

export const savedViews: Aggregate<SavedViewsState, SavedViewsEvent> = {
  kind: 'views',
  definitions: savedViewsDefinitions,
  projectionVersion: 1,
  initial: { views: [] },
  evolve,
};

const sameName = (one: SavedView, other: Pick<SavedView, 'list' | 'name'>): boolean =>
  one.list === other.list && one.name.toLowerCase() === other.name.toLowerCase();

/** One of the same name in the same list is replaced, whatever its case. */
export function saveView({ views }: SavedViewsState, view: SavedView): SavedViewsEvent[] {
  const same = views.find((one) => sameName(one, view));
  if (same?.name === view.name && same.query === view.query) return [];
  if (!same && views.length >= MOST_VIEWS) throw new Refused({ code: 'views_full', most: MOST_VIEWS });
  const { list, name, query } = view;
  return [{ type: 'ViewSaved', data: { viewId: same?.id ?? view.id, list }, personal: { name, query } }];
}

export function renameView({ views }: SavedViewsState, viewId: string, name: string): SavedViewsEvent[] {
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw new Refused({ code: 'no_view' });
  const { list, query } = view;
  if (views.some((one) => one !== view && sameName(one, { list, name })))
    throw new Refused({ code: 'view_name_taken' });
  return view.name === name ? [] : [{ type: 'ViewSaved', data: { viewId, list }, personal: { name, query } }];
}

export const removeView = ({ views }: SavedViewsState, viewId: string): SavedViewsEvent[] =>
  views.some(({ id }) => id === viewId) ? [{ type: 'ViewRemoved', data: { viewId } }] : [];
