import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GmailStatusView } from '../../api/views.ts';
import { GmailAccount } from '../../web/features/settings/providers/gmail.tsx';
import { GmailCallback } from '../../web/features/settings/SignInCallback.tsx';
import { queryClient } from '../../web/lib/queryClient.ts';
import { afterTest } from './support/afterTest.ts';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { aCampaign } from './support/campaignViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { gmailStatus } from './support/views.ts';

const CONNECTED = gmailStatus({ connected: true, gmailEmail: 'sam@gmail.example' });
const AUTH_URL = 'https://accounts.google.example/o/oauth2/auth?state=s1';

/** The connection as the server keeps it. */
let status: GmailStatusView;
/** The sign-in window, which happy-dom does not open. */
let popup: { closed: boolean; location: { href: string }; close: () => void };
const opens = vi.spyOn(window, 'open');
beforeEach(() => {
  answer('get', '/api/campaigns', []);
  status = gmailStatus();
  popup = { closed: false, location: { href: 'about:blank' }, close: () => (popup.closed = true) };
  opens.mockClear().mockImplementation(() => popup as unknown as Window);
  answer('get', '/api/gmail/status', () => status);
  answer('get', '/api/gmail/auth-url', { authUrl: AUTH_URL });
  answer('post', '/api/gmail/callback', () => {
    status = CONNECTED;
    return { success: true as const, gmailEmail: 'sam@gmail.example' };
  });
});

const button = (name: string) => screen.getByText(name).closest('button') as HTMLButtonElement;

let hand: UserEvent;
async function shown(first: string): Promise<void> {
  hand = await renderPart(<GmailAccount />);
  await screen.findByText(first);
}
const connect = () => hand.click(button('Connect Gmail Account'));
/** A message from a window to the page. */
const message = (data: unknown, origin = window.location.origin) =>
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin })));

describe('the status', () => {
  test('until it is there, the card says that it is checking', async () => {
    const { held, release } = hold();
    answer('get', '/api/gmail/status', async () => {
      await held;
      return status;
    });
    await shown('Checking the connection…');
    expect(screen.queryByText('Not Connected')).toBeNull();
    release();
    await screen.findByText('Not Connected');
    expect(screen.queryByText('Checking the connection…')).toBeNull();
  });

  test('when it cannot be checked, that is said in a red alert with Try again', async () => {
    answer('get', '/api/gmail/status', () => failed(500, 'broken'));
    await shown('Failed to check status');
    expect(screen.getByRole('alert').className).toContain('text-bad');
    answer('get', '/api/gmail/status', () => status);
    await hand.click(button('Try again'));
    await screen.findByText('Connect Gmail Account');
  });

  test('Gmail that is not available in this installation is said before any click', async () => {
    const unavailable = 'Gmail is not set up. Ask your administrator to set it up.';
    status = gmailStatus({ unavailable });
    await shown(unavailable);
    screen.getByText('Not Connected');
    expect(button('Connect Gmail Account').disabled).toBe(true);
  });

  test('an access that must be renewed says so, in the words of the server or why it may come again', async () => {
    status = { ...CONNECTED, needsReauth: true, error: 'This account has no mailbox. Connect another account.' };
    await shown('This account has no mailbox. Connect another account.');
    expect(screen.queryByText(/still in testing/)).toBeNull();
    cleanup();
    queryClient.clear();
    status = { ...CONNECTED, needsReauth: true };
    await shown('Your Gmail connection needs to be refreshed. Please reconnect your account.');
    screen.getByText(/still in testing/);
    await hand.click(button('Reconnect Gmail Account'));
    message({ type: 'GMAIL_AUTH_SUCCESS', code: 'again' });
    await seeToast({ title: 'Gmail Connected' });
    await waitFor(() => expect(screen.queryByText('Reconnect Gmail Account')).toBeNull());
  });

  test.each([
    ['send', /gmail\.send is a sensitive scope/],
    ['drafts', /security assessment/],
  ] as const)('an admin reads what Google asks of an app with access "%s"', async (appAccess, asks) => {
    status = gmailStatus({ appAccess });
    await shown('What Google asks of this app');
    screen.getByText(asks);
    expect(screen.getAllByText(/scope/)).toHaveLength(1);
  });
});

describe('Connect', () => {
  test('a window of 600 by 700 goes to Google; its code and state are posted, and the status is fetched again', async () => {
    await shown('Connect Gmail Account');
    expect(screen.queryByText('What Google asks of this app')).toBeNull();
    await connect();
    expect(opens.mock.calls[0]?.[2]).toMatch(/(^|,)width=600,height=700(,|$)/);
    await waitFor(() => expect(popup.location.href).toBe(AUTH_URL));
    expect(button('Connecting...').getAttribute('aria-busy')).toBe('true');
    message({ type: 'GMAIL_AUTH_SUCCESS', code: '4/abc', state: 's1' });
    await seeToast({ title: 'Gmail Connected', text: 'Emails can go out from sam@gmail.example.' });
    expect(calls).toEqual([{ method: 'POST', path: '/api/gmail/callback', body: { code: '4/abc', state: 's1' } }]);
    const address = await screen.findByText('sam@gmail.example');
    expect(address.parentElement?.textContent).toBe('Connected as sam@gmail.example');
    expect(reads.filter((path) => path === '/api/gmail/status')).toHaveLength(2);
    expect(popup.closed).toBe(true);
  });

  test('what went wrong is said in the words of the server or its own, and the window is closed', async () => {
    await shown('Connect Gmail Account');
    const said = (text: string) => seeToast({ title: 'Connection Failed', text, variant: 'destructive' });
    for (const [refused, text] of [
      [() => failed(503, 'Gmail is not set up.'), 'Gmail is not set up.'],
      [() => failed(500), 'Failed to connect Gmail'],
      [() => ({ authUrl: 'javascript:opener.document.title="x"' }), 'Failed to connect Gmail'],
    ] as const) {
      answer('get', '/api/gmail/auth-url', refused);
      popup = { ...popup, closed: false, location: { href: 'about:blank' } };
      await connect();
      await said(text);
      expect(popup).toMatchObject({ closed: true, location: { href: 'about:blank' } });
      await waitFor(() => expect(button('Connect Gmail Account').disabled).toBe(false));
    }
    answer('get', '/api/gmail/auth-url', { authUrl: AUTH_URL });
    popup = { ...popup, closed: false };
    await screen.findByText('Connect Gmail Account');
    await connect();
    message({ type: 'GMAIL_AUTH_ERROR', error: 'Token expired' });
    await said('Token expired');
    await screen.findByText('Connect Gmail Account');
    expect(calls).toEqual([]);
    answer('post', '/api/gmail/callback', () => failed(422, 'This account may not send.'));
    await connect();
    message({ type: 'GMAIL_AUTH_SUCCESS', code: 'c2' });
    await said('This account may not send.');
    await screen.findByText('Connect Gmail Account');
  });

  test('only messages of the same origin and of these types count, and a code once', async () => {
    await shown('Connect Gmail Account');
    message({ type: 'GMAIL_AUTH_SUCCESS', code: 'evil' }, 'https://evil.example');
    message({ type: 'GMAIL_AUTH_SUCCESS' });
    message({ type: 'SOMETHING_ELSE', code: 'x' });
    message('GMAIL_AUTH_SUCCESS');
    message(null);
    message({ type: 'GMAIL_AUTH_SUCCESS', code: 'good' });
    message({ type: 'GMAIL_AUTH_SUCCESS', code: 'good' });
    await seeToast({ title: 'Gmail Connected' });
    expect(calls).toEqual([{ method: 'POST', path: '/api/gmail/callback', body: { code: 'good', state: '' } }]);
  });

  test('a window that is closed ends the connecting state within a second', async () => {
    await shown('Connect Gmail Account');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await connect();
    expect(screen.queryByText('Connect Gmail Account')).toBeNull();
    await waitFor(() => expect(popup.location.href).toBe(AUTH_URL));
    popup.closed = true;
    act(() => void vi.advanceTimersByTime(1_000));
    expect(button('Connect Gmail Account').getAttribute('aria-busy')).toBeNull();
  });

  test('a browser that blocks the window is named as the reason', async () => {
    opens.mockReturnValue(null);
    await shown('Connect Gmail Account');
    await connect();
    await seeToast({
      title: 'Connection Failed',
      text: /blocked the sign-in window. Allow pop-ups/,
      variant: 'destructive',
    });
    expect(reads).not.toContain('/api/gmail/auth-url');
  });
});

describe('a connected account', () => {
  beforeEach(() => {
    status = CONNECTED;
  });

  test('Send Test Email goes to the connected address, once for a double click', async () => {
    answer('post', '/api/gmail/send', { success: true });
    await shown('Send Test Email');
    await hand.dblClick(button('Send Test Email'));
    await seeToast({ title: 'Test Email Sent', text: 'Check the inbox of sam@gmail.example.' });
    const body = { to: 'sam@gmail.example', subject: expect.stringMatching(/\S/), body: expect.stringMatching(/\S/) };
    expect(calls).toEqual([{ method: 'POST', path: '/api/gmail/send', body }]);
  });

  test('Disconnect asks first while a campaign is active, for its emails would wait', async () => {
    answer('get', '/api/campaigns', [aCampaign({ status: 'active' }), aCampaign({ id: 'c2', status: 'draft' })]);
    answer('post', '/api/gmail/disconnect', () => {
      status = gmailStatus();
      return { success: true as const };
    });
    await shown('Disconnect');
    await hand.click(button('Disconnect'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect Gmail?' }));
    question.getByText(/^1 campaign is active\. Emails .* wait until you connect it again\.$/);
    expect(calls).toEqual([]);
    await hand.click(question.getByText('Disconnect', { selector: 'button' }));
    await seeToast({ title: 'Gmail Disconnected', text: 'No more emails go out from it.' });
  });

  test('Disconnect asks, too, where the campaigns cannot be loaded', async () => {
    answer('get', '/api/campaigns', () => failed(503));
    await shown('Disconnect');
    await hand.click(button('Disconnect'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect Gmail?' }));
    question.getByText(/^Campaigns may be active\./);
    await hand.click(question.getByText('Cancel', { selector: 'button' }));
    expect(calls).toEqual([]);
  });

  test('Disconnect ends the connection; one that failed says why', async () => {
    await shown('Disconnect');
    for (const words of ['Google said no.', undefined]) {
      answer('post', '/api/gmail/disconnect', () => failed(503, words));
      await hand.click(button('Disconnect'));
      const text = words ?? 'Failed to disconnect Gmail';
      await seeToast({ title: 'Disconnection Failed', text, variant: 'destructive' });
      screen.getByText('sam@gmail.example');
    }
    answer('post', '/api/gmail/disconnect', () => {
      status = gmailStatus();
      return { success: true as const };
    });
    await hand.click(button('Disconnect'));
    await seeToast({ title: 'Gmail Disconnected', text: 'No more emails go out from it.' });
    await screen.findByText('Not Connected');
    expect(calls.at(-1)).toEqual({ method: 'POST', path: '/api/gmail/disconnect', body: undefined });
  });
});

describe('the page that Google sends the window back to', () => {
  const posts = vi.fn();
  const closes = vi.spyOn(window, 'close');
  beforeEach(() => {
    posts.mockClear();
    closes.mockImplementation(() => undefined);
    Object.defineProperty(window, 'opener', { value: { postMessage: posts }, configurable: true });
    afterTest(() => Reflect.deleteProperty(window, 'opener'));
  });

  test.each([
    ['?code=4/abc&scope=gmail', { type: 'GMAIL_AUTH_SUCCESS', code: '4/abc' }],
    ['?code=c1&state=s1', { type: 'GMAIL_AUTH_SUCCESS', code: 'c1', state: 's1' }],
    ['?error=access_denied', { type: 'GMAIL_AUTH_ERROR', error: 'Access to the Gmail account was not allowed.' }],
    ['?error=server_error', { type: 'GMAIL_AUTH_ERROR', error: 'server_error' }],
    ['', { type: 'GMAIL_AUTH_ERROR', error: 'Google sent no answer.' }],
  ])('"%s" reaches the page that opened it, and no other origin', async (search, told) => {
    await renderPart(<GmailCallback />, `/gmail/callback${search}`);
    expect(posts.mock.calls).toEqual([[told, window.location.origin]]);
    expect(closes).toHaveBeenCalled();
  });

  test('opened by no page, it shows the way back to Settings', async () => {
    Object.defineProperty(window, 'opener', { value: null, configurable: true });
    await renderPart(<GmailCallback />, '/gmail/callback?code=c4');
    await screen.findByText('Gmail is not connected yet');
    expect(screen.getByText('Go to Settings').getAttribute('href')).toBe('/settings');
  });
});
