import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { GenerateView, PartnerView } from '../../api/views.ts';
import { DiscoveryScreen } from '../../web/features/discovery/DiscoveryScreen.tsx';
import { SearchProgress } from '../../web/features/search/SearchProgress.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { notice } from './support/notices.ts';
import { button, figure } from './support/partnerRows.ts';
import { fivePeople, keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { aSearch, aSearchSchedule } from './support/setupViews.ts';
import { seeToast } from './support/toast.ts';
import { aiEstimates, aProfile } from './support/views.ts';

const found = (more: Partial<GenerateView> = {}): GenerateView => ({
  valid: true,
  requested: 10,
  found: 5,
  duplicates: 0,
  complete: true,
  sources: [{ source: 'people_data_labs', found: 5 }],
  searchId: 's1',
  partners: [],
  ...more,
});
const searchMoved = () => notice({ kind: 'search', id: 's1', type: 'PartnerFound', version: 2 });
const panel = () => screen.queryByRole('region', { name: 'Finding new partners' });

async function shown(): Promise<{ hand: UserEvent; kept: ReturnType<typeof keepPartners> }> {
  const kept = keepPartners([]);
  const hand = await renderPart(<DiscoveryScreen />, '/discovery');
  await screen.findByRole('heading', { name: 'No partners yet' });
  await waitFor(() => expect(button('Generate New Matches').disabled).toBe(false));
  return { hand, kept };
}

describe('Generate New Matches', () => {
  test('waits for the business profile, which can be loaded again', async () => {
    keepPartners([]);
    answer('get', '/api/business-profile', () => failed(500, 'x'));
    const hand = await renderPart(<DiscoveryScreen />, '/discovery');
    await screen.findByText('Your business profile could not be loaded.');
    for (const name of ['Generate New Matches', 'Adjust Profile', 'Find the first 10']) {
      expect(button(name).disabled, name).toBe(true);
    }
    answer('get', '/api/business-profile', aProfile());
    await hand.click(screen.getByText('Try again'));
    await waitFor(() => expect(screen.queryByText('Your business profile could not be loaded.')).toBeNull());
    expect(button('Generate New Matches').disabled).toBe(false);
  });

  test.each(['Generate New Matches', 'Find the first 10'])('%s asks for ten by the criteria', async (name) => {
    const partnerCriteria = { targetAudience: 'Trail runners in North America' };
    answer('get', '/api/business-profile', aProfile({ partnerCriteria }));
    const { hand } = await shown();
    answer('post', '/api/partners/generate', found());
    await hand.click(button(name));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      count: 10,
      criteria: {
        minFollowers: 5000,
        minEngagement: 2,
        platforms: ['linkedin'],
        targetAudience: 'Trail runners in North America',
        industry: 'Fitness',
        businessName: 'Northwind Trail Gear',
      },
    });
  });

  test('counts the people as they are found, then says how many and from where', async () => {
    const { hand, kept } = await shown();
    const { held, release } = hold();
    answer('post', '/api/partners/generate', () => held.then(() => found()));
    await hand.click(button('Generate New Matches'));
    await screen.findByText('Turning your audience into search terms.');
    expect(button('Finding Partners...').getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('No partners yet')).toBeNull();
    answer('get', '/api/searches/latest', aSearch({ status: 'running', found: 3, finishedAt: null }));
    searchMoved();
    await screen.findByText('3 of 10 found');
    kept.list = fivePeople();
    answer('get', '/api/searches/latest', aSearch({ found: 5 }));
    release();
    await seeToast({ title: 'Partners Generated', text: '5 new partner recommendations from People Data Labs.' });
    await waitFor(() => expect(panel()).toBeNull());
    expect(figure('Total')).toBe('5');
  });

  test.each([
    ['People Data Labs refused the request.', 'People Data Labs refused the request.'],
    [undefined, 'Failed to generate partners. Please try again.'],
  ])("a failure: 'Generation Failed' with the reason, or without one: %s", async (reason, text) => {
    const { hand } = await shown();
    answer('post', '/api/partners/generate', () => failed(502, reason));
    await hand.click(button('Generate New Matches'));
    await seeToast({ title: 'Generation Failed', text, variant: 'destructive' });
    expect(panel()).toBeNull();
  });

  test('when no one new was found, it says so and what helps', async () => {
    const { hand } = await shown();
    answer('post', '/api/partners/generate', found({ found: 0, duplicates: 12, complete: false }));
    await hand.click(button('Generate New Matches'));
    await seeToast({
      title: 'No New Partners Found',
      text: 'Everyone found is known already. Search again to look further',
    });
  });

  test('a search without a result stays on the page until it is dismissed, a day at most', async () => {
    const { hand } = await shown();
    const ends = (more: Parameters<typeof aSearch>[0]) => {
      answer('get', '/api/searches/latest', aSearch({ finishedAt: new Date().toISOString(), ...more }));
      searchMoved();
    };
    ends({ id: 's1', found: 0, duplicates: 12 });
    await screen.findByText(/^Everyone found is known already/);
    await hand.click(button('Dismiss'));
    expect(screen.queryByText(/^Everyone found is known already/)).toBeNull();
    ends({ id: 's2', status: 'failed', found: 0, error: 'Too many.' });
    await screen.findByText('Too many.');
    ends({ id: 's3', found: 0, finishedAt: new Date(Date.now() - 25 * 3_600_000).toISOString() });
    await waitFor(() => expect(screen.queryByText('Too many.')).toBeNull());
    expect(screen.queryByText(/No New Partners Found/)).toBeNull();
    ends({ id: 's4', found: 0 });
    await screen.findByText(/No New Partners Found/);
    ends({ id: 's5', found: 1 });
    await waitFor(() => expect(screen.queryByText(/No New Partners Found/)).toBeNull());
  });

  test.each([
    [aSearch(), 'Partners Generated', '10 new partner recommendations from People Data Labs.', undefined],
    [aSearch({ status: 'failed', error: 'Too many.' }), 'Generation Failed', 'Too many.', 'destructive' as const],
  ])('a search that outlasts its call (202) is followed to its end: $status', async (end, title, text, variant) => {
    const { hand } = await shown();
    answer('post', '/api/partners/generate', () => {
      answer('get', '/api/searches/latest', aSearch({ status: 'running', found: 0, finishedAt: null }));
      return Response.json({ accepted: true, id: 's1' }, { status: 202 });
    });
    await hand.click(button('Generate New Matches'));
    await screen.findByText(/^Looking for gear reviewer/);
    answer('get', '/api/searches/latest', end);
    searchMoved();
    await seeToast({ title, text, ...(variant && { variant }) });
    await waitFor(() => expect(panel()).toBeNull());
  });

  test('one that takes longer than usual says so', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    keepPartners([]);
    answer('get', '/api/searches/latest', aSearch({ status: 'running', found: 0, finishedAt: null }));
    await renderPart(<SearchProgress occasion="further" />);
    await screen.findByText(/^Looking for gear reviewer/);
    screen.getByText('This usually takes 30–60 seconds. You can keep working.');
    act(() => void vi.advanceTimersByTime(75_000));
    screen.getByText('This takes longer than usual. You can leave this page: the search goes on.');
  });

  test('a search that another tab started is shown', async () => {
    await shown();
    answer('get', '/api/searches/latest', aSearch({ status: 'running', requested: 4, found: 1, finishedAt: null }));
    searchMoved();
    within(await screen.findByRole('region', { name: 'Finding new partners' })).getByText('1 of 4 found');
    expect(button('Finding Partners...').getAttribute('aria-busy')).toBe('true');
  });
});

describe('Search options', () => {
  const box = () => within(screen.getByRole('dialog'));
  const WEEKLY = { count: 30, every: 'week', nextAt: '2026-03-09T09:00:00.000Z' } as const;

  test('say the cost of the number to find, save it, and search for so many', async () => {
    answer('get', '/api/ai-estimates', aiEstimates({ costUsd: 0.01 }));
    const { hand } = await shown();
    await hand.click(button('Search options'));
    await screen.findByRole('dialog');
    await hand.click(box().getByRole('button', { name: '30' }));
    await box().findByText('One search for 30, about $0.01; 3 web searches, if needed, about $0.03');
    await hand.click(box().getByRole('button', { name: 'Every week' }));
    box().getByText('First search: in a week. It adds only partners who are new, within your AI budget.');
    answer('put', '/api/search-schedule', aSearchSchedule(WEEKLY));
    answer('get', '/api/search-schedule', aSearchSchedule(WEEKLY));
    answer('post', '/api/searches', () => Response.json({ accepted: true, id: 's1' }, { status: 202 }));
    await hand.click(box().getByText('Save and search'));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/search-schedule', { count: 30, every: 'week' }],
      ['/api/searches', { count: 30 }],
    ]);
  });

  test('a search can be stopped, and says what it found', async () => {
    keepPartners([]);
    answer('get', '/api/searches/latest', aSearch({ status: 'running', requested: 30, found: 12, finishedAt: null }));
    const hand = await renderPart(<DiscoveryScreen />, '/discovery');
    await screen.findByText('This usually takes a few minutes. You can keep working.');
    const stopped = aSearch({ requested: 30, found: 12, complete: false, stopped: true });
    answer('post', '/api/searches/:id/stop', stopped);
    answer('get', '/api/searches/latest', stopped);
    await hand.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(panel()).toBeNull());
    await seeToast({ title: 'Search Stopped', text: '12 of 30 found. They are in your list.' });
  });

  test.each([
    [{ stopped: true, every: 'never' as const }, 'failed' as const, 'Scheduled searches stopped after 3 failures.'],
    [WEEKLY, 'skipped' as const, 'The last scheduled search was skipped.'],
  ])(
    'trouble of scheduled searches is said on the page, with the way to the options: %o',
    async (more, result, text) => {
      const reason = 'YouTube is out of quota.';
      keepPartners([]);
      answer(
        'get',
        '/api/search-schedule',
        aSearchSchedule({ ...more, lastRun: { at: '2026-03-02T09:00:00.000Z', result, found: 0, reason } }),
      );
      const hand = await renderPart(<DiscoveryScreen />, '/discovery');
      const said = await screen.findByText(text);
      expect(said.parentElement?.textContent).toContain(reason);
      await hand.click(button('Change options'));
      await screen.findByRole('dialog');
      await box().findByText(/^Last search (failed|skipped): .* YouTube is out of quota\.$/);
    },
  );

  test('people of the newest search are marked as new until they are decided', async () => {
    const [ada, ben, cleo] = fivePeople();
    const of = (searchId: string, more: object) => ({ ...more, searchId }) as PartnerView;
    const people = [
      of('s2', { ...ada, status: 'pending' }),
      of('s1', { ...ben, status: 'pending' }),
      of('s2', { ...cleo, status: 'approved' }),
    ];
    keepPartners(people);
    answer('get', '/api/searches/latest', aSearch({ id: 's2' }));
    await renderPart(<DiscoveryScreen />, '/discovery');
    const mark = await screen.findByText('New');
    expect(mark.closest('[role="row"]')?.textContent).toContain('Ada Lindqvist');
  });
});
