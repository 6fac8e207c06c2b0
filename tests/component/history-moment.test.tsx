import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AsOfCampaignView, CampaignView } from '../../api/views.ts';
import { HistoryScreen } from '../../web/features/history/HistoryScreen.tsx';
import { answer } from './support/api.ts';
import { aCampaign, aStartCheck, aStartPreview } from './support/campaignViews.ts';
import { dashboardAt } from './support/historyViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { aPartner } from './support/views.ts';

const FIRST = '2026-03-01T09:00:00.000Z';
const LAST = '2026-03-09T09:00:00.000Z';

beforeEach(() => {
  answer('get', '/api/history/days', {
    first: FIRST,
    last: LAST,
    days: [{ day: '2026-03-01', events: 3 }],
    bins: [{ events: 3, approved: 1, sent: 1 }],
  });
  answer('get', '/api/history/as-of', ({ path }) => {
    const then = new URL(path, 'http://x').searchParams.get('at') ?? '';
    if (then === LAST)
      return { ...dashboardAt(then, { totalEmailsSent: 2, totalPartners: 3 }), soFar: { approved: 1, sent: 2 } };
    return dashboardAt(then, { totalPartners: 1 }, [
      { field: 'totalEmailsSent', was: 0, now: 2 },
      { field: 'totalPartners', was: 1, now: 3 },
    ]);
  });
});

const parameters = () => Object.fromEntries(new URLSearchParams(window.location.search));
const shown = async (search = ''): Promise<UserEvent> => {
  const hand = await renderPart(<HistoryScreen />, `/settings/history?view=moment${search}`);
  await screen.findByLabelText('Moment', { selector: 'input' });
  return hand;
};
const slider = () => screen.getByLabelText<HTMLInputElement>('Moment', { selector: 'input' });
const figure = (label: string) => within(screen.getByText(label).parentElement as HTMLElement);
const field = () => screen.getByLabelText<HTMLInputElement>(/^Date and time/);

describe('the dashboard at a moment', () => {
  test('begins now, where nothing has changed', async () => {
    await shown();
    await screen.findByText('Emails Sent');
    figure('Emails Sent').getByText('2');
    figure('Emails Sent').getByText('Same as now');
    expect(screen.getByText('Now')).toHaveProperty('disabled', true);
  });

  test('before, the numbers say what they are now; the moment stands in the address', async () => {
    await shown();
    fireEvent.change(slider(), { target: { value: '0' } });
    await screen.findByText('now 2');
    figure('Emails Sent').getByText('0');
    figure('Total Partners Found').getByText('now 3');
    expect(parameters().at).toBe(FIRST);
    expect(slider().getAttribute('aria-valuetext')).toMatch(/^Mar 1, 2026/);
  });

  test('an address that is opened again shows the same moment', async () => {
    await shown(`&at=${FIRST}`);
    await screen.findByText('now 2');
  });

  test('Now leads back', async () => {
    const hand = await shown(`&at=${FIRST}`);
    await hand.click(screen.getByText('Now'));
    await screen.findByText('2');
    expect(parameters().at).toBe(LAST);
  });

  test.each([
    ['2001-01-01T10:00:00', /^The history begins on Mar 1, 2026, /],
    ['2999-01-01T10:00:00', /^This time is in the future\.$/],
  ])('a typed moment without a past says so and stays, once the field is left: %s', async (typed, problem) => {
    await shown();
    fireEvent.change(field(), { target: { value: typed } });
    // not yet: it might be a year that is half typed
    expect(screen.queryByText(problem)).toBeNull();
    fireEvent.blur(field());
    const said = await screen.findByText(problem);
    expect(field().getAttribute('aria-describedby')).toBe(said.id);
    expect(field().value).toMatch(typed.slice(0, 16));
    expect(parameters().at).toBeUndefined();
    fireEvent.change(slider(), { target: { value: '0' } });
    await waitFor(() => expect(parameters().at).toBe(FIRST));
    expect(screen.queryByText(problem)).toBeNull();
    expect(field().value).toMatch(/^2026-03-01/);
  });

  test('a typed moment after the last event is as the last one', async () => {
    await shown(`&at=${FIRST}`);
    fireEvent.change(field(), { target: { value: '2026-03-20T10:00:00' } });
    fireEvent.blur(field());
    await waitFor(() => expect(parameters().at).toBe(LAST));
  });

  test('the legend counts until the moment, and the figures are announced', async () => {
    await shown();
    await screen.findByText('Approvals: 1');
    screen.getByText('Emails sent: 2');
    fireEvent.change(slider(), { target: { value: '0' } });
    await screen.findByText('Emails sent: 0');
    screen.getByText('Approvals: 0');
    expect(screen.getByText(/^As of Mar 1, 2026/).getAttribute('role')).toBe('status');
    expect(screen.getByText(/^As of Mar 1, 2026/).textContent).toMatch(
      /: 1 partner found, 0 approved, 0 emails sent\.$/,
    );
  });
});

const pastCampaign = (more: Partial<CampaignView>): AsOfCampaignView => {
  const { hold: _h, nextSendWhy: _w, nextSendAt: _s, nextDueAt: _d, texts: _t, ...campaign } = aCampaign(more);
  return campaign;
};

describe('a list at a moment', () => {
  const partners = (changed: { id: string; fields: string[] }[]) =>
    answer('get', '/api/history/as-of', {
      what: 'partners',
      at: FIRST,
      soFar: { approved: 0, sent: 0 },
      items: [aPartner({ id: 'p1' }), aPartner({ id: 'p2', name: 'Bo Berg' })],
      next: null,
      total: { was: 2, is: 3 },
      changes: { changed, gone: [] },
    });
  const rows = () => [...screen.getByRole('list', { name: 'partners at that moment' }).children];

  test('says how many there were, and how many there are', async () => {
    const hand = await shown();
    partners([]);
    await hand.click(screen.getByText('Partners'));
    await screen.findByText('2 partners then, 3 now.');
    expect(parameters().what).toBe('partners');
  });

  test('marks what has changed since, and shows only that when asked', async () => {
    partners([{ id: 'p2', fields: ['emailStatus'] }]);
    const hand = await shown('&what=partners');
    await screen.findByText('Changed since: email status');
    await hand.click(screen.getByText('Only what changed (1)'));
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('Bo Berg')]);
    expect(parameters().changed).toBe('1');
  });

  test('shows more of a long list', async () => {
    const page = (id: string, next: string | null) => ({
      ...{ what: 'partners' as const, at: FIRST, soFar: { approved: 0, sent: 0 }, total: { was: 2, is: 2 } },
      ...{ items: [aPartner({ id, name: id })], next, changes: { changed: [], gone: [] } },
    });
    answer('get', '/api/history/as-of', ({ path }) =>
      new URL(path, 'http://x').searchParams.get('after') === 'n1' ? page('Bo', null) : page('Al', 'n1'),
    );
    const hand = await shown('&what=partners');
    await screen.findByText('2 partners then, 2 now. 1 shown.');
    await hand.click(screen.getByText('Show more'));
    await screen.findByText('Bo');
    expect(rows()).toHaveLength(2);
    expect(screen.queryByText('Show more')).toBeNull();
  });

  test('another list begins with all of it', async () => {
    partners([{ id: 'p2', fields: ['status'] }]);
    const hand = await shown('&what=partners&changed=1');
    await screen.findByText('Bo Berg');
    answer('get', '/api/history/as-of', {
      what: 'campaigns',
      at: FIRST,
      soFar: { approved: 0, sent: 0 },
      ...{ items: [], next: null, total: { was: 0, is: 1 } },
      changes: { changed: [], gone: [] },
    });
    await hand.click(screen.getByText('Campaigns'));
    await screen.findByText('0 campaigns then, 1 now.');
    expect(parameters().changed).toBeUndefined();
  });

  test('a campaign that was not running has its start preview of that moment', async () => {
    const asked: string[] = [];
    answer('get', '/api/history/as-of', {
      what: 'campaigns',
      at: FIRST,
      soFar: { approved: 0, sent: 0 },
      items: [
        pastCampaign({ id: 'c1', name: 'Spring vests', status: 'draft' }),
        pastCampaign({ id: 'c2', status: 'active' }),
      ],
      ...{ next: null, total: { was: 2, is: 2 } },
      changes: { changed: [], gone: [] },
    });
    answer('get', '/api/campaigns/:id/start-preview', ({ path }) => {
      asked.push(path);
      return aStartPreview({
        checks: [
          aStartCheck('unapproved', 2),
          aStartCheck('untested', 1, { account: 'a1', names: ['sam@northwind.example'] }),
        ],
      });
    });
    const hand = await shown('&what=campaigns');
    const buttons = await screen.findAllByText('Start preview');
    expect(buttons).toHaveLength(1);
    await hand.click(buttons[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Start of Spring vests' }));
    await dialog.findByText('To send');
    dialog.getByText('2 texts have not been approved. This approves them unread.');
    expect(asked).toEqual([`/api/campaigns/c1/start-preview?at=${encodeURIComponent(FIRST)}`]);
    // the past needs no action
    expect(dialog.queryByText('Review first')).toBeNull();
    expect(dialog.queryByText('Send a test email')).toBeNull();
  });
});
