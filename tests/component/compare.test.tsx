import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { CompareScreen } from '../../web/features/compare/CompareScreen.tsx';
import { answer, reads } from './support/api.ts';
import { aCampaign, noFigures, theFigures } from './support/campaignViews.ts';
import { renderPart } from './support/renderApp.tsx';

let hand: UserEvent;
beforeEach(() => {
  answer('get', '/api/campaigns', [
    aCampaign({ id: 'c1', sentCount: 51 }),
    aCampaign({ id: 'c2', name: 'Autumn caps', sentCount: 10 }),
    aCampaign({ id: 'c3', name: 'Draft' }),
  ]);
  answer('get', '/api/campaign-figures', ({ path }) => {
    const asked = new URLSearchParams(path.split('?')[1]).get('campaigns')?.split(',') ?? [];
    const figures = theFigures(
      [
        { ...noFigures, step: 1, version: 'A', sent: 20, delivered: 19, replied: 6, interested: 2, bounced: 1 },
        { ...noFigures, step: 1, version: 'B', sent: 11, replied: 3 },
        { ...noFigures, step: 2, version: 'A', sent: 20, replied: 1, unsubscribed: 1 },
      ],
      [
        { id: 'c2', name: 'Autumn caps', steps: [{ ...noFigures, step: 1, version: null, sent: 10, replied: 5 }] },
        { id: 'c3', name: 'Draft', steps: [] },
      ],
    );
    return { ...figures, campaigns: figures.campaigns.filter(({ id }) => asked.includes(id)) };
  });
});

async function shown(search = ''): Promise<void> {
  hand = await renderPart(<CompareScreen />, `/campaigns/compare${search}`);
  await screen.findByRole('table', { name: 'Figures' });
}
const rows = () =>
  [...document.querySelectorAll('[aria-label=Figures] [data-row]')].map((row) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.trim())
      .filter(Boolean)
      .join(' | '),
  );

test('campaigns that sent are side by side at once, by campaign, step or version, in any order', async () => {
  await shown();
  expect(rows()).toEqual([
    'Spring vests | 51 | 19 37.3% | 10 19.6% | 2 3.9% | 1 2% | 1 2%',
    'Autumn caps | 10 | – | 5 50% | 0 | 0 | 0',
  ]);
  await hand.click(screen.getByText('Replied', { selector: 'button span' }));
  await waitFor(() => expect(rows()[0]).toMatch(/^Autumn caps/));
  await hand.click(screen.getByRole('button', { name: 'Steps' }));
  await waitFor(() =>
    expect(rows().map((row) => row.split(' | ').slice(0, 2))).toEqual([
      ['Autumn capsFirst email', '10'],
      ['Spring vestsFirst email', '31'],
      ['Spring vestsFollow-up 1', '20'],
    ]),
  );
  await hand.click(screen.getByRole('button', { name: 'Versions' }));
  await waitFor(() => expect(rows().map((row) => row.split(' | ')[0])).toContain('Spring vestsVersion B'));
});

test('campaigns are added and removed, and days narrow the figures; the address keeps it', async () => {
  await shown('?campaigns=c1&by=step');
  expect(rows()).toHaveLength(2);
  await hand.selectOptions(screen.getByLabelText('Add a campaign'), 'Autumn caps');
  await waitFor(() => expect(rows()).toHaveLength(3));
  await hand.click(screen.getByLabelText('Remove Spring vests'));
  await waitFor(() => expect(rows()).toHaveLength(1));
  await hand.type(screen.getByLabelText('From'), '2026-03-02');
  await waitFor(() => expect(reads.at(-1)).toBe('/api/campaign-figures?from=2026-03-02&campaigns=c2'));
  await hand.type(screen.getByLabelText('To'), '2026-03-01');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Change one of them/);
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    ...{ campaigns: 'c2', by: 'step', from: '2026-03-02', to: '2026-03-01' },
  });
});
