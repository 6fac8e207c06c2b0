import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserView } from '../../api/views.ts';
import { SessionGate } from '../../web/app/SessionGate.tsx';
import { Shell } from '../../web/app/shell/Shell.tsx';
import { answer, calls, failed, hold, reads, server } from './support/api.ts';
import { besideCampaigns } from './support/campaignViews.ts';
import { fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile, aUser, nothingWaits } from './support/views.ts';

const heading = (name: string) => screen.findByText(name, { selector: 'h1' });
const sidebar = () => screen.getByLabelText('Sidebar');
const item = (name: string) => within(sidebar()).getByText(name, { selector: 'a, a *' }).closest('a');
const current = () => [...sidebar().querySelectorAll('[aria-current]')].map((link) => link.textContent);
const goTo = (path: string) => act(async () => window.history.pushState(null, '', path));
const shell = (path: string, user: Partial<UserView> = {}) =>
  renderPart(
    <Shell user={aUser(user)}>
      <p>The screen</p>
    </Shell>,
    path,
  );
const press = (name: string) => screen.getByText(name, { selector: 'button' });

/** The calls of the list of campaigns and Partner Discovery. */
beforeEach(() => {
  besideCampaigns();
  answer('get', '/api/campaigns', []);
  answer('get', '/api/searches/latest', null);
});

describe('while it is not known what to show', () => {
  let container: HTMLElement;
  const gate = async (path: string) => {
    window.history.replaceState(null, '', path);
    await act(async () => {
      ({ container } = render(<SessionGate />));
    });
  };

  test('while the current user is loading: nothing, for the page itself says that it loads', async () => {
    const { held, release } = hold();
    answer('get', '/api/auth/user', () => held.then(() => aUser()));
    await gate('/campaigns');
    expect(container.childNodes).toHaveLength(0);
    release();
    await heading('Email Campaigns');
  });

  test('a server that does not answer is said, and asked again by hand', async () => {
    answer('get', '/api/auth/user', () => HttpResponse.error());
    await gate('/campaigns');
    await heading('Partner Pilot does not answer');
    answer('get', '/api/auth/user', aUser());
    press('Try again').click();
    await heading('Email Campaigns');
  });

  test('while the business profile loads: a spinner; when there is none, the setup', async () => {
    const { held, release } = hold();
    answer('get', '/api/business-profile', () => held.then(() => null));
    await renderApp('/approved');
    await screen.findByRole('status', { name: 'Loading your business profile' });
    expect(location.pathname).toBe('/approved');
    release();
    await heading('Partner Pilot Setup');
    expect(location.pathname).toBe('/onboarding');
  });

  test('without a business profile every screen leads to the setup', async () => {
    answer('get', '/api/business-profile', null);
    await renderApp('/onboarding');
    await heading('Partner Pilot Setup');
    expect(screen.queryByLabelText('Sidebar')).toBeNull();
    expect(screen.getByText('Log out').getAttribute('href')).toBe('/api/logout');
    for (const path of [
      '/',
      '/dashboard',
      '/discovery',
      '/approved',
      '/campaigns',
      '/campaigns/some-id',
      '/settings',
    ]) {
      await goTo(path);
      await waitFor(() => expect(location.pathname, path).toBe('/onboarding'));
    }
    await seeToast({ title: 'Finish this step first', text: 'The other screens need your business name.' });
  });

  test('but not the 404 page, and not /admin', async () => {
    answer('get', '/api/business-profile', null);
    await renderApp('/no/such/page');
    await heading('Page Not Found');
    expect(location.pathname).toBe('/no/such/page');
    await goTo('/admin');
    await heading('Page Not Found');
    expect(location.pathname).toBe('/admin');
  });
});

describe('the sidebar', () => {
  const ITEMS = [
    ['Dashboard', '/dashboard'],
    ['Partner Discovery', '/discovery'],
    ['Approved Partners', '/approved'],
    ['Campaigns', '/campaigns'],
    ['Inbox', '/inbox'],
    ['Settings', '/settings'],
  ] as const;

  test("carries the product's own name as a heading, and the items with their routes", async () => {
    await shell('/');
    within(sidebar()).getByRole('heading', { name: 'Partner Pilot' });
    const links = [...sidebar().querySelectorAll('nav a')].map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual(ITEMS);
    expect(item('Dashboard')?.getAttribute('aria-current')).toBe('page');
  });

  test('the item of the current route is highlighted, else that of the dashboard', async () => {
    const hand = await shell('/no/such/page');
    expect(current()).toEqual(['Dashboard']);
    for (const [name, path] of ITEMS) {
      await hand.click(item(name) as HTMLElement);
      expect([location.pathname, ...current()]).toEqual([path, name]);
    }
    await goTo('/campaigns/none');
    expect(current()).toEqual(['Campaigns']);
  });

  test("'Admin Panel' at /admin is shown only to admins", async () => {
    await shell('/admin', { isAdmin: true });
    expect(item('Admin Panel')?.getAttribute('href')).toBe('/admin');
    expect(current()).toEqual(['Admin Panel']);
  });

  test('others have no such item, and find no page there', async () => {
    await renderApp('/admin');
    await heading('Page Not Found');
    expect(within(sidebar()).queryByText('Admin Panel')).toBeNull();
  });

  test("'Help & Resources' opens links that are set in a new tab, without opener or referrer", async () => {
    const links: Record<string, string> = {
      tutorials_url: 'https://learn.example/start',
      help_desk_url: 'https://help.example/',
    };
    answer('get', '/api/admin/settings/:key', ({ path }) => ({ value: links[path.split('/').at(-1) ?? ''] ?? '' }));
    await shell('/campaigns');
    await screen.findByText('Help & Resources');
    for (const [name, href] of [
      ['Tutorials', 'https://learn.example/start'],
      ['Help Desk', 'https://help.example/'],
    ] as const) {
      await waitFor(() => item(name));
      expect(item(name)?.getAttribute('href')).toBe(href);
      expect(item(name)?.getAttribute('target')).toBe('_blank');
      expect(item(name)?.getAttribute('rel')?.split(' ').sort()).toEqual(['noopener', 'noreferrer']);
    }
  });

  test('a blank link hides its entry', async () => {
    answer('get', '/api/admin/settings/:key', { value: 'https://help.example/' }, '/api/admin/settings/help_desk_url');
    await shell('/campaigns');
    await screen.findByText('Help Desk');
    expect(screen.queryByText('Tutorials')).toBeNull();
  });

  test('without any link there is no such heading', async () => {
    await shell('/campaigns');
    await waitFor(() => expect(reads.filter((path) => path.startsWith('/api/admin/settings'))).toHaveLength(2));
    expect(screen.queryByText('Help & Resources')).toBeNull();
  });

  test('is toggled by its button and by the b key with Ctrl or Meta, and remembered', async () => {
    const hand = await shell('/campaigns');
    const state = () => sidebar().dataset.state;
    expect(state()).toBe('expanded');
    await hand.click(within(sidebar()).getByLabelText('Toggle sidebar'));
    expect(state()).toBe('collapsed');
    expect(document.cookie).toContain('sidebar_state=false');
    for (const [keys, expected] of [
      ['{Control>}b{/Control}', 'expanded'],
      ['{Meta>}b{/Meta}', 'collapsed'],
      ['b', 'collapsed'],
      ['{Control>}{Shift>}b{/Shift}{/Control}', 'collapsed'],
      ['{Control>}b{/Control}', 'expanded'],
    ] as const) {
      await hand.keyboard(keys);
      expect(state(), keys).toBe(expected);
    }
    expect(document.cookie).toContain('sidebar_state=true');
  });

  test('its scroll bar hides 600 ms after scrolling', async () => {
    await shell('/campaigns');
    vi.useFakeTimers();
    const part = sidebar().querySelector('nav')?.parentElement as HTMLElement;
    const scrolling = (ms: number) => {
      act(() => vi.advanceTimersByTime(ms));
      return part.dataset.scrolling;
    };
    expect(scrolling(0)).toBeUndefined();
    await act(async () => void fireEvent.scroll(part));
    expect([scrolling(0), scrolling(590), scrolling(20)]).toEqual(['true', 'true', undefined]);
  });
});

describe('the user menu', () => {
  const menu = () =>
    within(sidebar())
      .getByText(/^User menu/)
      .closest('button') as HTMLElement;

  test('shows initials, name and email, and the ways to the security of the account and out', async () => {
    const hand = await shell('/campaigns');
    for (const part of ['SV', 'Sam Vale', 'sam@northwind.example']) expect(menu().textContent).toContain(part);
    await hand.click(menu());
    expect(menu().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Account security').getAttribute('href')).toBe('/settings/security');
    expect(screen.getByText('Log out').getAttribute('href')).toBe('/api/logout');
  });

  test('works with the keyboard: Escape closes it, Tab goes through its links', async () => {
    const hand = await shell('/campaigns');
    await hand.click(menu());
    await hand.keyboard('{Escape}');
    expect(screen.queryByText('Log out')).toBeNull();
    await seeFocusOn(menu);
    await hand.keyboard('{Enter}');
    for (const name of ['Account security', 'Log out']) {
      await hand.tab();
      await seeFocusOn(() => screen.getByText(name));
    }
  });

  test('shows the picture of a user who has one, and the initials until it is there', async () => {
    await shell('/campaigns', { profileImageUrl: 'https://pictures.example/sam.png' });
    const picture = menu().querySelector('img') as HTMLElement;
    expect(picture.classList.contains('opacity-0')).toBe(true);
    act(() => void fireEvent.load(picture));
    expect(picture.classList.contains('opacity-0')).toBe(false);
  });
});

test('the browser tab says how much waits in Today', async () => {
  answer('get', '/api/today/count', nothingWaits({ answer: 2, read: 1 }));
  await renderApp('/campaigns');
  await waitFor(() => expect(document.title).toMatch(/^\(3\) .+ · Partner Pilot$/));
});

describe('data', () => {
  const data = () => reads.filter((path) => !path.startsWith('/api/admin/settings/'));

  test('is refetched neither in intervals nor on focus, and is never stale by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp('/campaigns');
    await screen.findByText('No campaigns yet');
    await goTo('/discovery');
    await screen.findByText('No partners yet');
    const before = data();
    await act(() => vi.advanceTimersByTimeAsync(240_000));
    await act(async () => {
      window.dispatchEvent(new Event('focus'));
      window.dispatchEvent(new Event('visibilitychange'));
    });
    await goTo('/campaigns');
    await screen.findByText('No campaigns yet');
    expect(data()).toEqual(before);
  });

  test('that could not be loaded is not asked for again unasked', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer('get', '/api/campaigns', () => failed(500));
    await renderApp('/campaigns');
    await screen.findByText('Error loading campaigns. Please try again.');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(reads.filter((path) => path === '/api/campaigns')).toHaveLength(1);
  });
});

describe('what breaks', () => {
  test("any other path: a 404 page reading 'Page Not Found', with the way back", async () => {
    await renderApp('/no/such/page');
    await heading('Page Not Found');
    expect(document.title).toContain('Page Not Found');
    expect(screen.getByText('Go to Dashboard').getAttribute('href')).toBe('/dashboard');
  });

  test('a screen that breaks says so inside the shell; another is not touched, and it can be tried again', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // no server answers this
    server.use(http.get('*/api/campaigns', () => HttpResponse.json([null])));
    const hand = await renderApp('/campaigns');
    await heading('This page could not be shown');
    expect(screen.getByText('Go to Dashboard').getAttribute('href')).toBe('/dashboard');
    await goTo('/discovery');
    await heading('Partner Discovery');
    await goTo('/campaigns');
    await heading('This page could not be shown');
    answer('get', '/api/campaigns', []);
    await hand.click(press('Try again'));
    await screen.findByText('No campaigns yet');
    said.mockRestore();
  });
});

describe('a lost connection', () => {
  const ALIVE = {
    ...({ status: 'ok', database: 'ok', version: '1.0.0', sandbox: true } as const),
    ...{ unreadSeconds: 0, tail: true, clock: 'ok' as const, sending: 'ok' },
  };
  const banner = () => screen.queryByText('Connection lost.');

  test('is said in a banner that looks again by hand; what was typed stays, and is not sent later', async () => {
    const hand = await renderApp('/campaigns');
    await hand.click(press('Create Campaign'));
    await screen.findByLabelText('Campaign name');
    for (const label of ['Campaign name', 'Message instructions', 'Subject']) await fillIn(hand, label, 'Typed');
    answer('post', '/api/campaigns', () => HttpResponse.error());
    answer('get', '/api/health', () => HttpResponse.error());
    await hand.click(press('Create draft'));
    await seeToast({ title: 'Error', text: 'The connection to the server failed.', variant: 'destructive' });
    expect(banner()).not.toBeNull();
    await hand.click(press('Try again'));
    await waitFor(() => expect(press('Try again').getAttribute('aria-busy')).toBeNull());
    expect(banner()).not.toBeNull();
    answer('get', '/api/health', ALIVE);
    await hand.click(press('Try again'));
    await waitFor(() => expect(banner()).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Typed');
    expect(calls).toHaveLength(1);
  });

  test('what could not be loaded is loaded when it is back', async () => {
    answer('get', '/api/campaigns', () => HttpResponse.error());
    await renderApp('/campaigns');
    await screen.findByText('Error loading campaigns. Please try again.');
    act(() => void window.dispatchEvent(new Event('offline')));
    answer('get', '/api/campaigns', []);
    answer('get', '/api/health', ALIVE);
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText('No campaigns yet');
    expect(banner()).toBeNull();
  });

  test('one address that a browser blocks does not have everything fetched over and over', async () => {
    answer('get', '/api/health', ALIVE);
    answer('get', '/api/campaigns', () => HttpResponse.error());
    await renderApp('/campaigns');
    await screen.findByText('Error loading campaigns. Please try again.');
    await new Promise((passed) => setTimeout(passed, 500));
    expect(reads.filter((path) => path === '/api/campaigns').length).toBeLessThanOrEqual(2);
  });

  test('is noticed from the browser', async () => {
    answer('get', '/api/health', ALIVE);
    await renderApp('/campaigns');
    act(() => void window.dispatchEvent(new Event('offline')));
    // what lies over a screen is fetched after it
    await screen.findByText('Connection lost.');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(banner()).toBeNull());
  });

  test('a refetch that fails leaves the screen and what was typed, and says that it may be out of date', async () => {
    const hand = await renderApp('/campaigns');
    await hand.click(press('Create Campaign'));
    await screen.findByLabelText('Campaign name');
    await fillIn(hand, 'Campaign name', 'Typed');
    answer('get', '/api/business-profile', () => failed(503));
    notice({ kind: 'profile', id: 'u1', type: 'ProfileChanged', version: 2 });
    await seeToast({ title: 'Refresh Failed', text: 'What you see may be out of date.', variant: 'destructive' });
    expect(screen.getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Typed');
    answer('get', '/api/business-profile', aProfile());
  });
});
