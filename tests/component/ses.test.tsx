import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MailboxStatusView } from '../../api/views.ts';
import { SesAccount } from '../../web/features/settings/providers/ses.tsx';
import { answer, calls } from './support/api.ts';
import { field, fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { mailboxStatus } from './support/views.ts';

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

test('it says that no mailbox is read, checks what is typed and connects', async () => {
  const hand = await renderPart(<SesAccount />);
  await screen.findByText(/only sends, so Partner Pilot reads no mailbox/);
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
  await screen.findByText('Send Test Email');
});
