import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CalendarView } from '../../api/views.ts';
import { CalendarScreen } from '../../web/features/calendar/CalendarScreen.tsx';
import { queryClient } from '../../web/lib/queryClient.ts';
import { answer, failed, hold, reads } from './support/api.ts';
import { aCalendar } from './support/campaignViews.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';

type Send = CalendarView['sends'][number];
const send = (id: string, at: string, more: Partial<Send> = {}): Send => ({
  ...{ messageId: `c1.${id}.1`, campaignId: 'c1', campaignName: 'Spring vests', partnerName: id, status: 'planned' },
  campaignDeleted: false,
  at: `${at}:00.000Z`,
  day: at.slice(0, 10),
  ...more,
});

let hand: UserEvent;
beforeEach(() => {
  answer('get', '/api/calendar', () =>
    aCalendar({
      sends: [
        send('Ada', '2026-03-02T10:40', { status: 'sent' }),
        send('Bo', '2026-03-02T11:05', { campaignId: 'c2', campaignName: 'Autumn caps' }),
        send('Cy', '2026-03-04T09:20', { partnerName: null }),
      ],
    }),
  );
});
const shown = async (address = '/campaigns/schedule'): Promise<void> => {
  hand = await renderPart(<CalendarScreen />, address);
  await screen.findByText(/Times are in/);
};

test('it lists the emails of all campaigns by day, and each leads to its person', async () => {
  await shown();
  const hrefOf = (name: string) => screen.getByText(name, { selector: 'bdi' }).closest('a')?.getAttribute('href');
  expect(hrefOf('Ada')).toBe('/partners/Ada');
  expect(hrefOf('Bo')).toBe('/partners/Bo');
  screen.getByText('Erased');
  screen.getByText('3 emails. Times are in UTC.');
  const colors = within(screen.getByRole('list', { name: 'Colors' })).getAllByRole('listitem');
  expect(colors.map(({ textContent }) => textContent)).toEqual(['Autumn caps', 'Spring vests', 'Sent']);
});

test.each([true, false])(
  'what a deleted campaign has sent leads to its person, too (wide screen: %s)',
  async (wide) => {
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) => Object.assign(new EventTarget(), { media, matches: wide }) as MediaQueryList);
    const gone = { status: 'sent', campaignDeleted: true } as const;
    answer('get', '/api/calendar', aCalendar({ sends: [send('Ada', '2026-03-02T10:40', gone)] }));
    await shown();
    expect(screen.getByText('Ada', { selector: 'bdi' }).closest('a')?.getAttribute('href')).toBe('/partners/Ada');
    screen.getByText(/Spring vests \(deleted\)/);
    media.mockRestore();
  },
);

test('times are written as beside the hours, and what leaves next is scrolled to', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const below = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 2_000, 10, 10));
  await shown();
  const text = (name: string) => screen.getByText(name, { selector: 'bdi' }).closest('a')?.textContent;
  expect(text('Bo')).toMatch(/^11:05 AM/);
  screen.getByText('11 AM');
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
  expect((scrolled.mock.contexts[0] as Element).textContent).toContain('Bo');
  scrolled.mockRestore();
  below.mockRestore();
});

test('weeks before and after are asked for, and the address keeps the week', async () => {
  await shown();
  expect(screen.getByText('Today', { selector: 'button' })).toHaveProperty('disabled', true);
  await hand.click(screen.getByLabelText('Next week'));
  await waitFor(() => expect(location.search).toBe('?week=2026-03-09'));
  await hand.click(screen.getByLabelText('Previous week'));
  await waitFor(() => expect(location.search).toBe('?week=2026-03-02'));
  await hand.click(screen.getByLabelText('Previous week'));
  await waitFor(() => expect(location.search).toBe('?week=2026-02-23'));
});

test('two quick presses go two weeks on', async () => {
  await shown();
  const { held, release } = hold();
  answer('get', '/api/calendar', () => held.then(() => aCalendar()));
  await hand.click(screen.getByLabelText('Next week'));
  await hand.click(screen.getByLabelText('Next week'));
  expect(location.search).toBe('?week=2026-03-16');
  release();
  await screen.findByText('No emails in this week.');
});

test('a notice during the first load of the week is not lost', async () => {
  const { held, release } = hold();
  answer('get', '/api/calendar', () => held.then(() => aCalendar()));
  hand = await renderPart(<CalendarScreen />, '/campaigns/schedule');
  await waitFor(() => expect(reads).toHaveLength(1));
  notice({ kind: 'message', id: 'm1', type: 'EmailScheduled', version: 3 });
  const week = () => queryClient.getQueryCache().find({ queryKey: ['campaigns', 'calendar', null] });
  await waitFor(() => expect(week()?.state.isInvalidated).toBe(true));
  answer('get', '/api/calendar', aCalendar({ sends: [send('Ada', '2026-03-02T10:40')] }));
  release();
  await screen.findByText('Ada', { selector: 'bdi' });
});

test.each(['soon', '2026-02-30', '2026-13-01'])(
  'a week that the address does not name rightly is this one: %s',
  async (week) => {
    await shown(`/campaigns/schedule?week=${week}`);
    screen.getByText('Mar 2 – 8');
    expect(reads.filter((path) => path.startsWith('/api/calendar'))).toEqual(['/api/calendar']);
  },
);

test('an empty week and one that could not be loaded say so', async () => {
  answer('get', '/api/calendar', () => failed(500));
  hand = await renderPart(<CalendarScreen />, '/campaigns/schedule');
  await screen.findByText('Error loading the week. Please try again.');
  answer('get', '/api/calendar', aCalendar());
  await hand.click(screen.getByText('Try again'));
  await screen.findByText('No emails in this week.');
  expect(reads).toContain('/api/calendar');
});
