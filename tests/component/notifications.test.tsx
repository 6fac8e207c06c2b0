/** Settings, Notifications. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NotificationsView } from '../../api/views.ts';
import { NotificationsScreen } from '../../web/features/notifications/NotificationsScreen.tsx';
import { answer, calls, failed } from './support/api.ts';
import { fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const someSettings = (own: Partial<NotificationsView> = {}): NotificationsView => ({
  kinds: { reply: ['email'], complaint: [], account: [], texts: [], webhook: [] },
  digest: 'at_once',
  quiet: null,
  showTexts: false,
  timezone: 'Europe/Berlin',
  email: 'kim@northwind.example',
  webhooks: [],
  switchedOff: [],
  browsers: [],
  pushKey: 'key',
  ...own,
});

/** Shows the screen over settings that PUT changes. */
async function show(own: Partial<NotificationsView> = {}) {
  let settings = someSettings(own);
  answer('get', '/api/notifications', () => settings);
  answer('put', '/api/notifications', ({ body }) => {
    settings = { ...settings, ...(body as object) };
    return settings;
  });
  const hand = await renderPart(<NotificationsScreen />, '/settings/notifications');
  await screen.findByText('What and when');
  return { hand, change: (more: Partial<NotificationsView>) => (settings = { ...settings, ...more }) };
}

test('a choice is saved at once, with all others', async () => {
  const { hand } = await show({ webhooks: ['slack'] });
  await hand.click(screen.getByLabelText('A partner replies: Slack'));
  await hand.click(screen.getByLabelText('A partner replies: Email'));
  await hand.selectOptions(screen.getByLabelText('Send emails'), 'Every day at 08:00');
  await hand.click(screen.getByLabelText('Quiet hours'));
  await hand.selectOptions(await screen.findByLabelText('Quiet from'), '22:30');
  await waitFor(() => expect(calls).toHaveLength(5));
  expect(calls.at(-1)?.body).toEqual({
    kinds: { reply: ['slack'], complaint: [], account: [], texts: [], webhook: [] },
    ...{ digest: 'daily', quiet: { from: '22:30', to: '08:00' }, showTexts: false },
  });
  expect(screen.getByText('Notifications wait until they end. Times are in Europe/Berlin.')).toBeTruthy();
});

test('a webhook is checked, connected, tested, and says that it was switched off', async () => {
  const { hand, change } = await show({ switchedOff: [{ channel: 'teams', at: '2026-11-30T10:00:00Z' }] });
  expect(
    within(screen.getByRole('form', { name: 'Teams' }).parentElement as HTMLElement).getByRole('status'),
  ).toHaveProperty('textContent', expect.stringContaining('after it failed for a day'));
  const form = within(screen.getByRole('form', { name: 'Slack' }));
  await fillIn(hand, form.getByLabelText('Webhook URL of Slack'), 'https://example.com/hook');
  await hand.click(form.getByText('Connect'));
  await form.findByText(/This is no webhook URL of Slack/);
  expect(calls).toEqual([]);
  answer('post', '/api/notifications/webhook', () => change({ webhooks: ['slack'] }));
  await fillIn(hand, form.getByLabelText('Webhook URL of Slack'), 'https://hooks.slack.com/services/T0/B0/x');
  await hand.click(form.getByText('Connect'));
  await seeToast({ title: 'Webhook Connected', text: 'Send a test to see it arrive.' });
  answer('post', '/api/notifications/test', () => failed(422, 'No answer from Slack. Try again later.'));
  await hand.click(screen.getByText('Send a test', { selector: 'li:nth-child(3) button' }));
  await seeToast({ title: 'Test Failed', text: 'No answer from Slack. Try again later.', variant: 'destructive' });
  answer('post', '/api/notifications/remove', () => change({ webhooks: [] }));
  await hand.click(screen.getByText('Remove'));
  await screen.findByRole('form', { name: 'Slack' });
});

test('without a channel there is nothing to choose yet', async () => {
  await show({ email: null });
  expect(screen.getByText('Connect a channel first.')).toBeTruthy();
  expect(screen.getByText('This browser cannot show notifications on this site.')).toBeTruthy();
});
