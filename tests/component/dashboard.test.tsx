import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignView, OverviewView, SendingAccountView, StatsView } from '../../api/views.ts';
import { fetchDashboard } from '../../web/features/dashboard/api.ts';
import { DashboardScreen, LastUpdated } from '../../web/features/dashboard/DashboardScreen.tsx';
import { followEvents } from '../../web/lib/live.ts';
import { queryClient } from '../../web/lib/queryClient.ts';
import { afterTest } from './support/afterTest.ts';
import { answer, failed, hold, reads } from './support/api.ts';
import { aCampaign } from './support/campaignViews.ts';
import { notice } from './support/notices.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { aMatch, anOverview, noStats } from './support/settingsViews.ts';
import { aProfile, aSendingAccount, nothingWaits } from './support/views.ts';

/** The account as the server keeps it. */
let stats: StatsView;
let campaigns: CampaignView[];
let overview: OverviewView;
let accounts: SendingAccountView[];
beforeEach(() => {
  stats = noStats();
  campaigns = [];
  overview = anOverview();
  accounts = [aSendingAccount()];
  answer('get', '/api/dashboard/overview', () => overview);
  answer('get', '/api/sending-accounts', () => accounts);
  answer('get', '/api/dashboard/stats', () => stats);
  answer('get', '/api/campaigns', () => campaigns);
});

let hand: UserEvent;
const show = async (path = '/dashboard') => {
  hand = await renderPart(<DashboardScreen />, path);
};
const card = (title: string) => within(screen.getByText(title).closest('section') as HTMLElement);
const rowsOf = (label: string) => [...screen.getByLabelText(label).children].map((row) => within(row as HTMLElement));
const hrefOf = (text: string, part: Pick<typeof screen, 'getByText'> = screen) =>
  part.getByText(text).closest('a')?.getAttribute('href');
/** The figures by their titles, each with its note and its trend. */
const figures = () => {
  const titles = [...screen.getByLabelText('Key figures').querySelectorAll('dt')];
  return Object.fromEntries(
    titles.map((dt) => [
      dt.firstChild?.textContent,
      [...(dt.parentElement?.querySelectorAll('dd') ?? [])].map((dd) => dd.textContent).join(' '),
    ]),
  );
};

test.each(['/', '/dashboard'])('%s is the dashboard, with the ways to partners and campaigns', async (path) => {
  hand = await renderApp(path);
  await screen.findByText('Last updated: just now');
  expect(document.title).toContain('Dashboard');
  expect(hrefOf('Find Partners')).toBe('/discovery');
  expect(screen.getAllByText('View all').map((link) => link.getAttribute('href'))).toEqual([
    '/campaigns',
    '/discovery',
  ]);
});

test.each(['/', '/dashboard?days=90'])(
  'what %s asks for beside the question who is here is all shown, and asked once',
  async (path) => {
    window.history.replaceState(null, '', path);
    fetchDashboard();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const ahead = [...reads];
    expect(ahead).toHaveLength(5);
    await show(path);
    await screen.findByText('Last updated: just now');
    expect(queryClient.getQueryCache().findAll({ type: 'inactive' })).toEqual([]);
    for (const call of ahead) expect(reads.filter((read) => read === call)).toHaveLength(1);
  },
);

test('what was asked for long before this page followed along is asked once more', async () => {
  fetchDashboard();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  afterTest(followEvents(queryClient, performance.now() - 2_000));
  await show('/');
  await waitFor(() => expect(reads.filter((read) => read.startsWith('/api/dashboard/stats'))).toHaveLength(2));
});

describe('the figures', () => {
  test('without an earlier period say nothing of a change', async () => {
    await show();
    await screen.findByText('0%');
    expect(figures()).toEqual({
      'Total Partners Found': '0',
      'Approved Partners': '0',
      'Emails Sent': '0',
      'Response Rate': '0%',
    });
    expect(screen.queryByText('new')).toBeNull();
  });

  test('open what they count; they go up, down and stay, and the rate says of how many people it is one', async () => {
    stats = noStats({
      totalPartners: 9,
      approvedPartners: 5,
      totalEmailsSent: 4,
      partnersWrittenTo: 4,
      partnersReplied: 3,
      responseRate: 75,
    });
    overview = anOverview({
      trends: { totalPartners: 25, approvedPartners: 50, totalEmailsSent: 0, responseRate: -50 },
    });
    await show();
    await screen.findByText('+25%');
    expect(figures()).toEqual({
      'Total Partners Found': '9 +25%vs previous 30 days',
      'Approved Partners': '5 +50%vs previous 30 days',
      'Emails Sent': '4 0%vs previous 30 days',
      'Response Rate': '75% 3 of 4 partners replied -50%vs previous 30 days',
    });
    const hrefs = [...screen.getByLabelText('Key figures').querySelectorAll('dd:nth-of-type(1) a')];
    expect(hrefs.map((link) => link.getAttribute('href'))).toEqual(['/discovery', '/approved', '/campaigns', '/inbox']);
  });

  test('follow the range, which is kept in the address', async () => {
    overview = anOverview({ trends: { ...anOverview().trends, totalPartners: 10 } });
    await show();
    await screen.findByText('vs previous 30 days');
    await hand.click(screen.getByText('7 days'));
    await screen.findByText('vs previous 7 days');
    expect(window.location.search).toBe('?days=7');
    expect(reads).toContain('/api/dashboard/overview?days=7');
    expect(screen.getByText('7 days').getAttribute('aria-pressed')).toBe('true');
  });

  test('follow what happens elsewhere', async () => {
    await show();
    await screen.findByText('0%');
    stats = noStats({ totalPartners: 1 });
    overview = anOverview({ matches: [aMatch({ name: 'Tess Late' })] });
    notice({ kind: 'partner', id: 'p1', type: 'PartnerFound', version: 1 });
    await screen.findByText('Tess Late');
    await waitFor(() => expect(figures()['Total Partners Found']).toBe('1'));
  });

  test("'Last updated' counts on while the page is open", () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    render(<LastUpdated at={Date.now()} />);
    screen.getByText('Last updated: just now');
    act(() => void vi.advanceTimersByTime(305_000));
    screen.getByText('Last updated: 5 minutes ago');
    act(() => void vi.advanceTimersByTime(7_200_000));
    screen.getByText('Last updated: 2 hours ago');
  });
});

describe('Recent Partner Matches', () => {
  test('without any it offers the way to Partner Discovery', async () => {
    await show();
    await screen.findByText('No partners found. Generate some AI-powered recommendations to get started!');
    expect(hrefOf('Go to Partner Discovery')).toBe('/discovery');
  });

  test('each leads to Partner Discovery', async () => {
    overview = anOverview({
      matches: [
        aMatch({ id: 'p1', name: 'Rosa Pending' }),
        aMatch({ id: 'p3', name: 'Quinn Approved', followersCount: 12_000 }),
      ],
    });
    await show();
    await screen.findByText('Rosa Pending');
    const [first, second, ...more] = rowsOf('Recent partners');
    expect(more).toEqual([]);
    expect(hrefOf('Rosa Pending', first)).toBe('/partners/p1');
    second?.getByText('Quinn Approved');
    second?.getByText(/12\.0K followers/);
  });
});

describe('Campaign Activity', () => {
  test('without any it offers the way to the campaigns', async () => {
    await show();
    await screen.findByText('No campaigns found. Create your first campaign to start reaching out to partners!');
    expect(hrefOf('Go to Campaigns')).toBe('/campaigns');
  });

  test('the five newest, newest first, with partners, status and figures', async () => {
    campaigns = [1, 2, 3, 4, 5, 6].map((day) =>
      aCampaign({
        id: `c${day}`,
        name: `Campaign ${day}`,
        createdAt: `2026-03-0${day}T09:00:00.000Z`,
        partnerCount: 1,
      }),
    );
    campaigns[5] = {
      ...(campaigns[5] as CampaignView),
      partnerCount: 2,
      sentCount: 2,
      responseCount: 1,
      partnersWrittenTo: 2,
      partnersReplied: 1,
      responseRate: 50,
    };
    await show();
    await screen.findByLabelText('Newest campaigns');
    const rows = [...screen.getByLabelText('Newest campaigns').querySelectorAll('tbody tr')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Campaign 6Draft2 partners2150%',
      ...[5, 4, 3, 2].map((day) => `Campaign ${day}Draft1 partner00–`),
    ]);
    expect(hrefOf('Campaign 6', card('Campaign Activity'))).toBe('/campaigns/c6');
  });
});

describe('Needs you', () => {
  const needs = () =>
    screen.getAllByRole('listitem', { hidden: true }).flatMap((row) => {
      const link = row.closest('[aria-label="Needs you"]') && row.querySelector('a');
      return link ? [[row.querySelector('p')?.textContent, link.textContent, link.getAttribute('href')]] : [];
    });

  test('is empty when nothing waits', async () => {
    await show();
    await screen.findByText('Nothing waits for you.');
  });

  test('counts what waits, with the way to each', async () => {
    answer('get', '/api/today/count', nothingWaits({ answer: 3, read: 7, fix: 1, look: 1, later: 4 }));
    await show();
    await screen.findByText('3 replies to answer');
    expect(card('Needs you').getByText('12')).toBeDefined();
    expect(needs().map(([title, action, href]) => [title?.split(' ').slice(0, 3).join(' '), action, href])).toEqual([
      ['3 replies to', 'Answer', '/today'],
      ['7 texts to', 'Read', '/today'],
      ['1 thing to', 'Fix', '/today'],
      ['1 thing to', 'Look', '/today'],
    ]);
  });
});

describe('Get started', () => {
  const steps = () => [...screen.getByLabelText('First steps').querySelectorAll('a')];
  const done = () => steps().map((step) => step.textContent?.includes(', done'));
  const shown = async () => {
    await show();
    await screen.findByText(/of 5 done/);
  };
  beforeEach(() => {
    localStorage.clear();
    accounts = [aSendingAccount({ address: null, provider: null, health: 'not_connected' })];
    answer('get', '/api/business-profile', aProfile({ postalAddress: null }));
  });
  const all = () => {
    answer('get', '/api/business-profile', aProfile());
    accounts = [aSendingAccount()];
    overview = anOverview({ funnel: { found: 9, approved: 3, email: 1, sent: 0, replied: 0 } });
    campaigns = [aCampaign({ status: 'active' })];
  };

  test('each step has its link, and is ticked from what there is', async () => {
    await shown();
    expect(done()).toEqual([false, false, false, false, false]);
    expect(steps().map((step) => step.getAttribute('href'))).toEqual([
      '/settings',
      '/settings/sending',
      '/discovery?status=pending',
      '/approved?emailStatus=pending',
      '/campaigns',
    ]);
    accounts = [aSendingAccount({ health: 'held' })];
    overview = anOverview({ funnel: { found: 9, approved: 2, email: 2, sent: 0, replied: 0 } });
    campaigns = [aCampaign({ status: 'draft' })];
    notice({ kind: 'mailbox', id: 'a1', type: 'SendGridConnected', version: 1 });
    notice({ kind: 'partner', id: 'p1', type: 'PartnerApproved', version: 2 });
    await screen.findByText('2 of 5 done');
    expect(done()).toEqual([false, true, false, true, false]);
    screen.getByText('2 of 3 approved so far.');
    expect(steps()[0]?.closest('li')?.getAttribute('aria-current')).toBe('step');
  });

  test('it asks for nothing that the dashboard does not ask for', async () => {
    await shown();
    // the app knows the user before the dashboard is shown
    const asked = reads.filter((path) => path !== '/api/auth/user').toSorted();
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked).toEqual([
      '/api/business-profile',
      '/api/campaigns',
      '/api/dashboard/overview?days=30',
      '/api/dashboard/stats',
      '/api/sending-accounts',
      '/api/today/count',
    ]);
  });

  test('is gone when all is done, or when it was hidden', async () => {
    all();
    await show();
    await screen.findByText('Nothing waits for you.');
    await waitFor(() => expect(screen.queryByText('Get started')).toBeNull());
    cleanup();
    localStorage.clear();
    campaigns = [];
    queryClient.clear();
    await shown();
    await hand.click(screen.getByText('Hide'));
    expect(screen.queryByText('Get started')).toBeNull();
    cleanup();
    await show();
    await screen.findByText('Nothing waits for you.');
    expect(screen.queryByText('Get started')).toBeNull();
  });
});

describe('the pictures', () => {
  test('emails and replies by day are a chart, and a table for screen readers', async () => {
    overview = anOverview({
      series: [
        { day: '2026-03-01', found: 0, approved: 0, sent: 2, replied: 0 },
        { day: '2026-03-02', found: 0, approved: 0, sent: 0, replied: 1 },
      ],
    });
    await show();
    const table = await screen.findByRole('table', { name: 'Emails sent and replies by day' });
    expect([...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      'Sun, Mar 120',
      'Mon, Mar 201',
    ]);
  });

  test('without any email the chart says so', async () => {
    await show();
    await screen.findByText('No emails sent in these 2 days.');
    screen.getByText('No campaign has sent an email yet.');
    screen.getByText('Nothing scheduled. Approved emails of an active campaign get a send time.');
  });

  test('the funnel has counts and step rates, and the next sends name people and campaigns', async () => {
    overview = anOverview({
      funnel: { found: 20, approved: 10, email: 8, sent: 4, replied: 1 },
      nextSends: [
        {
          messageId: 'c1.p1.1',
          campaignId: 'c1',
          campaignName: 'Winter guide',
          partnerName: 'يوسف منصور',
          at: '2126-03-02T10:40:00.000Z',
        },
      ],
    });
    await show();
    const funnel = await screen.findByLabelText('Partners by how far they have come');
    expect([...funnel.children].map(({ textContent }) => textContent)).toEqual([
      'Found20',
      'Approved1050% of found',
      'Email880% of approved',
      'Sent450% of email',
      'Replied125% of sent',
    ]);
    expect(hrefOf('يوسف منصور')).toBe('/partners/p1');
    screen.getByText(/^Times are in UTC/);
  });

  test('reply rates are of people, the best campaign first', async () => {
    campaigns = [
      aCampaign({ id: 'c1', name: 'Low', partnersWrittenTo: 10, partnersReplied: 1, responseRate: 10 }),
      aCampaign({ id: 'c2', name: 'High', partnersWrittenTo: 4, partnersReplied: 2, responseRate: 50 }),
      aCampaign({ id: 'c3', name: 'None' }),
    ];
    stats = noStats({ partnersWrittenTo: 19, partnersReplied: 5, responseRate: 26.3 });
    overview = anOverview({ deletedCampaigns: { partnersWrittenTo: 5, partnersReplied: 2, responseRate: 40 } });
    await show();
    await screen.findByText('Deleted campaigns');
    expect([...screen.getByLabelText('Reply rates').children].map(({ textContent }) => textContent)).toEqual([
      'High50% 2/4',
      'Low10% 1/10',
      'Deleted campaigns40% 2/5',
      'All campaigns26.3% 5/19',
    ]);
    const bars = screen.getByLabelText('Reply rates').querySelectorAll<HTMLElement>('[aria-hidden] > span');
    expect([...bars].map(({ style }) => style.width)).toEqual(['50%', '10%', '40%', '26.3%']);
  });
});

describe('while the server is slow or fails', () => {
  test('placeholders are shown, and the figures already have their titles', async () => {
    const { held, release } = hold();
    for (const path of ['/api/dashboard/stats', '/api/dashboard/overview', '/api/campaigns'] as const)
      answer('get', path, async () => {
        await held;
        return failed(500);
      });
    await show();
    screen.getByLabelText('Loading partners');
    screen.getByLabelText('Loading campaigns');
    screen.getByText('Last updated: …');
    expect(Object.keys(figures())).toHaveLength(4);
    release();
    await screen.findByText('Error loading campaigns. Please try again.');
  });
});
