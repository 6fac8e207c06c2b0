import { describe, expect, test } from 'vitest';
import { templateForm } from '../../events/campaigns/campaignInput.ts';
import { snippetForm, snippets } from '../../events/messages/snippets.ts';
import { savedViews } from '../../events/partners/savedViews.ts';
import type { NamedItemEvent } from '../../events/shared/namedItems.ts';
import { fold } from '../support/scenario.ts';

type View = { id: string; list: 'approved' | 'discovery'; name: string; query: string };
type ViewEvent = NamedItemEvent<Omit<View, 'id'>>;

const view = (name: string, query = 'tag=vip', id = name): View => ({ id, list: 'approved', name, query });
const folded = (...events: ViewEvent[]) => fold(savedViews.aggregate, events);
function saved(...views: View[]): ViewEvent[] {
  const events: ViewEvent[] = [];
  for (const one of views) events.push(...savedViews.save(folded(...events), one));
  return events;
}

describe('what a workspace keeps by name', () => {
  test('one of the same name, whatever its case, is replaced and keeps its id; the same one is no event', () => {
    const events = saved(view('VIPs'), view('vips', 'tag=other', 'new'), view('vips', 'tag=other', 'newer'));
    expect(events).toHaveLength(2);
    expect(folded(...events).items).toEqual([view('vips', 'tag=other', 'VIPs')]);
  });

  test('the same name in another list is another view', () => {
    expect(folded(...saved(view('VIPs'), { ...view('VIPs', '', 'x'), list: 'discovery' })).items).toHaveLength(2);
  });

  test('there are at most 50 lists and 100 snippets, and one of them can still be replaced', () => {
    const full = folded(...saved(...Array.from({ length: 50 }, (_, index) => view(`View ${index}`))));
    expect(() => savedViews.save(full, view('One more'))).toThrow('There are 50 lists. Remove one first.');
    expect(savedViews.save(full, view('View 7', 'tag=other'))).toHaveLength(1);
    const items = Array.from({ length: 100 }, (_, at) => ({ id: `s${at}`, name: `s${at}`, text: 'Hi' }));
    expect(() => snippets.save({ items }, { id: 'x', name: 'new', text: 'Hi' })).toThrow(
      'There are 100 snippets. Remove one first.',
    );
  });

  test('one is renamed, to no name of another one of the list', () => {
    const events = saved(view('VIPs'), view('Old'), { ...view('Far', '', 'x'), list: 'discovery' });
    const rename = (id: string, name: string) => savedViews.rename(folded(...events), id, name);
    expect(folded(...events, ...rename('Old', 'Far')).items).toContainEqual({ ...view('Far', 'tag=vip', 'Old') });
    expect(rename('Old', 'Old')).toEqual([]);
    expect(rename('Old', 'old')).toHaveLength(1);
    expect(() => rename('Old', 'vips')).toThrow('Another list has this name. Choose another one.');
    expect(() => rename('gone', 'New')).toThrow('This list was removed.');
  });

  test('one is removed once, one that cannot be read is dropped, and an erasure leaves none', () => {
    const events = saved(view('VIPs'), view('Old'));
    const removed = savedViews.remove(folded(...events), 'Old');
    expect(removed).toEqual([{ type: 'ItemRemoved', data: { id: 'Old' } }]);
    expect(folded(...events, ...removed).items).toEqual([view('VIPs')]);
    expect(savedViews.remove(folded(...events), 'unknown')).toEqual([]);
    expect(folded(...events, { type: 'ItemSaved', data: { id: 'Old' }, personal: null }).items).toEqual([view('VIPs')]);
    expect(folded(...events, { type: 'PersonErased', data: {} }).items).toEqual([]);
  });
});

test.each([
  [{ name: ' ', text: 'x' }, 'Name the snippet'],
  [{ name: 'a', text: 'x'.repeat(2001) }, 'A snippet must be at most 2,000 characters'],
  [{ name: 'a', text: 'Hi {{nick}}' }, 'Write out {{nick}}: nothing fills it in'],
])('the form of a snippet refuses %j', (form, error) => {
  expect(snippetForm.safeParse(form).error?.issues[0]?.message).toBe(error);
});

describe('the form of a template', () => {
  const settings = {
    ...{ subjectType: 'static', staticSubject: 'A vest', invitationText: '', messagePrompt: 'Offer a vest.' },
    ...{
      dailyLimit: 5,
      sendWindow: null,
      recipientHours: false,
      mediaKit: false,
      tone: null,
      language: null,
      address: null,
    },
    ...{ offer: null, followUps: [{ id: 'f1', afterDays: 3, writer: 'user', text: 'Did you see it?' }], abTest: null },
  };

  test('drops the name and the account of the campaign, and the ids of its follow-ups', () => {
    const form = templateForm.parse({ name: 'Vests', settings: { ...settings, name: 'Spring', mailbox: 'm1' } });
    expect(form.settings).toEqual({
      ...settings,
      offer: { what: '', commission: '', code: '', link: '' },
      followUps: [{ afterDays: 3, writer: 'user', text: 'Did you see it?' }],
    });
  });

  test.each([
    [{ name: ' ', settings }, 'Name the template'],
    [{ name: 'Vests', settings: { ...settings, staticSubject: '' } }, 'Subject configuration is incomplete'],
  ])('refuses %j', (form, error) => {
    expect(templateForm.safeParse(form).error?.issues[0]?.message).toBe(error);
  });
});
