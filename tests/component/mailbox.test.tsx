import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MailboxStatusView } from '../../api/views.ts';
import { MAIL_HOSTS } from '../../events/sending/mailHosts.ts';
import { MailboxAccount } from '../../web/features/settings/providers/mailbox.tsx';
import { answer, calls, failed } from './support/api.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aUser, mailboxStatus } from './support/views.ts';

const CONNECTED = mailboxStatus({
  ...{ connected: true, email: 'sam@shop.example', user: 'sam@shop.example', host: 'other' },
  smtp: { host: 'smtp.shop.example', port: 587, security: 'starttls' },
  imap: { host: 'imap.shop.example', port: 993, security: 'tls' },
});

/** The mailbox as the server keeps it. */
let status: MailboxStatusView;
beforeEach(() => {
  answer('get', '/api/campaigns', []);
  status = mailboxStatus();
  answer('get', '/api/mailbox/status', () => status);
  answer('post', '/api/mailbox/connect', () => {
    status = CONNECTED;
    return { success: true as const, email: 'sam@shop.example' };
  });
});

let hand: UserEvent;
async function shown(first: string): Promise<void> {
  hand = await renderPart(<MailboxAccount />);
  await screen.findByText(first);
}
const press = (name: string) => hand.click(screen.getByText(name));
const choose = (host: string) => hand.selectOptions(field('Mail host'), host);
const login = async () => {
  await fillIn(hand, 'Email address', 'Sam@shop.example');
  await fillIn(hand, 'Password', ' open sesame ');
};

describe('the form', () => {
  test('a host fills in its servers, and what is typed is sent as it is', async () => {
    await shown('Connect mailbox');
    await choose('GMX');
    const { smtp, imap } = MAIL_HOSTS.gmx;
    expect(field('SMTP host').value).toBe(smtp?.host);
    expect(field('IMAP host').value).toBe(imap?.host);
    screen.getByText(MAIL_HOSTS.gmx.hint ?? '');
    await login();
    await press('Connect mailbox');
    await seeToast({ title: 'Mailbox Connected', text: 'Emails can go out from sam@shop.example.' });
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/mailbox/connect',
        body: {
          ...{ host: 'gmx', email: 'sam@shop.example', user: '', password: ' open sesame ' },
          ...{ smtpHost: smtp?.host, smtpPort: 587, smtpSecurity: 'starttls' },
          ...{ imapHost: imap?.host, imapPort: 993, imapSecurity: 'tls' },
        },
      },
    ]);
    await screen.findByText('sam@shop.example');
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  test.each([true, false])('sandbox %s: whether the servers are samples is said', async (sandbox) => {
    answer('get', '/api/auth/user', aUser({ sandbox }));
    await shown('Connect mailbox');
    const said = () => screen.queryByText(/^Sandbox: the mail servers are samples/);
    if (sandbox) await waitFor(() => expect(said()).not.toBeNull());
    else expect(said()).toBeNull();
  });

  test('what is missing is said beside its field, and nothing is sent', async () => {
    await shown('Connect mailbox');
    await fillIn(hand, 'SMTP port', '');
    await press('Connect mailbox');
    await waitFor(() => expect(errorOf(field('Email address'))).toBe('Please enter a valid email address'));
    expect(errorOf(field('Password'))).toBe('Password is required');
    expect(errorOf(field('SMTP host'))).toBe('SMTP host is required');
    expect(errorOf(field('SMTP port'))).toBe('SMTP port must be a number from 1 to 65535');
    await seeFocusOn(() => field('Email address'));
    expect(calls).toEqual([]);
  });

  test('Microsoft takes no password: its users sign in there, and nothing typed is lost', async () => {
    await shown('Connect mailbox');
    await login();
    await choose('Microsoft 365, Outlook.com');
    screen.getByText('Connect Microsoft Account');
    expect(screen.queryByText('Connect mailbox')).toBeNull();
    await choose('Other');
    screen.getByText('Connect mailbox');
    expect(field('Email address').value).toBe('Sam@shop.example');
  });

  test('what the servers refuse is said beside the button, and what was typed stays', async () => {
    const words = 'The IMAP server refused the user name or the password. Many hosts need an app password.';
    answer('post', '/api/mailbox/connect', () => failed(422, words));
    await shown('Connect mailbox');
    await choose('Fastmail');
    await login();
    await press('Connect mailbox');
    await seeToast({ title: 'Connection Failed', text: words, variant: 'destructive' });
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(field('Password').value).toBe(' open sesame ');
  });
});

describe('a connected mailbox', () => {
  beforeEach(() => {
    status = CONNECTED;
  });

  test('sends a test email to itself', async () => {
    answer('post', '/api/mailbox/test', { success: true as const });
    await shown('Send Test Email');
    await press('Send Test Email');
    await seeToast({ title: 'Test Email Sent', text: 'Check the inbox of your mailbox.' });
  });

  test('can be changed: its servers are there, its password is not', async () => {
    await shown('Send Test Email');
    await press('Change');
    expect(field('SMTP host').value).toBe('smtp.shop.example');
    expect(field('SMTP security').value).toBe('starttls');
    expect(field('User name').value).toBe('');
    expect(field('Password').value).toBe('');
    await press('Cancel');
    expect(screen.queryByLabelText('SMTP host')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Change');
  });

  const canBeDisconnected = () =>
    answer('post', '/api/mailbox/disconnect', () => {
      status = mailboxStatus();
      return { success: true as const };
    });

  test('that is disconnected while it is changed leaves nothing to go back to', async () => {
    canBeDisconnected();
    await shown('Send Test Email');
    await press('Change');
    await press('Disconnect');
    await screen.findByText('Connect mailbox');
    expect(screen.queryByText('Cancel')).toBeNull();
  });

  test('is disconnected', async () => {
    canBeDisconnected();
    await shown('Send Test Email');
    await press('Disconnect');
    await seeToast({ title: 'Mailbox Disconnected', text: 'No more emails go out from it.' });
    await screen.findByText('Connect mailbox');
  });

  test('that takes its password no more needs attention, and shows the form', async () => {
    status = { ...CONNECTED, error: 'The SMTP server refused the user name or the password.' };
    await shown('Connect mailbox');
    screen.getByText(/Queued emails are kept and sent once you connect your mailbox again/);
    expect(screen.getByText('Send Test Email').closest('button')?.disabled).toBe(true);
    await login();
    await press('Connect mailbox');
    await seeToast({ title: 'Mailbox Connected' });
    await screen.findByText('sam@shop.example');
  });
});
