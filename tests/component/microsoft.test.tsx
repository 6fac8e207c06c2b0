import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { MailboxStatusView } from '../../api/views.ts';
import { MailboxAccount } from '../../web/features/settings/providers/mailbox.tsx';
import { MicrosoftCallback } from '../../web/features/settings/SignInCallback.tsx';
import { afterTest } from './support/afterTest.ts';
import { answer, calls, failed } from './support/api.ts';
import { errorOf, field, fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { mailboxStatus } from './support/views.ts';

const AUTH_URL = 'https://login.microsoft.example/authorize?state=s1';
const CONNECTED = mailboxStatus({ connected: true, host: 'microsoft', email: 'nora@outlook.example' });

let status: MailboxStatusView;
let popup: { closed: boolean; location: { href: string }; close: () => void };
const opens = vi.spyOn(window, 'open');
beforeEach(() => {
  answer('get', '/api/campaigns', []);
  status = mailboxStatus();
  popup = { closed: false, location: { href: 'about:blank' }, close: () => (popup.closed = true) };
  opens.mockClear().mockImplementation(() => popup as unknown as Window);
  answer('get', '/api/mailbox/status', () => status);
  answer('get', '/api/microsoft/auth-url', { authUrl: AUTH_URL });
  answer('post', '/api/microsoft/callback', () => {
    status = CONNECTED;
    return { success: true as const, email: 'nora@outlook.example' };
  });
});

const button = (name: string) => screen.getByText(name).closest('button') as HTMLButtonElement;
let hand: UserEvent;
async function shown(first: string): Promise<void> {
  hand = await renderPart(<MailboxAccount />);
  if (!status.connected)
    await hand.selectOptions(await screen.findByLabelText('Mail host'), 'Microsoft 365, Outlook.com');
  await screen.findByText(first);
}
/** Presses Connect, and waits until the window is on its way. */
async function begin(): Promise<void> {
  await hand.click(button('Connect Microsoft Account'));
  await waitFor(() => expect(popup.location.href).toBe(AUTH_URL));
}
/** The window's message to all our pages, and whether one took it. */
function tell(said: object): { taken: () => boolean } {
  const channel = new BroadcastChannel('microsoft-sign-in');
  let taken = false;
  channel.onmessage = () => (taken = true);
  afterTest(() => channel.close());
  act(() => channel.postMessage({ answer: said }));
  return { taken: () => taken };
}

describe('the account', () => {
  test('without the settings it says what the administrator sets, before any click', async () => {
    const unavailable = 'Microsoft accounts are not set up. Ask your administrator to set them up.';
    status = mailboxStatus({ microsoftUnavailable: unavailable });
    await shown(unavailable);
    screen.getByText('Not Connected');
    expect(button('Connect Microsoft Account').disabled).toBe(true);
  });

  test('the window goes to Microsoft; its answer is posted, and the account is shown', async () => {
    await shown('Connect Microsoft Account');
    await begin();
    const told = tell({ code: 'c1', state: 's1' });
    await seeToast({ title: 'Microsoft Connected', text: 'Emails can go out from nora@outlook.example.' });
    await waitFor(() => expect(told.taken()).toBe(true));
    expect(calls).toEqual([{ method: 'POST', path: '/api/microsoft/callback', body: { code: 'c1', state: 's1' } }]);
    await screen.findByText('nora@outlook.example');
    expect(popup.closed).toBe(true);
  });

  test('a window that Microsoft cut off looks closed, and its answer is taken all the same', async () => {
    await shown('Connect Microsoft Account');
    await begin();
    popup.closed = true;
    await waitFor(() => expect(button('Connect Microsoft Account').getAttribute('aria-busy')).toBeNull(), {
      timeout: 3_000,
    });
    tell({ code: 'c1', state: 's1' });
    await seeToast({ title: 'Microsoft Connected' });
  });

  test('the answer to a sign-in of another page is left to that page', async () => {
    await shown('Connect Microsoft Account');
    await begin();
    tell({ code: 'other', state: 's2' });
    tell({ code: 'good', state: 's1' });
    await seeToast({ title: 'Microsoft Connected' });
    expect(calls).toEqual([{ method: 'POST', path: '/api/microsoft/callback', body: { code: 'good', state: 's1' } }]);
  });

  test.each([
    [
      'the server’s words',
      failed(422, 'Authenticated SMTP is off for your mailbox.'),
      'Authenticated SMTP is off for your mailbox.',
    ],
    ['words of its own', failed(500), 'Failed to connect Microsoft'],
  ])('a refused code is said in %s', async (_, refused, text) => {
    answer('post', '/api/microsoft/callback', () => refused);
    await shown('Connect Microsoft Account');
    await begin();
    tell({ code: 'c2', state: 's1' });
    await seeToast({ title: 'Connection Failed', text, variant: 'destructive' });
  });

  test('an account that is lost says why, and is connected again', async () => {
    status = { ...CONNECTED, error: 'Microsoft no longer accepts this connection. Reconnect your Microsoft account.' };
    await shown('Reconnect Microsoft Account');
    screen.getByText(/Queued emails are kept and sent once you connect your account again/);
    expect(button('Send Test Email').disabled).toBe(true);
    await hand.click(button('Reconnect Microsoft Account'));
    await waitFor(() => expect(popup.location.href).toBe(AUTH_URL));
    tell({ code: 'c3', state: 's1' });
    await waitFor(() => expect(screen.queryByText('Reconnect Microsoft Account')).toBeNull());
  });

  test('sends a test email, and is disconnected', async () => {
    status = CONNECTED;
    answer('post', '/api/mailbox/test', { success: true as const });
    answer('post', '/api/mailbox/disconnect', () => {
      status = mailboxStatus();
      return { success: true as const };
    });
    await shown('Send Test Email');
    await hand.click(button('Send Test Email'));
    await seeToast({ title: 'Test Email Sent' });
    await hand.click(button('Disconnect'));
    await screen.findByText('Connect mailbox');
  });
});

describe('the form of a mailbox', () => {
  test('points to the sign-in at Microsoft for its addresses and servers', async () => {
    const hand = await renderPart(<MailboxAccount />);
    await screen.findByText('Connect mailbox');
    for (const [label, typed] of [
      ['Email address', 'Sam@hotmail.com'],
      ['SMTP host', 'smtp.office365.com'],
      ['IMAP host', 'outlook.office365.com'],
    ] as const)
      await fillIn(hand, label, typed);
    await hand.click(screen.getByText('Connect mailbox'));
    for (const label of ['Email address', 'SMTP host', 'IMAP host'])
      await waitFor(() => expect(errorOf(field(label))).toMatch(/Choose Microsoft as the mail host/));
    expect(calls).toEqual([]);
  });
});

describe('the page that Microsoft sends the window back to', () => {
  const closes = vi.spyOn(window, 'close');
  beforeEach(() => {
    closes.mockReset().mockImplementation(() => undefined);
  });

  test.each([
    ['?code=M.C5&state=s1', { code: 'M.C5', state: 's1' }],
    [
      '?error=access_denied&error_description=AADSTS65004%3A+declined&state=s1',
      { error: 'Access to the Microsoft account was not allowed.', state: 's1' },
    ],
    [
      '?error=access_denied&error_description=AADSTS90094%3A+admin&state=s1',
      { error: expect.stringMatching(/^Your organization must approve/), state: 's1' },
    ],
    ['?error=consent_required', { error: expect.stringMatching(/^Your organization must approve/) }],
    ['?error=server_error', { error: 'Microsoft refused the sign-in (server_error). Connect again.' }],
    ['', { error: 'Microsoft sent no answer.' }],
  ])('"%s" is told to the pages of ours, and the window closes once one took it', async (search, told) => {
    const channel = new BroadcastChannel('microsoft-sign-in');
    afterTest(() => channel.close());
    const heard: unknown[] = [];
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      heard.push(data);
      channel.postMessage({ taken: true });
    };
    await renderPart(<MicrosoftCallback />, `/microsoft/callback${search}`);
    await waitFor(() => expect(closes).toHaveBeenCalled());
    expect(heard).toEqual([{ answer: told }]);
    within(screen.getByRole('main')).getByText('Connecting your Microsoft account…');
  });

  test('taken by no page, it shows the way back to Settings', async () => {
    await renderPart(<MicrosoftCallback />, '/microsoft/callback?code=c4&state=s4');
    await screen.findByText('Microsoft is not connected yet', {}, { timeout: 5_000 });
    expect(screen.getByText('Go to Settings').getAttribute('href')).toBe('/settings');
    expect(closes).not.toHaveBeenCalled();
  });
});
