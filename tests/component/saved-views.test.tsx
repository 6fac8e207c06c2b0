import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SavedViewView } from '../../api/views.ts';
import { APPROVED_COLUMNS } from '../../web/features/partners/partnerColumns.tsx';
import { SavedViews } from '../../web/features/partners/SavedViews.tsx';
import { answer, calls } from './support/api.ts';
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
  await hand.click(screen.getByText('Views'));
  await screen.findByRole('dialog', { name: 'Saved views' });
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
  await hand.type(await screen.findByLabelText('Save this view as'), 'VIPs{Enter}');
  await seeToast({ title: 'View Saved', text: '"VIPs" is under Views now.' });
  expect(calls.at(-1)?.body).toEqual({ list: 'approved', name: 'VIPs', query });
  // it is shown as the present one, so there is nothing to save
  expect((await screen.findByRole('button', { name: 'VIPs' })).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByLabelText('Save this view as')).toBeNull();
});

test('without a name nothing is sent, and the field says why', async () => {
  const hand = await opened('', []);
  await hand.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Name the view');
  expect(calls).toEqual([]);
});

test('a search of 200 characters in any script can be saved', async () => {
  const search = '山'.repeat(200);
  const hand = await opened(`?search=${encodeURIComponent(search)}`, []);
  answer('put', '/api/saved-views', []);
  await hand.type(await screen.findByLabelText('Save this view as'), 'Mountains{Enter}');
  const query = `${USUAL}&search=${encodeURIComponent(search)}`;
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ list: 'approved', name: 'Mountains', query }));
});

test('one is removed, and Undo saves it again', async () => {
  const hand = await opened('', [aView('Old', 'tag=old')]);
  answer('delete', '/api/saved-views/:id', []);
  await hand.click(await screen.findByRole('button', { name: 'Remove view Old' }));
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
  await hand.type(await screen.findByLabelText('Save this view as'), 'Mine{Enter}');
  const chosen = 'columns=name%2Cemail%2Cfollowers%2Cengagement%2Cadded%2Cstatus';
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ query: chosen }));
  cleanup();
  hand = await opened('?columns=match,nonsense', []);
  await hand.type(await screen.findByLabelText('Save this view as'), 'Short{Enter}');
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ query: 'columns=name%2Cmatch' }));
});
