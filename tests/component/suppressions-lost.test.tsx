import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DoNotContact } from '../../web/features/suppressions/DoNotContact.tsx';
import { afterTest } from './support/afterTest.ts';
import { answer } from './support/api.ts';
import { pressToFetch } from './support/pressToFetch.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const code = vi.hoisted(() => ({ away: true }));
vi.mock('../../web/features/suppressions/DoNotContactCard.tsx', async (original) => {
  if (code.away) throw new Error('away');
  return original();
});

test('when the code of the card does not come, that is said, and it can be asked for again', async () => {
  // React says what its boundary caught
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  afterTest(() => said.mockRestore());
  answer('get', '/api/suppressions', { items: [], total: 0, next: null });
  await renderPart(<DoNotContact />);
  await screen.findByText('This card could not be loaded.');
  await seeToast({ title: 'Connection Failed', variant: 'destructive' });
  expect(screen.queryByLabelText('Add an address')).toBeNull();
  code.away = false;
  await pressToFetch(screen.getByText('Try again'));
  await screen.findByLabelText('Add an address');
});
