import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SavedViewView } from '../../api/views.ts';
import { APPROVED_COLUMNS } from '../../web/features/partners/partnerColumns.tsx';
import { SavedViews } from '../../web/features/partners/SavedViews.tsx';
import { answer, calls, failed } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const aView = (name: string, query: string, list: SavedViewView['list'] = 'approved'): SavedViewView => ({
  ...{ id: name, list, name, query },
});

/** The default columns of Approved. */
const USUAL = 'columns=name%2Cemail%2Cfollowers%2Cengagement%2Cmatch%2Cstatus';

async function opened(search: string, views: SavedViewView[]) {
  answer('get', '/api/saved-views', views);
  const hand = await renderPart(<SavedViews list="approved" columns={APPROVED_COLUMNS} />, `/approved${search}`);
  await hand.click(screen.getByText('Lists'));
  await screen.findByRole('dialog', { name: 'Saved lists' });
  return hand;
}

test('a view of this list is gone to by its name, and the panel closes', async () => {
  const hand = await opened('?partner=p1', [aView('Big ones', 'minFollowers=50000'), aView('New', '', 'discovery')]);
  await hand.click(await screen.findByText('Big ones'));
  expect(window.location.pathname + window.location.search).toBe('/approved?minFollowers=50000');
  expect(screen.queryByText('New')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the filters of now are saved under a name, without the open partner', async () => {
  const hand = await opened('?tag=vip&partner=p1&emailStatus=email_found', []);
  const query = `${USUAL}&emailStatus=email_found&tag=vip`;
  answer('put', '/api/saved-views', [aView('VIPs', query)]);
  await hand.type(await screen.findByLabelText('Save as list'), 'VIPs{Enter}');
  await seeToast({ title: 'List Saved', text: '"VIPs" is under Lists now.' });
  expect(calls.at(-1)?.body).toEqual({ list: 'approved', name: 'VIPs', query });
  // it is shown as the present one, so there is nothing to save
  expect((await screen.findByRole('button', { name: 'VIPs' })).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByLabelText('Save as list')).toBeNull();
});

test('without a name nothing is sent, and the field says why', async () => {
  const hand = await opened('', []);
  await hand.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Name the list');
  expect(calls).toEqual([]);
});

test('a search of 200 characters in any script can be saved', async () => {
  const search = '山'.repeat(200);
  const hand = await opened(`?search=${encodeURIComponent(search)}`, []);
  answer('put', '/api/saved-views', []);
  await hand.type(await screen.findByLabelText('Save as list'), 'Mountains{Enter}');
  const query = `${USUAL}&search=${encodeURIComponent(search)}`;
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ list: 'approved', name: 'Mountains', query }));
});

test('one is renamed; a name that another one has is refused with the reason', async () => {
  const hand = await opened('', [aView('Old', 'tag=old')]);
  const error = 'Another list has this name. Choose another one.';
  answer('patch', '/api/saved-views/:id', () => failed(409, error));
  await hand.click(await screen.findByRole('button', { name: 'Rename list Old' }));
  const field = screen.getByLabelText('New name of Old');
  await hand.clear(field);
  await hand.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Name the list');
  await hand.type(field, 'Mine{Enter}');
  await seeToast({ title: 'List Not Renamed', text: error, variant: 'destructive' });
  answer('patch', '/api/saved-views/:id', [aView('Mine', 'tag=old')]);
  await hand.type(field, '{Enter}');
  await screen.findByRole('button', { name: 'Mine' });
  expect(calls.at(-1)).toMatchObject({ method: 'PATCH', path: '/api/saved-views/Old', body: { name: 'Mine' } });
});

test('one is removed, and Undo saves it again', async () => {
  const hand = await opened('', [aView('Old', 'tag=old')]);
  answer('delete', '/api/saved-views/:id', []);
  await hand.click(await screen.findByRole('button', { name: 'Remove list Old' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Old' })).toBeNull());
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/saved-views/Old' });
  answer('put', '/api/saved-views', [aView('Old', 'tag=old')]);
  await hand.click(await screen.findByText('Undo'));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ list: 'approved', name: 'Old', query: 'tag=old' }));
});

test('a view has the columns that the list shows: those chosen in this browser, or those that its address names', async () => {
  localStorage.setItem('columns:approved', JSON.stringify({ match: false, added: true }));
  let hand = await opened('', []);
  answer('put', '/api/saved-views', []);
  await hand.type(await screen.findByLabelText('Save as list'), 'Mine{Enter}');
  const chosen = 'columns=name%2Cemail%2Cfollowers%2Cengagement%2Cadded%2Cstatus';
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ query: chosen }));
  cleanup();
  hand = await opened('?columns=match,nonsense', []);
  await hand.type(await screen.findByLabelText('Save as list'), 'Short{Enter}');
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ query: 'columns=name%2Cmatch' }));
});
