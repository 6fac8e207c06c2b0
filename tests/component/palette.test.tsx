import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { PaletteHost } from '../../web/features/palette/PaletteHost.tsx';
import { useHere } from '../../web/lib/here.ts';
import { answer, failed } from './support/api.ts';
import { aCampaign } from './support/campaignViews.ts';
import { downloads } from './support/downloads.ts';
import { aConversation, anInbox } from './support/inboxViews.ts';
import { pageOfList } from './support/partnerList.ts';
import { renderPart } from './support/renderApp.tsx';
import { aPartner, aUser } from './support/views.ts';

let hand: UserEvent;
const sorted = vi.fn();
/** Two parts of a screen whose commands have the same id. */
function Sorts() {
  const run = () => {
    sorted();
    document.getElementById('elsewhere')?.focus();
  };
  useHere([{ id: 'sort', text: 'Sort by name', run }]);
  useHere([{ id: 'sort', text: 'Group by name', run: () => undefined }]);
  return null;
}
beforeEach(async () => {
  const partners = [
    { ...aPartner({ id: 'p1', name: 'Maren Oduya', status: 'approved' }), outreach: null },
    { ...aPartner({ id: 'p2', name: 'Bo Lind' }), outreach: null },
  ];
  answer('get', '/api/partners', ({ path }) => pageOfList(partners, path));
  answer('get', '/api/inbox', anInbox([]));
  sorted.mockClear();
  answer('get', '/api/campaigns', [aCampaign({ id: 'c1', name: 'Winter market' })]);
  hand = await renderPart(
    <>
      <input aria-label="Elsewhere" id="elsewhere" />
      <Sorts />
      <PaletteHost user={aUser()} />
    </>,
  );
});

const key = (init: KeyboardEventInit) => fireEvent.keyDown(document.activeElement ?? document.body, init);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
async function search(): Promise<HTMLElement> {
  key({ key: 'k', ctrlKey: true });
  return screen.findByRole('combobox');
}

test('Ctrl+K finds partners, campaigns and screens, by keys alone, and Escape gives the focus back', async () => {
  screen.getByLabelText('Elsewhere').focus();
  const field = await search();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await hand.keyboard('mar');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(chosen()).toContain('Maren Oduya');
  await hand.keyboard('{ArrowDown}');
  expect(chosen()).toContain('Winter market');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await hand.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere')));
  await search();
  await hand.keyboard('maren');
  await screen.findByText('Maren Oduya');
  await screen.findByText('1 result');
  await hand.keyboard('{Enter}');
  await closed();
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/partners/p1'));
});

test('what can be done with what is open comes first', async () => {
  await search();
  expect(chosen()).toContain('Group by nameHere');
  await hand.keyboard('sort{Enter}');
  // the focus that it sets is not taken back
  await waitFor(() => expect(sorted).toHaveBeenCalledOnce());
  await closed();
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
});

test('conversations are found by the server, and campaigns in spite of a typing error', async () => {
  answer('get', '/api/inbox', ({ path }) =>
    anInbox(path.includes('search=wintr') ? [aConversation({ id: 'c1.p1' })] : []),
  );
  await search();
  await hand.keyboard('wintr');
  expect((await screen.findByText('Winter market')).closest('[role=option]')?.textContent).toContain('Campaign');
  await hand.click(await screen.findByText(/^Tendai Adeyinka: /));
  await waitFor(() => expect(window.location.pathname).toBe('/inbox/c1.p1'));
});

test('the export saves what the filters of the open list let through', async () => {
  const saved = downloads();
  const asked: string[] = [];
  answer('get', '/api/partners/export', ({ path }) => {
    asked.push(path);
    return new Response('name\nMaren');
  });
  window.history.replaceState(null, '', '/approved?industry=Fitness');
  await search();
  await hand.keyboard('export{Enter}');
  await waitFor(() => expect(saved.map(({ text }) => text)).toEqual(['name\nMaren']));
  expect(asked).toEqual(['/api/partners/export?industry=Fitness&status=approved']);
});

test('what could not be loaded is not called missing', async () => {
  answer('get', '/api/partners', () => failed(500));
  await search();
  await hand.keyboard('maren');
  await screen.findByText('Couldn’t load all partners, conversations and campaigns. Try again.');
  expect(screen.queryByText(/^Nothing found/)).toBeNull();
  await hand.keyboard('{Escape}');
  await closed();
});

test('? lists every key, and G goes to screens; none of them fires while one types', async () => {
  screen.getByLabelText('Elsewhere').focus();
  key({ key: '?' });
  key({ key: 'g' });
  key({ key: 'c' });
  expect([screen.queryByRole('dialog'), window.location.pathname]).toEqual([null, '/']);
  screen.getByLabelText('Elsewhere').blur();
  key({ key: 'g' });
  key({ key: 'c' });
  expect(window.location.pathname).toBe('/campaigns');
  key({ key: '?' });
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  list.getByText('Approve or save, and go to the next message');
});
