import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { afterTest } from './support/afterTest.ts';
import { answer } from './support/api.ts';
import { pressToFetch } from './support/pressToFetch.ts';

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
  // another file may have fetched the card before
  vi.resetModules();
  const { renderPart } = await import('./support/renderApp.tsx');
  const { DoNotContact } = await import('../../web/features/suppressions/DoNotContact.tsx');
  await renderPart(<DoNotContact />);
  await screen.findByText('This card could not be loaded.');
  await screen.findByText('Connection Failed');
  expect(screen.queryByLabelText('Add an address')).toBeNull();
  code.away = false;
  await pressToFetch(screen.getByText('Try again'));
  await screen.findByLabelText('Add an address');
});
