import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MailboxStatusView } from '../../api/views.ts';
import { EmailProviderCard } from '../../web/features/settings/EmailProviderCard.tsx';
import { SesCard } from '../../web/features/settings/providers/ses.tsx';
import { answer, calls } from './support/api.ts';
import { field, fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { emailSettings, mailboxStatus } from './support/views.ts';

let status: MailboxStatusView;
beforeEach(() => {
  answer('get', '/api/campaigns', []);
  status = mailboxStatus();
  answer('get', '/api/mailbox/status', () => status);
  answer('post', '/api/mailbox/connect', () => {
    status = mailboxStatus({ connected: true, email: 'sam@shop.example', user: 'AKIA' });
    return { success: true as const, email: 'sam@shop.example' };
  });
});

test('the card says that no mailbox is read, checks what is typed and connects', async () => {
  const hand = await renderPart(<SesCard />);
  await screen.findByText('Not Connected');
  screen.getByText(/only sends, so Partner Pilot reads no mailbox/);
  await fillIn(hand, 'From email', 'Sam@shop.example');
  await fillIn(hand, 'SMTP password', 'secret');
  await hand.click(screen.getByText('Connect Amazon SES'));
  await screen.findByText('User name is required');
  expect(calls).toEqual([]);
  await hand.selectOptions(field('Region'), 'eu-west-1');
  await fillIn(hand, 'SMTP user name', 'AKIA');
  await hand.click(screen.getByText('Connect Amazon SES'));
  await seeToast({ title: 'Amazon SES Connected', text: 'Emails can go out from sam@shop.example.' });
  const typed = { region: 'eu-west-1', email: 'sam@shop.example', user: 'AKIA', password: 'secret' };
  expect(calls).toEqual([{ method: 'POST', path: '/api/mailbox/connect', body: { host: 'ses', ...typed } }]);
  await screen.findByText('Connected');
});

test('is one of the ways to send, and says when it is chosen without an account', async () => {
  answer('get', '/api/email-settings', emailSettings({ emailProvider: 'ses' }));
  await renderPart(<EmailProviderCard />);
  expect((await screen.findByLabelText<HTMLInputElement>('Amazon SES')).checked).toBe(true);
  screen.getByText('Amazon SES is not connected. Nothing is sent until you connect it.');
});
