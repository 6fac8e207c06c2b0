import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErasePartnerDialog } from '../../web/features/partners/ErasePartnerDialog.tsx';
import { anErasure } from './support/adminViews.ts';
import { answer, calls } from './support/api.ts';
import { dialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner } from './support/views.ts';

const close = vi.fn();
const asked = async () => {
  close.mockClear();
  const hand = await renderPart(<ErasePartnerDialog partner={aPartner()} onClose={close} />, '/approved?partner=p1');
  await openDialog('Erase Ada Lindqvist permanently?');
  return hand;
};
const confirm = () => dialog().getByText('Erase permanently', { selector: 'button' });

test('it says what is destroyed and what is kept', async () => {
  await asked();
  dialog().getByText(/Name, profile, address and the texts of all emails .* are destroyed\./);
  dialog().getByText(/kept on the “Do not contact” list as a fingerprint/);
  dialog().getByText(/This cannot be undone/);
});

test.each([
  [anErasure({ kind: 'partner' }), 'Partner Erased', 'All data of this person is destroyed.'],
  [{ accepted: true as const, id: 'e1' }, 'Erasing', 'This takes longer than usual.'],
])('erased, the notice leads to the receipt: %#', async (result, title, text) => {
  answer('post', '/api/partners/:id/erase', result);
  const hand = await asked();
  await hand.click(confirm());
  await seeToast({ title, text });
  expect(close).toHaveBeenCalled();
  expect(calls.map(({ path }) => path)).toEqual(['/api/partners/p1/erase']);
  await hand.click(screen.getByText('Receipt'));
  expect(window.location.pathname + window.location.search).toBe('/settings/history?view=erasures');
});
