import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignView, PartnerView, StatsView } from '../../api/views.ts';
import { DashboardScreen } from '../../web/features/dashboard/DashboardScreen.tsx';
import { LastUpdated } from '../../web/features/dashboard/LastUpdated.tsx';
import { answer, failed, hold } from './support/api.ts';
import { aCampaign } from './support/campaignViews.ts';
import { notice } from './support/notices.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { noStats } from './support/settingsViews.ts';
import { aPartner } from './support/views.ts';

/** The account as the server keeps it. */
let stats: StatsView;
let partners: PartnerView[];
let campaigns: CampaignView[];
beforeEach(() => {
  stats = noStats();
  partners = [];
  campaigns = [];
  answer('get', '/api/dashboard/stats', () => stats);
  answer('get', '/api/partners', () => partners);
  answer('get', '/api/campaigns', () => campaigns);
});

let hand: UserEvent;
const show = async () => {
  hand = await renderPart(<DashboardScreen />);
};
const card = (title: string) => within(screen.getByText(title).closest('section') as HTMLElement);
const rowsOf = (label: string) => [...screen.getByLabelText(label).children].map((row) => within(row as HTMLElement));
const hrefOf = (text: string, part: Pick<typeof screen, 'getByText'> = screen) =>
  part.getByText(text).closest('a')?.getAttribute('href');
/** The figures by their titles, each with what is beside it and its trend. */
const figures = () => {
  const titles = [...screen.getByLabelText('Key figures').querySelectorAll('dt')];
  return Object.fromEntries(
    titles.map((dt) => [
      dt.textContent,
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
    '/discovery',
    '/campaigns',
  ]);
});

describe('the figures', () => {
  test('with nothing to compare are new', async () => {
    await show();
    await screen.findAllByText('new');
    expect(figures()).toEqual({
      'Total Partners Found': '0 new',
      'Approved Partners': '0 new',
      'Emails Sent': '0 new',
      'Response Rate': '0% new',
    });
  });

  test('go up, down and stay; the rate says of how many people it is one', async () => {
    stats = noStats({
      totalPartners: 9,
      approvedPartners: 5,
      totalEmailsSent: 4,
      partnersWrittenTo: 4,
      partnersReplied: 3,
      responseRate: 75,
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
  });

  test('follow what happens elsewhere', async () => {
    await show();
    await screen.findAllByText('new');
    stats = noStats({ totalPartners: 1 });
    partners = [aPartner({ name: 'Tess Late' })];
    notice({ kind: 'partner', id: 'p1', type: 'PartnerFound', version: 1 });
    await screen.findByText('Tess Late');
    await waitFor(() => expect(figures()['Total Partners Found']).toBe('1 new'));
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

  test('at most two, pending or approved, each leads to Partner Discovery', async () => {
    partners = [
      aPartner({ id: 'p1', name: 'Rosa Pending', matchScore: 90 }),
      aPartner({ id: 'p2', name: 'Sven Rejected', matchScore: 95, status: 'rejected' }),
      aPartner({ id: 'p3', name: 'Quinn Approved', matchScore: 80, status: 'approved', followersCount: 12_000 }),
      aPartner({ id: 'p4', name: 'Tess Third', matchScore: 70 }),
    ];
    await show();
    await screen.findByText('Rosa Pending');
    const [first, second, ...more] = rowsOf('Recent partners');
    expect(more).toEqual([]);
    expect(hrefOf('Rosa Pending', first)).toBe('/discovery?partner=p1');
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
      responseRate: 50,
    };
    await show();
    await screen.findByText('Campaign 6');
    expect(
      card('Campaign Activity')
        .getAllByText(/^Campaign \d/)
        .map(({ textContent }) => textContent),
    ).toEqual([6, 5, 4, 3, 2].map((day) => `Campaign ${day}`));
    const rows = [...screen.getByLabelText('Newest campaigns').children].map(({ textContent }) => textContent);
    expect(rows[0]).toBe('Campaign 62 partnersDraftSent2Replied1Response rate50%');
    expect(rows[1]).toContain('1 partner');
    expect(hrefOf('Campaign 6')).toBe('/campaigns/c6');
  });
});

describe('while the server is slow or fails', () => {
  test('placeholders are shown, and the figures already have their titles', async () => {
    const { held, release } = hold();
    for (const path of ['/api/dashboard/stats', '/api/partners', '/api/campaigns'] as const)
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
    await screen.findByText('Error loading partners. Please try again.');
  });

  test.each([
    ['/api/dashboard/stats', 'Error loading the figures. Please try again.', 'Total Partners Found'],
    ['/api/partners', 'Error loading partners. Please try again.', 'No partners found. Generate'],
    ['/api/campaigns', 'Error loading campaigns. Please try again.', 'No campaigns found. Create'],
  ] as const)('%s alone says that it could not be loaded, and offers Try again', async (path, problem, then) => {
    let broken = true;
    const value = { '/api/dashboard/stats': stats, '/api/partners': [], '/api/campaigns': [] }[path];
    answer('get', path, () => (broken ? failed(500) : Response.json(value)));
    await show();
    await screen.findByText(problem);
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
    broken = false;
    await hand.click(screen.getByText('Try again'));
    await screen.findByText(then, { exact: false });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
