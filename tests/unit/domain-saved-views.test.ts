import { expect, test } from 'vitest';
import {
  removeView,
  renameView,
  type SavedView,
  type SavedViewsEvent,
  savedViews,
  saveView,
} from '../../events/partners/savedViews.ts';
import { fold } from '../support/scenario.ts';

const view = (name: string, query = 'tag=vip', id = name): SavedView => ({ id, list: 'approved', name, query });
const after = (...events: SavedViewsEvent[]) => fold(savedViews, events);
function saved(...views: SavedView[]): SavedViewsEvent[] {
  const events: SavedViewsEvent[] = [];
  for (const one of views) events.push(...saveView(after(...events), one));
  return events;
}

test('one of the same name, whatever its case, is replaced; the same one is no event', () => {
  const events = saved(view('VIPs'), view('vips', 'tag=other', 'new'), view('vips', 'tag=other', 'newer'));
  expect(events).toHaveLength(2);
  expect(after(...events).views).toEqual([view('vips', 'tag=other', 'VIPs')]);
});

test('the same name in another list is another view', () => {
  expect(after(...saved(view('VIPs'), { ...view('VIPs', '', 'x'), list: 'discovery' })).views).toHaveLength(2);
});

test('a workspace has at most 50', () => {
  const full = after(...saved(...Array.from({ length: 50 }, (_, index) => view(`View ${index}`))));
  expect(() => saveView(full, view('One more'))).toThrow('There are 50 lists. Remove one first.');
  expect(saveView(full, view('View 7', 'tag=other'))).toHaveLength(1);
});

test('one is renamed, to no name of another one of the list', () => {
  const events = saved(view('VIPs'), view('Old'), { ...view('Far', '', 'x'), list: 'discovery' });
  const rename = (id: string, name: string) => renameView(after(...events), id, name);
  expect(after(...events, ...rename('Old', 'Far')).views).toContainEqual({ ...view('Far', 'tag=vip', 'Old') });
  expect(rename('Old', 'Old')).toEqual([]);
  expect(rename('Old', 'old')).toHaveLength(1);
  expect(() => rename('Old', 'vips')).toThrow('Another list has this name. Choose another one.');
  expect(() => rename('gone', 'New')).toThrow('This list was removed.');
});

test('one is removed once, and an erasure leaves none', () => {
  const events = saved(view('VIPs'), view('Old'));
  expect(after(...events, ...removeView(after(...events), 'Old')).views).toEqual([view('VIPs')]);
  expect(removeView(after(...events), 'unknown')).toEqual([]);
  expect(after(...events, { type: 'PersonErased', data: {} }).views).toEqual([]);
});
